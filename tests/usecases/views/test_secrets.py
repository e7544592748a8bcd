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

from service.core import logs, metrics
from service.core.settings import load_settings
from service.games.base import AUTOMA, Viewer
from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.schemas.moves import load_move
from service.store.delivery.webhooks import Webhook
from service.store.games.records import GameRecord
from service.store.jobs.outbox import PendingJob
from service.store.redis import keys
from service.usecases.accounts.api_keys import create_key
from service.usecases.transaction import load
from service.wire.notices import NOTICE_TYPES
from tests.driver import Json, Table, play_out, play_some, rulebooks
from tests.toy import HIDDEN, canary
from tests.usecases.clubs import ADA, BO, App

_VARYING = {"X-Request-ID", "Date"}
ALL = "include=moves,score"


def _put(table: Table, game: GameRecord, state: Any) -> None:
    """Replace the stored state behind the service's back."""
    store = table.context.store
    store.client.hset(keys.game(table.id), "state", game.rulebook.encode(state))


def _seen(table: Table, viewer: Viewer, moves: list[Json]) -> list[tuple[str, int, bytes, list[tuple[str, str]]]]:
    """All that a viewer can be told without changing anything."""
    answers = [
        (path, table.get(path, viewer))
        for path in ("", "?at=1&eyes=2", "/events", "/score", "/replay", "/moves", "/hints", "/analysis")
    ]
    answers += [(f"/moves?lang={language}", table.get(f"/moves?lang={language}", viewer)) for language in ("fr", "ru")]
    answers.append(("304", table.get("", viewer, If_None_Match='"3"')))
    for move in moves:
        answers.append((f"preview {move}", table.post("/moves/preview?include=view,moves,score", viewer, move)))
        answers.append((f"stale {move}", table.post("/moves", viewer, move, If_Match='"99999"')))
    return [
        (path, answer.status_code, answer.data, sorted(pair for pair in answer.headers if pair[0] not in _VARYING))
        for path, answer in answers
    ]


def _twin(game: GameRecord, viewer: Viewer, chance: Rng) -> Any:
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
    game = load(table.context, table.id)
    for viewer in (None, *range(1, len(game.table.seats) + 1)):
        moves = _moves(table, viewer)
        before = _seen(table, viewer, moves)
        for chance in (1, 2):
            _put(table, game, _twin(game, viewer, Rng(bytes([chance]) * 32)))
            assert _seen(table, viewer, moves) == before
        _put(table, game, game.dealt)


KEY = 99
"""Under this number the table has the key of its app."""


@pytest.mark.parametrize(
    ("rulebook", "played"), [(rulebook, played) for rulebook in rulebooks() for played in (0, 17, 40)]
)
def test_an_app_cannot_tell_apart_what_a_spectator_cannot(app: Flask, rulebook: str, played: int) -> None:
    """With its key it sees private games, and nothing hidden in any."""
    key = create_key(app.extensions["context"], "club").key
    players = max(2, RULEBOOKS[rulebook].min_players)
    for visibility in ("public", "private"):
        table = Table.full(app, rulebook, players, key=key, visibility=visibility)
        if visibility == "public":
            play_some(table, played, seed=played)
        table.tokens[KEY] = key
        game = load(table.context, table.id)
        before = _seen(table, KEY, [])
        assert [status for path, status, *_ in before if path in ("", "/events", "/score")] == [200] * 3
        for chance in (1, 2, 3):
            _put(table, game, _twin(game, None, Rng(bytes([chance]) * 32)))
            assert _seen(table, KEY, []) == before


def _told_of_a_move(table: Table, viewer: Viewer, seat: int, move: Json) -> list[tuple[int, Any]]:
    """What a viewer gets to see of a move that somebody else plays: game, score and events, times apart."""
    before = table.game()
    answer = table.play(seat, move, before["version"])
    assert answer.status_code == 200, answer.data
    told = [table.get(f"?{ALL}", viewer), table.get("/score", viewer)]
    told.append(table.get(f"/events?after={before['last_event']}&{ALL}", viewer))
    return [(answer.status_code, _timeless(answer.json)) for answer in told]


def _timeless(told: Any) -> Any:
    """Without what differs when the same is done a moment later; of a tag that is the mark, drawn for every write."""
    if isinstance(told, list):
        return [_timeless(each) for each in told]
    if not isinstance(told, dict):
        return told
    kept = {name: _timeless(value) for name, value in told.items() if name not in ("deciding_since", "deadline", "at")}
    return kept | {"etag": kept["etag"].rpartition(".")[0]} if "etag" in kept else kept


