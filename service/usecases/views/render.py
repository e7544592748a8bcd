"""A game as clients see it. Views come from the rulebook's allow-list; the rest is named here, field by field."""

from __future__ import annotations

import functools
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Literal, get_args

import msgspec

from service.games.base import Score, Seat, View, Viewer
from service.store.change_messages import Entry
from service.store.games.idempotency import Answer
from service.store.games.records import GameRecord, SeatRecord, Table
from service.usecases.accounts import names
from service.usecases.games.clocks import time_of
from service.usecases.games.takeback_eligibility import can_take_back
from service.usecases.hints.permission import can_ask
from service.usecases.views.state_parts import parts_of
from service.wire import answers
from service.wire.answers import Offer, SeatClock, TimeControl

Part = Literal["view", "moves", "score"]
"""What a caller can include in an answer, to save a request."""
Parts = frozenset[Part]
PARTS: tuple[Part, ...] = get_args(Part)
NOTHING: Parts = frozenset()
VIEW_ALONE: Parts = frozenset({"view"})

NONCE_DIGITS = 8
"""Of a nonce in an ETag: enough to tell two writes with the same revision apart."""
EDITION = "".join(filter(str.isalnum, version("almagest"))).lower()[:4]
"""In an ETag, as short as can be: the next version of the service may say more of the same game."""


def etag(game: GameRecord, viewer: Viewer, language: str = "", is_inside: bool | None = None) -> str:
    """Version, revision, viewer, language, nonce and edition: no two answers share them.

    Revisions come again in a store that was restored from a backup; nonces do not.
    """
    seen_by = "s" if viewer is None else str(viewer)
    if is_inside is not None and is_inside != (viewer is not None):
        seen_by = "a" if is_inside else f"{viewer}s"
    return f'"{game.clock.version}.{game.revision}.{seen_by}{language}.{game.nonce[:NONCE_DIGITS]}{EDITION}"'


@functools.lru_cache(4096)
def timestamp(milliseconds: int) -> str:
    """RFC 3339."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def optional_timestamp(milliseconds: int) -> str | None:
    """None for 0, which stands for never."""
    return timestamp(milliseconds) if milliseconds else None


def time_control(table: Table) -> TimeControl | None:
    if table.bank_seconds:
        return TimeControl(per_decision=None, bank=table.bank_seconds, increment=table.increment_seconds)
    if table.turn_seconds:
        return TimeControl(per_decision=table.turn_seconds, bank=None, increment=None)
    return None


def _seat_clock(game: GameRecord, seat: Seat) -> SeatClock:
    decision = game.clock.decision(seat)
    runs = decision is not None and not game.clock.paused
    passed = game.clock.paused - decision.at if decision and game.clock.paused else 0
    left = time_of(game.table, game.clock.left, seat) - passed
    return SeatClock(seat=seat, left=left / 1000, since=timestamp(decision.at) if decision and runs else None)


def seat_clocks(game: GameRecord) -> tuple[SeatClock, ...] | None:
    """The clocks of the people at a table where time is limited."""
    if game.clock.status != "running" or time_control(game.table) is None:
        return None
    people = (seat for seat in range(1, len(game.table.seats) + 1) if not game.is_automatic(seat))
    return tuple(_seat_clock(game, seat) for seat in people)


def pause_proposal(game: GameRecord) -> answers.PauseProposal | None:
    """The pause that somebody proposes, with those who agree and are still seated."""
    proposal, people = game.clock.proposal, game.table.people
    if proposal is None or proposal.agreed[0] not in people:
        return None
    agreed = tuple(seat for seat in proposal.agreed if seat in people)
    return answers.PauseProposal(seat=agreed[0], agreed=agreed, lapses_at=timestamp(proposal.until))


def view_of(game: GameRecord, viewer: Viewer, parts: Parts) -> View | None:
    """The board, once there is one."""
    return parts_of(game.rulebook, game.state, viewer).view if game.state and "view" in parts else None


def score_of(game: GameRecord, viewer: Viewer, parts: Parts) -> Score | None:
    """The ledgers: final after the end, before it as far as the viewer may know."""
    if game.state is None or "score" not in parts:
        return None
    return game.result or parts_of(game.rulebook, game.state, viewer).score


def moves_of(game: GameRecord, viewer: Viewer, language: str, parts: Parts) -> tuple[Offer, ...] | None:
    """Every legal move of a viewer who decides."""
    if viewer is None or "moves" not in parts or not game.clock.decision(viewer):
        return None
    return legal_offers(game, viewer, language)


def legal_offers(game: GameRecord, seat: Seat, language: str, kind: str | None = None) -> tuple[Offer, ...]:
    """The offers of a seat that decides now, or those of a type; else none."""
    if game.clock.status != "running" or not game.clock.decision(seat):
        return ()
    offered = parts_of(game.rulebook, game.dealt, seat).offers(seat, language)
    return offered if kind is None else tuple([offer for offer in offered if offer.move.type == kind])


def seats(game: GameRecord, language: str, is_inside: bool) -> tuple[answers.SeatAnswer, ...]:
    """The seats of a game; who sits at the table, and the app itself, see the app's own words for its players."""
    since = {each.seat: timestamp(each.at) for each in game.clock.since}
    shown = names.display_names(game.table, language)

    def seat(number: Seat, record: SeatRecord) -> answers.SeatAnswer:
        is_free = game.state is None and record.is_free
        return answers.SeatAnswer(
            seat=number,
            kind=record.kind,
            name=None if is_free else shown[number - 1],
            level=record.level if record.kind == "bot" else None,
            taken=not is_free,
            host=number == game.table.host,
            resigned=record.resigned,
            deciding_since=since.get(number),
            player=record.player if is_inside and record.player else None,
            metadata=record.metadata if is_inside and record.player else None,
        )

    return tuple([seat(number, record) for number, record in enumerate(game.table.seats, start=1)])


