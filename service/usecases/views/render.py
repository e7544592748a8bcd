"""A game as clients see it. Views come from the rulebook's allow-list; the rest is named here, field by field."""

from __future__ import annotations

import msgspec

from service.games.base import Seat, Viewer
from service.store.games.idempotency import Answer
from service.store.games.records import GameRecord, SeatRecord
from service.store.live.change_messages import Entry
from service.usecases.accounts import names
from service.usecases.games.clocks import etag
from service.usecases.games.takeback_eligibility import can_take_back
from service.usecases.hints.permission import can_ask
from service.usecases.views.parts import (
    VIEW_ALONE,
    Parts,
    moves_of,
    score_of,
    view_of,
)
from service.usecases.views.timestamps import (
    clocks_of,
    control,
    stamp,
    timestamp,
)
from service.wire import answers


def _seat(game: GameRecord, number: Seat, seat: SeatRecord, language: str, is_inside: bool) -> answers.SeatAnswer:
    decision, is_free = game.clock.decision(number), game.is_free(number)
    return answers.SeatAnswer(
        seat=number,
        kind=seat.kind,
        name=None if is_free else names.shown(game.table, number, seat, language),
        level=seat.level if seat.kind == "bot" else None,
        taken=not is_free,
        host=number == game.table.host,
        resigned=seat.resigned,
        deciding_since=timestamp(decision.at) if decision else None,
        player=seat.player if is_inside and seat.player else None,
        metadata=seat.metadata if is_inside and seat.player else None,
    )


def _outside(game: GameRecord, language: str, is_inside: bool = False) -> dict[str, object]:
    """What everybody may know of a public game without looking at the board; and who the players are, inside."""
    table, clock = game.table, game.clock
    seats = enumerate(table.seats, start=1)
    return {
        "id": table.id,
        "rulebook": table.rulebook,
        "status": clock.status,
        "version": clock.version,
        "visibility": table.visibility,
        "options": table.options,
        "seats": tuple(_seat(game, number, seat, language, is_inside) for number, seat in seats),
        "deciders": tuple(clock.deciders),
        "deadline": stamp(clock.deadline),
        "turn_seconds": table.turn_seconds or None,
        "clock": control(table),
        "paused_at": stamp(clock.paused),
        "idle_seconds": table.idle_seconds,
        "takebacks": table.takebacks,
        "hints": table.hints,
        "created_at": timestamp(table.created),
        "seed_hash": table.seed_hash,
        "last_event": clock.events,
        "rigged": table.rigged,
    }


def summary(game: GameRecord, language: str) -> answers.GameSummary:
    return answers.GameSummary(**_outside(game, language))  # type: ignore[arg-type]  # one name for each field


def mine(game: GameRecord, seat: Viewer, language: str) -> answers.MyGame:
    return answers.MyGame(**_outside(game, language, True), seat=seat)  # type: ignore[arg-type]  # as above


def game(game: GameRecord, viewer: Viewer, language: str, parts: Parts = VIEW_ALONE) -> answers.Game:
    """The `game` object of the API."""
    state, rulebook = game.state, game.rulebook
    return answers.Game(
        **_outside(game, language, viewer is not None),  # type: ignore[arg-type]  # as above
        seat=viewer,
        rules=state.rules if state else None,
        pack_hash=state.pack_hash if state else None,
        end_reason=rulebook.end_reason(state) if game.result and state else None,
        result=game.result,
        rematch=game.table.rematch or None,
        view=view_of(game, viewer, VIEW_ALONE),
        moves=moves_of(game, viewer, language, parts),
        score=score_of(game, viewer, parts),
        clocks=clocks_of(game),
        can_take_back=can_take_back(game, viewer),
        can_ask_hints=can_ask(game, viewer),
    )


def game_answer(viewer: Viewer, language: str, found: GameRecord, parts: Parts = VIEW_ALONE) -> Answer:
    return Answer(200, msgspec.json.encode(game(found, viewer, language, parts)), etag(found, viewer, language))


def move_answer(after: GameRecord, viewer: Viewer, language: str, entry: Entry, parts: Parts) -> Answer:
    """What the move of an entry did, and the game after it, or later."""
    played = answers.PlayedMove(
        rulebook=after.rulebook.id,
        version=entry.version,
        events=msgspec.Raw(entry.events),
        game=game(after, viewer, language, parts),
    )
    return Answer(200, msgspec.json.encode(played), etag(after, viewer, language))
