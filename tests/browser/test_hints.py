""" "Show me": the strong bot's three moves, chosen on the board and played as they are; where it is offered."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Response, Route, expect

from service.games.base import tag_of
from service.games.play_out import random_game, tables
from service.games.registry import RULEBOOKS
from tests.browser.conftest import Arrive
from tests.browser.drawings import DRAWN
from tests.browser.hands import HANDS, PLAY
from tests.browser.test_axe import SIZES, fits, is_for_everybody, needs_axe
from tests.browser.visitor import PATIENCE

SHOW_ME = ".show-me"
HINT = ".hints .hint"
KINDS = {"astra": "mouse", "nebula": "keyboard", "distant_suns": "touch"}
DECISIONS = 2
MOST_MOVES = 40
"""Of a position that are looked at; there may be hundreds alike."""

OTHERWISE = """async ([rulebook, positions]) => {
  const { modules } = await import(`${document.documentElement.dataset.files}/main.js`);
  const known = await modules["shell/net/open_table.js"].loadGame({ rulebook, options: {}, pack_hash: null });
  const { content, drawing, speech, t } = known;
  const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
  return positions.flatMap(({ view, seat, moves, numbers }) => {
    const scene = { rulebook, view, content, names: speech.names, seat, who: String, seats: [], isMine: true,
      isOver: false, moves: moves.map((move) => ({ move, label: "", ruling: "" })), score: null, draft: null,
      preview: null, before: null, recap: [], look: null, size: "wide",
      room: { width: 800, height: 600 }, language: "en", t };
    const chosen = (number) => drawing.choose(scene, `move:${number}`).move;
    return numbers.filter((number) => !same(chosen(number), moves[number])).map((number) => moves[number]);
  });
}"""
"""The moves that are not what Play would play after they were chosen as a whole."""

HELD = """() => {
  const id = new URLSearchParams(location.hash.slice(1)).get("game");
  return [id, JSON.parse(localStorage.getItem(`almagest.game.${id}`)).token];
}"""


def _positions(rulebook: str, seen: set[str]) -> Iterator[dict[str, Any]]:
    """Of random games at every table, those that offer a type of move that was not seen yet; some of their moves."""
    rules = RULEBOOKS[rulebook]
    for players, options in tables(rules):
        for turn in random_game(rules, players, options, b"hints"):
            moves = rules.legal_moves(turn.state, turn.seat)
            types = {tag_of(type(move)) for move in moves}
            if turn.seat and types - seen:
                seen |= types
                step = 1 + len(moves) // MOST_MOVES
                yield {
                    "view": msgspec.to_builtins(rules.view(turn.state, turn.seat)),
                    "seat": turn.seat,
                    "moves": [msgspec.to_builtins(move) for move in moves],
                    "numbers": list(range(0, len(moves), step)),
                }


@pytest.mark.parametrize("rulebook", DRAWN)
def test_every_type_of_move_is_chosen_as_a_whole(arrive: Arrive, rulebook: str) -> None:
    seen: set[str] = set()
    positions = list(_positions(rulebook, seen))
    assert seen == {tag_of(move) for move in RULEBOOKS[rulebook].move_classes}
    ada = arrive()
    ada.enter()
    assert ada.page.evaluate(OTHERWISE, [rulebook, positions]) == []


def _is_advice(response: Response) -> bool:
    return "/hints" in response.url and response.status == 200


@needs_axe
@pytest.mark.parametrize("size", SIZES)
def test_hints_are_for_everybody(arrive: Arrive, size: str) -> None:
    width, height = SIZES[size]
    ada = arrive(width=width, height=height, locale="uk-UA")
    ada.enter()
    ada.at(".tile.nebula .play-now").click()
    ada.at(".howto").wait_for()
    ada.page.keyboard.press("Escape")
    ada.is_ready()
    ada.sees(".tip", "Сильний бот покаже три ходи")
    fits(ada, "the tip")
    ada.at(SHOW_ME).click()
    ada.at(HINT).first.wait_for()
    is_for_everybody(ada, "hints")
    fits(ada, "hints")


@pytest.mark.parametrize("rulebook", DRAWN)
def test_play_plays_the_hint_that_was_chosen(arrive: Arrive, rulebook: str) -> None:
    make, screen = HANDS[KINDS[rulebook]]
    ada = arrive(**screen)
    ada.create(rulebook, "Ada", "random")
    hand = make(ada)
    for decision in range(DECISIONS):
        ada.is_ready()
        with ada.page.expect_response(_is_advice, timeout=PATIENCE) as advised:
            assert hand.press(SHOW_ME)
        hints = advised.value.json()["hints"]
        expect(ada.at(HINT).first).to_be_visible(timeout=PATIENCE)
        assert ada.at(HINT).count() == len(hints) <= 3
        number = (1 - decision) % len(hints)
        ada.sees(f"[data-key=hint-{number}]", hints[number]["why"])
        assert hand.press(f"[data-key=hint-{number}]")
        with ada.page.expect_request(lambda request: request.method == "POST" and "/moves?" in request.url) as played:
            assert hand.press(PLAY)
        assert played.value.post_data_json == hints[number]["move"]
        expect(ada.at(HINT)).to_have_count(0)


def test_against_people_there_are_hints_where_it_was_agreed(arrive: Arrive) -> None:
    ada, bob = arrive(), arrive()
    for agreed, offered in (("bots", 0), ("all", 1)):
        ada.create("astra", "Ada", "human", hints=agreed)
        bob.page.goto(ada.page.url)
        bob.at("form.sit [type=submit]").click()
        ada.is_ready()
        assert ada.at(SHOW_ME).count() == offered


def test_a_table_without_hints_offers_none_and_refuses_them_in_the_language_of_the_page(arrive: Arrive) -> None:
    ada = arrive(locale="fr-FR")
    ada.expect_refusals(403, 409)
    ada.create("astra", "Ada", "random", hints="none")
    ada.is_ready()
    assert ada.at(SHOW_ME).count() == 0
    game, token = ada.measure(HELD)
    ada.create("astra", "Ada", "random")
    ada.is_ready()

    def ask_there(route: Route) -> None:
        there = re.sub(r"/games/\w+/", f"/games/{game}/", route.request.url)
        route.continue_(url=there, headers={**route.request.headers, "authorization": f"Bearer {token}"})

    ada.page.route("**/hints?*", ask_there)
    ada.at(SHOW_ME).click()
    ada.sees(".hints", "Vous ne pouvez pas demander de conseils ici : cette table joue sans.")


def test_asking_is_no_decision(arrive: Arrive) -> None:
    """What others did since the own last one is told as before."""
    ada = arrive(width=1440, height=900)
    ada.create("astra", "Ada", "random")
    ada.play(0, "rest")
    ada.is_ready()
    ada.at(".recap button").first.wait_for()
    told = ada.at(".recap").inner_text()
    ada.at(SHOW_ME).click()
    ada.at(HINT).first.wait_for()
    ada.hears("Ada (you) took a hint.")
    assert ada.at(".recap").inner_text() == told


def test_an_answer_that_comes_too_late_is_dropped(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    held: list[Route] = []
    ada.page.route("**/hints?*", lambda route: held.append(route))
    ada.at(SHOW_ME).click()
    ada.sees(".hints", "thinking")
    ada.play(0, "star:")
    ada.is_ready()
    assert held
    assert ada.at(".hints > *").count() == 0
