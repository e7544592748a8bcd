"""Astra by mouse, by touch and by keyboard: whole games, paths, targets, changes, explanations."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Route, ViewportSize, expect

from tests.browser.conftest import Arrive
from tests.browser.hands import HANDS, PLAY, SCREENS, TERMS, Finger, Hand, Keys, explanation, kinds
from tests.browser.test_axe import States, fits_everywhere, is_for_everybody
from tests.browser.visitor import PATIENCE, Visitor

MOST_TURNS = 300
OBSERVES = 3
"""So many turns begin with stars; then it is rested, which brings the end near."""

STAR = ".map [data-touch]:not([aria-disabled])[aria-pressed=false]"
REST = ".bar [data-touch=rest], .bar [data-touch=end]"
BOON = "button.boon:not([aria-disabled])"
DISCARD = "[data-touch^='discard:']"
MARKED = "[fill='var(--p1)']"
A4: ViewportSize = {"width": 794, "height": 1123}
WIDE: ViewportSize = {"width": 1440, "height": 900}


def _wanted(turn: int) -> list[str]:
    return [BOON, STAR, REST] if turn < OBSERVES else [BOON, REST, STAR]


def _decide(ada: Visitor, hand: Hand, turn: int) -> None:
    """Choose and play; on a phone a card to discard lies on another tab."""
    if not any(hand.press(selector) for selector in _wanted(turn)):
        hand.press("[data-key=tab-mine]")
        assert hand.press(DISCARD)
    ada.at(PLAY).wait_for()
    hand.press(PLAY)


@pytest.mark.parametrize("kind", kinds("mouse"))
def test_a_whole_game_against_a_bot(arrive: Arrive, kind: str) -> None:
    make, screen = HANDS[kind]
    ada = arrive(**screen, color_scheme="dark")
    ada.create("astra", "Ada", "random")
    hand, states = make(ada), States()
    for turn in range(MOST_TURNS):
        ada.is_ready()
        if ada.is_over:
            break
        states.look(ada)
        _decide(ada, hand, turn)
    ada.sees("h2[data-status=finished]")
    ada.sees(".end-bars", "Where the points came from")
    assert ada.at(".bar-row").count() == 2
    ada.sees("[data-key=again]", "Play again")
    assert ada.overflow() <= 0
    if kind == "mouse":
        is_for_everybody(ada, "end")
        _print(ada)
        _slide(ada)
        _watch_again(ada)
        fits_everywhere(ada, "replay", "[data-key=slider]")
        ada.at("[data-key=replay-end]").click()
        fits_everywhere(ada, "end", ".mini-board")


def _print(ada: Visitor) -> None:
    """On paper nothing can be pressed, the ledger is unfolded, the last boards are there, and all of it has room."""
    ada.page.emulate_media(media="print")
    ada.resize(**A4)
    ada.measure("dispatchEvent(new Event('beforeprint'))")
    assert ada.measure("document.documentElement.dataset.theme") == "paper"
    expect(ada.at(".end-ledger table")).to_be_visible()
    expect(ada.at(".mini-board svg")).to_have_count(ada.at(".mini-board:visible").count())
    expect(ada.at("input:visible, .end-actions:visible")).to_have_count(0)
    assert ada.overflow() <= 0
    assert len(ada.page.pdf(format="A4").split(b"/Type /Page\n")) - 1 <= 3
    ada.resize(**WIDE)
    ada.measure("dispatchEvent(new Event('afterprint'))")
    ada.page.emulate_media(media="screen")
    assert ada.measure("document.documentElement.dataset.theme") == "night"


def _slide(ada: Visitor) -> None:
    """Small boards follow the slider; one of them leads to the table at that moment."""
    ada.resize(1440, 1400)
    ada.page.wait_for_function("() => document.querySelector('.curve svg').clientHeight > 300")
    ada.resize(**WIDE)
    assert ada.measure("document.documentElement.scrollHeight - innerHeight") <= 1, "all of it is on one screen"
    ada.sees(".mini-line", f"Move {ada.at('[data-key=slider]').get_attribute('max')} of")
    ada.at("[data-key=slider]").press("Home")
    ada.sees(".mini-line", "Move 0 of")
    expect(ada.at(f".mini-board {MARKED}")).to_have_count(0)
    ada.at("[data-key=slider]").press("ArrowRight")
    ada.sees(".mini-line", "Move 1 of")
    expect(ada.at(f".mini-board {MARKED}")).to_have_count(1, timeout=PATIENCE)
    ada.at(".mini-board").first.click()
    ada.sees(".recap", "Move 1 of")
    ada.at("[data-key=replay-end]").click()
    ada.sees(".end-bars")


def _share(ada: Visitor) -> None:
    """A sentence about the moment that is looked at, and its link, which is copied."""
    ada.sees(".viewer .share-card", "Share this moment")
    assert ada.at(".viewer .shared").inner_text().endswith(".")
    assert ada.at(".viewer .link").input_value() == ada.page.url
    ada.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.at(".viewer .copied .link + button").click()
    ada.sees(".viewer .copied .link + button", "Copied")
    assert ada.measure("navigator.clipboard.readText()") == ada.page.url
    ada.at(".viewer .seed-fits summary").click()
    ada.sees(".viewer .seed-fits", "while the game was still going on")


def _watch_again(ada: Visitor) -> None:
    """From the beginning, by steps, by a link to a moment, and back to the result."""
    ada.at(".watch-again").click()
    ada.sees(".mini-line", "Move 0 of")
    expect(ada.at(f".mini-board {MARKED}")).to_have_count(0)
    assert ada.measure("document.querySelector('.viewer .curve svg').clientHeight") > 270, "curves have room"
    assert ada.measure("document.documentElement.scrollHeight - innerHeight") <= 1, "all of it is on one screen"
    ada.at("[data-key=replay-next]").click()
    ada.sees(".mini-line", "Move 1 of")
    _share(ada)
    link = ada.page.url
    ada.at("[data-key=replay-other]").click()
    ada.sees(".recap", "Move 1 of")
    ada.sees(".coach", "Ada")
    assert ada.at(".map .changed").count() > 0
    assert ada.page.url == link
    ada.at("[data-key=replay-turn]").click()
    ada.sees(".recap", "Move 2 of")
    ada.at("[data-key=replay-turn][aria-label=Pause]").click()
    ada.at("[data-key=replay-turn][aria-label='Play it']").wait_for()
    ada.at("[data-key=eyes]").select_option("2")
    ada.at(".observatory").wait_for()
    ada.at("[data-key=replay-end]").click()
    ada.sees(".end-bars")
    ada.page.goto("about:blank")
    ada.page.goto(link)
    ada.sees(".mini-line", "Move 1 of")


def test_a_path_is_built_shortened_and_played_with_its_cost_told(arrive: Arrive) -> None:
    ada = arrive(width=1440, height=900)
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    hand = Hand(ada)
    for length in (1, 2):
        assert hand.press(".map [data-touch]:has(.legal.next)")
        expect(ada.at(".chosen-mark")).to_have_count(length, timeout=PATIENCE)
        ada.sees(".bar .effects", f"−{length}")
    ada.sees(".observatory .becomes", "→ 6")
    ada.at("[data-key=undo]").click()
    expect(ada.at(".chosen-mark")).to_have_count(1, timeout=PATIENCE)
    ada.sees(".bar .effects", "−1")
    ada.measure("localStorage.setItem('almagest.confirm', 'on')")
    ada.at(PLAY).click()
    ada.sees("dialog.confirming", "Observe")
    ada.page.keyboard.press("Enter")
    expect(ada.at("dialog")).to_have_count(0, timeout=PATIENCE)
    expect(ada.at(".chosen-mark")).to_have_count(1)
    ada.at(PLAY).click()
    ada.at("[data-key=confirm]").click()
    ada.is_ready()
    ada.hears("Ada (you) marked on")


def test_who_plays_by_keys_is_on_the_board_again_after_a_move(arrive: Arrive) -> None:
    ada = arrive(width=1440, height=900)
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    keys = Keys(ada)
    assert keys.press(STAR)
    expect(ada.at(".map [aria-pressed=true]")).to_have_attribute("aria-label", re.compile("number 1 of your path"))
    ada.at(PLAY).wait_for()
    assert keys.press(PLAY)
    ada.page.wait_for_function("() => document.activeElement.matches('.map [data-touch]:not([aria-disabled])')")


def test_rest_is_never_where_play_was(arrive: Arrive) -> None:
    ada = arrive(width=390, height=844, has_touch=True)
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    Finger(ada).press(STAR)
    ada.at(PLAY).wait_for()
    before: float = ada.measure("document.querySelector('.bar .play').getBoundingClientRect().left")
    Finger(ada).press(PLAY)
    ada.is_ready()
    ada.at(".bar [data-touch=rest]").wait_for()
    rest: float = ada.measure("document.querySelector('.bar [data-touch=rest]').getBoundingClientRect().right")
    assert rest <= before


EVERY_CARD = """async (plates) => {
  const { modules } = await import(`${document.documentElement.dataset.files}/main.js`);
  const known = await modules["shell/net/open_table.js"].loadGame({ rulebook: "astra", options: {}, pack_hash: null });
  const { show } = modules["dom.js"];
  const { nearestTouchable } = modules["shell/input/touch.js"];
  const { stageRoom, sizeNow } = modules["shell/draw/scene.js"];
  const { content, drawing, speech, t } = known;
  const { lessons } = await modules["chunks.js"].loadChunk("games/astra/lessons.js");
  const size = sizeNow();
  const room = stageRoom({ parts: { stage: document.querySelector(".column.stage") }, size });
  const slot = (card, place) => ({ place, card, empty: false, marks: [] });
  const missed = [];
  for (const { id } of content.constellations) {
    const sky = Array.from({ length: plates }, (_, index) => slot(id, index + 1));
    const view = { ...lessons(content, t)[0].view, sky };
    const scene = { rulebook: "astra", content, names: speech.names, who: String, seats: [], moves: [], isMine: true,
      isOver: false, seat: 1, score: null, draft: null, preview: null, before: null, look: null, recap: [], size, room,
      language: "en", t, view };
    const part = drawing.board(scene).find((each) => each.name.startsWith("plate"));
    const shown = document.body.appendChild(Object.assign(document.createElement("div"), { className: "tried" }));
    shown.style.setProperty("position", "fixed");
    shown.style.setProperty("inset", "0 auto auto 0");
    show(shown, part.draw());
    const area = shown.querySelector("[data-near]");
    for (const star of area.querySelectorAll("[data-touch]")) {
      const box = star.querySelector(".at").getBoundingClientRect();
      const around = (way, turn) => ({ x: box.x + 1 + way * Math.cos(turn), y: box.y + 1 + way * Math.sin(turn) });
      for (let turn = 0; turn < 6.2; turn += Math.PI / 4) {
        if (nearestTouchable(area, around(9, turn)) !== star) missed.push(star.dataset.touch);
        if (!nearestTouchable(area, around(21.5, turn))) missed.push(`${star.dataset.touch} is too small`);
      }
    }
    shown.remove();
  }
  return [content.constellations.length, [...new Set(missed)]];
}"""
"""Cards of which some star is not the nearest to a tap up to 9 px beside it, or does not hear one 21 px away."""


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_every_star_of_every_card_is_met_by_a_finger(arrive: Arrive, width: int, height: int) -> None:
    ada = arrive(width=width, height=height)
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    for plates in (4, 6):
        assert ada.page.evaluate(EVERY_CARD, plates) == [48, []]
    assert ada.measure("document.documentElement.scrollHeight - innerHeight") <= 1


TOLD = """async () => {
  const { modules } = await import(`${document.documentElement.dataset.files}/main.js`);
  const view = (other) => ({ seats: [{ seat: 1 }, { seat: 2, other }] });
  const score = (total) => ({ seats: [{ seat: 1, total: 0 }, { seat: 2, total }] });
  const game = { seat: 1, seed_hash: "told" };
  const shell = { live: { id: "told", isMine: true, score: score(9), game }, game };
  const journal = new modules["shell/net/journal.js"].Journal(shell);
  const decide = (id, seat) => journal.events.push({ id, seat, version: id, type: "star_marked" });
  const told = () => [journal.recapEvents().map(({ id }) => id), journal.gains[2] ?? null];
  const answer = (other, events) => ({ game: { seat: 1, view: view(other), score: score(4) }, events });
  decide(1, 1);
  journal.remember(answer("later", []), { view: view("earlier"), score: score(2) });
  decide(2, 2);
  decide(3, 2);
  const theirs = told();
  decide(4, 1);
  journal.remember(answer("later", [{ seat: 2, type: "star_marked" }]), { view: view("earlier"), score: score(2) });
  const [mine, before] = [told(), journal.before.seats[1].other];
  shell.live.isMine = false;
  const over = told();
  shell.game.seat = null;
  decide(5, 2);
  return { theirs, mine, over, before, watched: told()[0] };
}"""
"""What a journal tells of others: on their turn, in the middle of the own one, after it, and to who watches."""


def test_what_others_changed_has_a_halo_and_a_recap(arrive: Arrive) -> None:
    """The own move has none, and hides none, even when the stream tells it and the next one before the answer comes."""
    ada, bob = arrive(), arrive()
    ada.create("astra", "Ada", "human")
    bob.page.goto(ada.page.url)
    bob.at("form.sit [name=name]").fill("Bob")
    bob.at("form.sit [type=submit]").click()
    ada.play(0, "star:")
    bob.play(0, "star:")
    ada.sees(".recap", "Bob marked 1 star on")
    expect(ada.at(".map .changed")).to_have_count(1, timeout=PATIENCE)
    ada.at("[data-key=recap-again]").click()
    ada.sees("dialog .log", "Bob marked on")
    ada.page.keyboard.press("Escape")
    held: list[tuple[Route, APIResponse]] = []
    ada.page.route("**/moves?*", lambda route: held.append((route, route.fetch())))
    ada.play(0, "star:")
    bob.sees("h2.mine")
    expect(ada.at(".map .changed")).to_have_count(0, timeout=PATIENCE)
    bob.play(0, "star:")
    bob.sees("h2:not(.mine)")
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(ada.at(".map .changed")).to_have_count(1, timeout=PATIENCE)
    told = ada.page.evaluate(TOLD)
    assert told == {
        "theirs": [[2, 3], 5],
        "mine": [[2, 3], 5],
        "over": [[], None],
        "before": "earlier",
        "watched": [4, 5],
    }


SWIPE = """(by) => {
  const plate = document.querySelector(".column.stage .plate");
  const box = plate.getBoundingClientRect();
  const [clientX, clientY] = [box.x + box.width / 2, box.y + 80];
  const finger = (way) => new Touch({ identifier: 1, target: plate, clientX: clientX + way, clientY });
  plate.dispatchEvent(new TouchEvent("touchstart", { bubbles: true, touches: [finger(0)] }));
  plate.dispatchEvent(new TouchEvent("touchend", { bubbles: true, changedTouches: [finger(by)] }));
  return document.querySelector(".thumbnail[aria-pressed=true]").previousElementSibling?.dataset.look ?? "";
}"""
LOOKED_AT = "document.querySelector('.thumbnail[aria-pressed=true]').dataset.look"


def test_a_swipe_goes_to_the_next_plate_and_back(arrive: Arrive) -> None:
    ada = arrive(width=390, height=844, has_touch=True)
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    ada.at(".thumbnail").first.click()
    first = ada.measure(LOOKED_AT)
    assert ada.page.evaluate(SWIPE, -120) == first
    ada.page.evaluate(SWIPE, 120)
    assert ada.measure(LOOKED_AT) == first
    ada.page.evaluate(SWIPE, -20)
    assert ada.measure(LOOKED_AT) == first


def test_everything_explains_itself_when_tapped_or_by_a_key(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    terms = ada.measure(TERMS)
    assert {"stardust", "wisdom", "card_limit", "elements", "completion", "standing"} <= set(terms)
    for term in terms:
        told = explanation(ada, term)
        assert len(told) > 20, term
        assert "_" not in told
    star = ada.at(".map [data-touch]:not([aria-disabled])").first
    star.focus()
    ada.page.keyboard.press("?")
    ada.sees("dialog.explanation", "A card without marks is begun here.")


def test_keys_show_what_a_star_would_cost_before_it_is_chosen(arrive: Arrive) -> None:
    ada = arrive(width=1440, height=900)
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    before = ada.at(".bar .title").inner_text()
    ada.page.keyboard.press("Tab")
    star = ada.at(".map [data-touch^='star:']:not([aria-disabled])").first
    star.focus()
    ada.sees(".bar .title", "Enter: ")
    ada.at(".bar .effect.cost").wait_for()
    expect(ada.at(PLAY)).to_have_count(0)
    assert ada.at(".table > .unseen[role=status]").inner_text().startswith("Enter: ")
    ada.at(".top button").first.focus()
    expect(ada.at(".bar .title")).to_have_text(before)
    star.focus()
    ada.page.keyboard.press("Enter")
    ada.at(PLAY).wait_for()
    assert "Enter" not in ada.at(".bar .title").inner_text()
    assert (
        ada.at(".table > .unseen[role=status]").inner_text().startswith(ada.at(".bar .title > span").first.inner_text())
    )


FAVICON = "document.getElementById('favicon').getAttribute('href')"


def test_a_tab_says_whose_turn_it_is(arrive: Arrive) -> None:
    ada = arrive()
    ada.create("astra", "Ada", "human")
    bob = arrive()
    bob.page.goto(ada.page.url)
    bob.at("form.sit [name=name]").fill("Bob")
    bob.at("form.sit [type=submit]").click()
    ada.sees("h2.mine")
    expect(ada.page).to_have_title("● Astra, Bob · Almagest", timeout=PATIENCE)
    expect(bob.page).to_have_title("Astra, Ada · Almagest", timeout=PATIENCE)
    assert ada.measure(FAVICON) != bob.measure(FAVICON)


NARROW_PLATES = """() => {
  const wide = (node) => node.getBoundingClientRect().width;
  const names = [...document.querySelectorAll(".sphere .sphere-name")];
  const isWide = (node) => wide(node) > wide(node.previousElementSibling);
  const isCut = (node) => node.scrollHeight > node.clientHeight + 1;
  const isBroken = (node) => node.scrollWidth > node.clientWidth || node.clientHeight > 26;
  const abilities = [...document.querySelectorAll(".plate .ability")];
  const captions = abilities.filter((node) => !node.querySelector(".caps-muted"));
  const lines = [...document.querySelectorAll(".plate-side :is(.fame, .done)")];
  return [...names.filter(isWide), ...abilities.filter(isCut), ...captions, ...lines.filter(isBroken)]
    .map((node) => node.textContent);
}"""
"""Names of spheres that are wider than what they stand on, abilities that are not all there or have no caption, and
numbers beside a map that are broken into lines."""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR", "ru-RU", "uk-UA"])
def test_names_of_spheres_and_abilities_have_room(arrive: Arrive, locale: str) -> None:
    ada = arrive(width=1440, height=900, locale=locale)
    ada.create("astra", "Ada", "random")
    ada.is_ready()
    for width, height in SCREENS:
        ada.resize(width, height)
        ada.at(".plate").first.wait_for()
        assert ada.measure(NARROW_PLATES) == [], width


UNCOVERED = """() => {
  const end = (node) => node.getBoundingClientRect().bottom;
  const panels = [...document.querySelectorAll(".others-tab > .panel")];
  return panels.filter((panel) => [...panel.querySelectorAll("*")].some((node) => end(node) > end(panel))).length;
}"""
"""Boards of others that reach beyond their panel."""


def test_on_a_phone_what_somebody_did_stands_on_their_own_panel(arrive: Arrive) -> None:
    ada = arrive(width=390, height=844)
    ada.create("astra", "Ada", "random", "random")
    ada.play(0, "star:")
    ada.is_ready()
    ada.at("[data-key=tab-others]").click()
    ada.sees(".others-tab .did-since")
    assert ada.measure(UNCOVERED) == 0