def _is_public(game: GameRecord, seat: int, viewer: Viewer, twin: Any, move: Json) -> bool:
    """Whether by the rules a move tells the viewer the same of both states: a card may be turned up, or not held."""
    rulebook, played = game.rulebook, load_move(move, game.rulebook)
    if played not in rulebook.legal_moves(twin, seat):
        return False
    steps = [rulebook.apply(state, seat, played) for state in (game.dealt, twin)]
    first, second = (rulebook.known(step.state, viewer) for step in steps)
    return steps[0].events == steps[1].events and first == second


@pytest.mark.parametrize("rulebook", rulebooks())
def test_an_accepted_move_shows_others_nothing_of_a_twin(app: Flask, rulebook: str) -> None:
    """What others get to see of a move depends only on what they may know: the same for states that look the same."""
    table = Table.full(app, rulebook, max(2, RULEBOOKS[rulebook].min_players))
    play_some(table, 12, seed=12)
    compared = 0
    for played in range(12, 24):
        play_some(table, 1, seed=played)
        game = load(table.context, table.id)
        for seat in (seat for seat in game.clock.deciders if seat != AUTOMA):
            move = table.moves(seat)["moves"][0]["move"]
            others = (viewer for viewer in (None, *range(1, len(game.table.seats) + 1)) if viewer != seat)
            compared += sum(_compare(table, game, viewer, seat, move) for viewer in others)
    assert compared >= 5


def _compare(table: Table, game: GameRecord, viewer: Viewer, seat: int, move: Json) -> bool:
    """Play a move in the real state and in a twin that differs from it, and take it back both times."""
    twin = _twin(game, viewer, Rng(b"\7" * 32))
    if twin == game.dealt or not _is_public(game, seat, viewer, twin, move):
        return False
    stored = _stored(table)
    real = _told_of_a_move(table, viewer, seat, move)
    _restore(table, stored)
    _put(table, game, twin)
    assert _told_of_a_move(table, viewer, seat, move) == real
    _restore(table, stored)
    return True


class Hooked:
    """A table of an app that is told everything, and at which moves are taken back."""

    def __init__(self, app: Flask, rulebook: str) -> None:
        context = app.extensions["context"]
        key = create_key(context, "club", ("games", "rig")).key
        players = max(2, RULEBOOKS[rulebook].min_players)
        self.table = Table.full(app, rulebook, players, key=key, rig={"seed": "twins"})
        self._deliveries, self._webhook = context.store.deliveries, Webhook("wh_all", "club", "", NOTICE_TYPES, "", 0)
        assert context.store.webhooks.change(None, self._webhook)
        self.undone: list[int] = []

    def told(self, viewer: Viewer, seat: int, move: Json) -> list[Any]:
        """What a viewer and the app hear of a move that is taken back, or cannot be."""
        self._deliveries.drop(self._webhook.id, keys.shard_of(self.table.id))
        before = self.table.game()
        played = self.table.play(seat, move, before["version"])
        assert played.status_code == 200, played.data
        undone = self.table.post(f"/moves/undo?{ALL}", seat, {}, If_Match=f'"{before["version"] + 1}"')
        self.undone.append(undone.status_code)
        heard = [self.table.get(f"?{ALL}", viewer), self.table.get(f"/events?after={before['last_event']}", viewer)]
        heard += [played, undone] if viewer == seat else []
        return [*((answer.status_code, _timeless(answer.json)) for answer in heard), self._noticed()]

    def _noticed(self) -> list[Any]:
        found = self._deliveries.page(self._webhook.id, "", "", 100)
        return [_timeless({**msgspec.json.decode(each.body), "id": ""}) for each in found]

    def is_alike(self, game: GameRecord, viewer: Viewer, seat: int, move: Json) -> bool:
        """The same move in the real state and in a twin, where by the rules it tells the viewer the same of both."""
        twin = _twin(game, viewer, Rng(b"\5" * 32))
        if twin == game.dealt or not _is_public(game, seat, viewer, twin, move):
            return False
        stored, heard = _stored(self.table), []
        for state in (game.dealt, twin):
            _put(self.table, game, state)
            self.table.context.store.cache.forget(self.table.id)
            heard.append(self.told(viewer, seat, move))
            _restore(self.table, stored)
        assert heard[0] == heard[1]
        return True


