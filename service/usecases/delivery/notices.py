"""The notices that a commit sends to the webhooks of the game's app, found by comparing the records alone.

The order within a commit is that of a table: who came, who went, that it began, who decides, that it is over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from service.games.base import Seat
from service.store.games.changes import NoticeRecord
from service.store.games.records import GameRecord, SeatRecord
from service.store.redis import keys
from service.usecases.views.render import optional_timestamp, timestamp
from service.wire import notices
from service.wire.notices import NoticeSeat

_encode = msgspec.json.Encoder().encode

NewNotice = tuple[type[notices.Notice], dict[str, Any]]
"""The type of a notice, and the fields that are its own."""


def _player(seat: SeatRecord) -> str | None:
    """The app's own name for who sits there."""
    return seat.player or None


def _seats(game: GameRecord) -> tuple[NoticeSeat, ...]:
    return tuple(
        NoticeSeat(seat=number, kind=seat.kind, taken=not game.is_free(number), player=_player(seat))
        for number, seat in enumerate(game.table.seats, start=1)
    )


def _seat_after(game: GameRecord, seat: Seat) -> str:
    if game.clock.status == "abandoned":
        return "abandoned"
    return "free" if game.table.seat(seat).is_free else "bot"


def _came_and_went(before: GameRecord, after: GameRecord) -> Iterator[NewNotice]:
    """None after the end: a seat that loses its token then belongs to an erased player."""
    if before.table is after.table or _is_over(before):
        return
    for number, (was, now) in enumerate(zip(before.table.seats, after.table.seats, strict=True), start=1):
        if now.token and not was.token:
            yield notices.SeatTakenNotice, {"seat": number}
        elif was.token and not now.token:
            yield notices.SeatLeftNotice, {"seat": number, "player": _player(was), "then": _seat_after(after, number)}


def _deadline(game: GameRecord) -> int:
    """When the first decider runs out of time; 0 while no time runs."""
    return 0 if game.clock.paused else game.clock.deadline


def _turn(game: GameRecord | None) -> tuple[Any, ...]:
    """What a turn is, seen from outside."""
    if game is None or game.clock.status != "running":
        return ()
    return game.clock.deciders, _deadline(game), bool(game.clock.paused)


def _is_pause_change(before: GameRecord | None, after: GameRecord) -> bool:
    """Whether the game was paused or resumed, and nothing else. Until a webhook learns of it, only the last one counts.

    So whoever pauses and resumes in a loop leaves no more notices than who does it once.
    """
    return before is not None and before.table is after.table and bool(before.clock.paused) != bool(after.clock.paused)


def _is_over(game: GameRecord | None) -> bool:
    return game is not None and game.clock.has_ended


def _is_unannounced(game: GameRecord | None) -> bool:
    """A game that no notice was about: two who wanted a rematch at once have opened one each."""
    return game is not None and game.state is None and not any(seat.token for seat in game.table.seats)


def _began_and_ended(before: GameRecord | None, after: GameRecord) -> Iterator[NewNotice]:
    clock = after.clock
    if after.state is not None and (before is None or before.state is None):
        yield notices.GameStartedNotice, {}
    if clock.status == "running" and _turn(before) != _turn(after):
        deadline = optional_timestamp(_deadline(after))
        yield (
            notices.TurnChangedNotice,
            {"deciders": tuple(clock.deciders), "deadline": deadline, "paused": bool(clock.paused)},
        )
    if clock.abandon_at and not (before and before.clock.abandon_at):
        yield (
            notices.AbandonWarningNotice,
            {"deciders": tuple(clock.deciders), "abandon_at": timestamp(clock.abandon_at)},
        )
    if _is_over(after) and not _is_over(before) and not _is_unannounced(before):
        reason = after.rulebook.end_reason(after.dealt) if after.result else None
        yield notices.GameFinishedNotice, {"winners": after.result.winners if after.result else (), "reason": reason}


def _new_notices(before: GameRecord | None, after: GameRecord) -> list[NewNotice]:
    seated = _came_and_went(before, after) if before else ()
    return [*seated, *_began_and_ended(before, after)]


def notices_for(before: GameRecord | None, after: GameRecord, now: int) -> tuple[NoticeRecord, ...]:
    """The notices of a change; none for a game without an app."""
    if not after.table.app:
        return ()
    found, is_pause = _new_notices(before, after), _is_pause_change(before, after)
    return tuple(_notice_record(after, now, number, is_pause, *each) for number, each in enumerate(found))


def _notice_record(
    game: GameRecord,
    now: int,
    number: int,
    is_pause_change: bool,
    kind: Callable[..., notices.Notice],
    own: dict[str, Any],
) -> NoticeRecord:
    notice = kind(
        id=keys.notice_id(game.id, now, game.revision, number),
        at=timestamp(now),
        game=game.id,
        rulebook=game.table.rulebook,
        status=game.clock.status,
        version=game.clock.version,
        rev=game.revision,
        seats=_seats(game),
        **own,
    )
    supersedes = is_pause_change and kind is notices.TurnChangedNotice
    return NoticeRecord(notice.id, str(notice.__struct_config__.tag), _encode(notice).decode(), supersedes)
