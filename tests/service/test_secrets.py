"""Nothing that a viewer may not know reaches it: by bodies, headers, ETags, lengths, logs, metrics or tasks."""

from __future__ import annotations

import io
import itertools
import random
from typing import Any

import msgspec
import pytest
import structlog
from flask import Flask

from service import logs, metrics
from service.config import load as load_settings
from service.games.base import Viewer
from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.store import keys
from service.store.outbox import Owed
from service.store.records import Game
from service.tables.writing import load
from tests.service.driver import Json, Table, play_some, rulebooks
from tests.service.toy import canary

_VARYING = {"X-Request-ID", "Date"}


def _put(table: Table, game: Game, state: Any) -> None:
    """Replace the stored state behind the service's back."""
    store = table.tables.store
    store.client.hset(keys.game(table.id), "state", game.rulebook.encode(state))


def _seen(table: Table, viewer: Viewer, moves: list[Json]) -> list[tuple[str, int, bytes, list[tuple[str, str]]]]:
    """All that a viewer can be told without changing anything."""
    answers = [(path, table.get(path, viewer)) for path in ("", "/events", "/score", "/replay", "/moves")]
    answers += [(f"/moves?lang={language}", table.get(f"/moves?lang={language}", viewer)) for language in ("fr", "ru")]
    answers.append(("304", table.get("", viewer, If_None_Match='"3"')))
    for move in moves:
        answers.append((f"preview {move}", table.post("/moves/preview", viewer, move)))
        answers.append((f"stale {move}", table.post("/moves", viewer, move, If_Match='"99999"')))
    return [
        (path, answer.status_code, answer.data, sorted(pair for pair in answer.headers if pair[0] not in _VARYING))
        for path, answer in answers
    ]


def _twin(game: Game, viewer: Viewer, chance: Rng) -> Any:
    """Another state that the viewer cannot tell from the real one."""
    rulebook = game.rulebook
    return rulebook.imagine(rulebook.known(game.dealt, viewer), viewer, chance)


def _moves(table: Table, viewer: Viewer) -> list[Json]:
    if viewer is None:
        return []
    offered = [offer["move"] for offer in table.moves(viewer)["moves"]]
    return random.Random(4).sample(offered, min(4, len(offered)))


@pytest.mark.parametrize(("rulebook", "played"), list(itertools.product(rulebooks(), (0, 3, 17, 40))))
def test_states_that_differ_in_a_secret_look_the_same(app: Flask, rulebook: str, played: int) -> None:
    table = Table.full(app, rulebook, max(2, RULEBOOKS[rulebook].min_players))
    play_some(table, played, seed=played)
    game = load(table.tables, table.id)
    for viewer in (None, *range(1, len(game.table.seats) + 1)):
        moves = _moves(table, viewer)
        before = _seen(table, viewer, moves)
        for chance in (1, 2):
            _put(table, game, _twin(game, viewer, Rng(bytes([chance]) * 32)))
            assert _seen(table, viewer, moves) == before
        _put(table, game, game.dealt)


@pytest.mark.parametrize("rulebook", rulebooks())
def test_an_accepted_move_shows_others_nothing_of_a_twin(app: Flask, rulebook: str) -> None:
    """What a spectator gets to see of a move depends only on what a spectator may know."""
    table = Table.full(app, rulebook, max(2, RULEBOOKS[rulebook].min_players))
    play_some(table, 12, seed=12)
    view = table.game()
    assert view["view"] == msgspec.json.decode(
        msgspec.json.encode(RULEBOOKS[rulebook].view(load(table.tables, table.id).dealt, None))
    )


def test_canaries_are_nowhere(app: Flask, toy: None, hints: list[Owed], monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden cards carry words that must appear in no answer to anybody else, no log line, no metric, no task."""
    written = io.BytesIO()
    logs.configure(load_settings({"LOG_FORMAT": "json", "LOG_LEVEL": "debug"}))
    monkeypatch.setattr(structlog.get_config()["logger_factory"], "_file", written)
    monkeypatch.setattr("service.api.envelope._log", structlog.get_logger())
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "human"}, {"kind": "bot"}])
    table.sit("B")
    heard = [table.play(1, {"type": "draw", "note": "mine"}, 0).data]
    secrets = [card.encode() for card in load(table.tables, table.id).dealt.hands[0]]  # type: ignore[attr-defined]  # toy's
    assert secrets
    assert secrets[0] in heard[0]
    table.play(2, {"type": "draw"}, 1)
    others = [table.get(path, viewer).data for path in ("", "/events", "/score", "/moves") for viewer in (None, 2)]
    others += [table.play(1, {"type": "choose", "number": 7}, 2).data, table.play(2, {"type": "oops"}, 2).data]
    others += [table.get("/replay", 2).data, written.getvalue(), metrics.page(), repr(hints).encode()]
    assert b"request_id" in written.getvalue()
    hidden = {canary(number).encode() for number in range(1000)} - _own_cards(table, 2)
    for told in others:
        assert not [card for card in hidden if card in told]
    assert hints
    for token in table.tokens.values():
        assert token.encode() not in written.getvalue()


def _own_cards(table: Table, seat: int) -> set[bytes]:
    hand: tuple[str, ...] = load(table.tables, table.id).dealt.hands[seat - 1]  # type: ignore[attr-defined]  # toy's
    return {card.encode() for card in hand}


def test_the_seed_is_published_after_the_end_alone(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    seed = load(table.tables, table.id).table.seed.hex()
    for path, viewer in itertools.product(("", "/events", "/score", "/moves"), (None, 1, 2)):
        assert seed not in table.get(path, viewer).text


def test_a_preview_changes_nothing_and_shows_hidden_draws_as_unknown(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    before = table.get(seat=1)
    answer = table.post("/moves/preview", 1, {"type": "draw"})
    assert answer.status_code == 200
    assert (answer.json or {})["events"] == [{"type": "drawn", "seat": 1}]
    assert b"CANARY" not in answer.data
    assert table.get(seat=1).data == before.data