def _public_fields(game: GameRecord, language: str, is_inside: bool = False) -> dict[str, object]:
    """What everybody may know of a public game without looking at the board; for its players also who they are."""
    table, clock = game.table, game.clock
    return {
        "id": table.id,
        "rulebook": table.rulebook,
        "status": clock.status,
        "version": clock.version,
        "visibility": table.visibility,
        "options": table.options,
        "seats": seats(game, language, is_inside),
        "deciders": tuple([each.seat for each in clock.since]),
        "deadline": optional_timestamp(0 if clock.paused else clock.deadline),
        "turn_seconds": table.turn_seconds or None,
        "clock": time_control(table),
        "paused_at": optional_timestamp(clock.paused),
        "paused_until": optional_timestamp(clock.deadline if clock.paused else 0),
        "pause": pause_proposal(game),
        "abandon_at": optional_timestamp(clock.abandon_at),
        "idle_seconds": table.idle_seconds,
        "takebacks": table.takebacks,
        "hints": table.hints,
        "created_at": timestamp(table.created),
        "seed_hash": table.seed_hash,
        "last_event": clock.events,
        "rigged": table.rigged,
    }


def summary(game: GameRecord, language: str, is_inside: bool = False) -> answers.GameSummary:
    return answers.GameSummary(**_public_fields(game, language, is_inside))  # type: ignore[arg-type]  # one name for each field


def my_game(game: GameRecord, seat: Viewer, language: str) -> answers.MyGame:
    return answers.MyGame(**_public_fields(game, language, True), seat=seat)  # type: ignore[arg-type]  # as above


def entropy_of(table: Table) -> tuple[str | None, ...]:
    """What each seat contributed to the deal."""
    return tuple([contribution or None for contribution in table.contributions])


def game(
    game: GameRecord, viewer: Viewer, language: str, parts: Parts = VIEW_ALONE, is_inside: bool | None = None
) -> answers.Game:
    """The `game` object of the API. `is_inside`: whether the caller may know who the players are; None: as a seat."""
    state = game.state
    return answers.Game(
        **_public_fields(game, language, viewer is not None if is_inside is None else is_inside),  # type: ignore[arg-type]  # as above
        seat=viewer,
        rules=state.rules if state else None,
        pack_hash=state.pack_hash if state else None,
        end_reason=game.rulebook.end_reason(state) if game.result and state else None,
        result=game.result,
        rematch=game.table.rematch or None,
        view=view_of(game, viewer, VIEW_ALONE),
        moves=moves_of(game, viewer, language, parts),
        score=score_of(game, viewer, parts),
        clocks=seat_clocks(game),
        can_take_back=can_take_back(game, viewer),
        can_ask_hints=can_ask(game, viewer),
        entropy=entropy_of(game.table),
    )


def game_answer(
    viewer: Viewer, language: str, found: GameRecord, parts: Parts = VIEW_ALONE, is_inside: bool | None = None
) -> Answer:
    shown = game(found, viewer, language, parts, is_inside)
    return Answer(200, msgspec.json.encode(shown), etag(found, viewer, language, is_inside))


def move_answer(after: GameRecord, viewer: Viewer, language: str, entry: Entry, parts: Parts) -> Answer:
    """What the move of an entry did, and the game after it, or later."""
    played = answers.PlayedMove(
        rulebook=after.table.rulebook,
        version=entry.version,
        events=msgspec.Raw(entry.events),
        game=game(after, viewer, language, parts),
    )
    return Answer(200, msgspec.json.encode(played), etag(after, viewer, language))