@pytest.mark.parametrize("rulebook", rulebooks())
def test_what_can_be_taken_back_and_what_webhooks_are_told_are_the_same_for_twins(app: Flask, rulebook: str) -> None:
    """For the mover itself as well: whether a move can be taken back says nothing of what the seat does not know."""
    hooked, chance = Hooked(app, rulebook), random.Random(21)
    compared = 0
    for played in range(12):
        play_some(hooked.table, 2, seed=played)
        game = load(hooked.table.context, hooked.table.id)
        for seat in (seat for seat in game.clock.deciders if seat != AUTOMA):
            move = chance.choice(hooked.table.moves(seat)["moves"])["move"]
            viewers = (None, *range(1, len(game.table.seats) + 1))
            compared += sum(hooked.is_alike(game, viewer, seat, move) for viewer in viewers)
    assert compared >= 5
    assert set(hooked.undone) == {200, 409}


def _stored(table: Table) -> dict[str, bytes]:
    client, names = table.context.store.client, (keys.game(table.id), keys.events(table.id))
    return {name: client.dump(name) for name in names}


def _restore(table: Table, stored: dict[str, bytes]) -> None:
    for name, dumped in stored.items():
        table.context.store.client.restore(name, 0, dumped, replace=True)


def test_canaries_are_nowhere(
    app: Flask, toy: None, wakeups: list[PendingJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hidden cards carry words that must appear in no answer to anybody else, no log line, no metric, no task."""
    written = io.BytesIO()
    logs.configure(load_settings({"LOG_FORMAT": "json", "LOG_LEVEL": "debug"}))
    monkeypatch.setattr(structlog.get_config()["logger_factory"], "_file", written)
    monkeypatch.setattr("service.api.http.middleware._log", structlog.get_logger())
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "human"}, {"kind": "bot"}])
    table.sit("B")
    heard = [table.play(1, {"type": "draw", "note": "mine"}, 0).data]
    secrets = [card.encode() for card in load(table.context, table.id).dealt.hands[0]]  # type: ignore[attr-defined]  # toy's
    assert secrets
    assert secrets[0] in heard[0]
    table.play(2, {"type": "draw"}, 1)
    others = [table.get(path, viewer).data for path in ("", "/events", "/score", "/moves") for viewer in (None, 2)]
    others += [table.play(1, {"type": "choose", "number": 7}, 2).data, table.play(2, {"type": "oops"}, 2).data]
    others += [table.get("/replay", 2).data, written.getvalue(), metrics.page(), repr(wakeups).encode()]
    assert b"request_id" in written.getvalue()
    hidden = {canary(number).encode() for number in range(1000)} - _own_cards(table, 2)
    for told in others:
        assert not [card for card in hidden if card in told]
    assert wakeups
    for token in table.tokens.values():
        assert token.encode() not in written.getvalue()


def _own_cards(table: Table, seat: int) -> set[bytes]:
    hand: tuple[str, ...] = load(table.context, table.id).dealt.hands[seat - 1]  # type: ignore[attr-defined]  # toy's
    return {card.encode() for card in hand}


def test_the_seed_is_published_after_the_end_alone(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2, options={"rounds": "1"})
    seed = load(table.context, table.id).table.seed.hex()
    for path, viewer in itertools.product(("", "/events", "/score", "/moves", "/replay"), (None, 1, 2)):
        assert seed not in table.get(path, viewer).text
    play_out(table)
    assert (table.get("/replay").json or {})["seed"] == seed


def test_a_preview_changes_nothing_and_shows_hidden_draws_as_unknown(app: Flask, toy: None) -> None:
    table = Table.full(app, "toy", 2)
    before = table.get(seat=1)
    answer = table.post("/moves/preview?include=view", 1, {"type": "draw"})
    assert answer.status_code == 200
    assert (answer.json or {})["view"]["seats"][0]["hand"] == [HIDDEN]
    assert (answer.json or {})["events"] == [{"id": 3, "version": 1, "type": "drawn", "seat": 1}]
    assert b"CANARY" not in answer.data
    assert table.get(seat=1).data == before.data


def test_spectators_do_not_learn_who_the_players_are(app: Flask, toy: None) -> None:
    """Whom an app seats, and what it says of them, is told to those who sit there."""
    table = App(app).table(ADA, BO)
    assert [seat["player"] for seat in table.game(1)["seats"]] == ["user-42", "user-43"]
    assert [(seat["player"], seat["metadata"]) for seat in table.game()["seats"]] == [(None, None)] * 2
    listed = (table.http.get("/v1/games?status=running").json or {})["games"]
    assert [(seat["player"], seat["metadata"]) for seat in listed[0]["seats"]] == [(None, None)] * 2
