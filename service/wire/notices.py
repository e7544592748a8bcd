"""Notices to webhooks: a struct per `type`. They hold public facts, and the app's own ids of players."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from service.games.base import Seat
from service.wire.answers import GameVersion, Time
from service.wire.words import AfterLeaving, SeatKind, Status

NoticeType = Literal["game.started", "turn.changed", "game.finished", "game.abandon_warning", "seat.taken", "seat.left"]
NOTICE_TYPES: tuple[NoticeType, ...] = get_args(NoticeType)
Deciders = Annotated[tuple[Seat, ...], Meta(description="the seats that have to decide; 0 is the automa")]


class NoticeSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat of the game. It has no name: the app knows its players' names, and can get the game."""

    seat: Seat
    kind: SeatKind
    taken: bool
    player: Annotated[str | None, Meta(description="the app's own name for the player there")]


class Notice(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """What happened in one of the app's games."""

    id: Annotated[str, Meta(description="the same whenever it is sent again")]
    at: Time
    game: Annotated[str, Meta(description="the id of the game")]
    rulebook: str
    status: Status
    version: GameVersion
    rev: Annotated[int, Meta(description="grows with every write of the game: compare it to ignore older notices")]
    seats: tuple[NoticeSeat, ...]


class GameStartedNotice(Notice, frozen=True, kw_only=True, tag="game.started"):
    """Every seat is taken, and the board is set up."""


class TurnChangedNotice(Notice, frozen=True, kw_only=True, tag="turn.changed"):
    """Others decide than before, or until another time."""

    deciders: Deciders
    deadline: Annotated[Time | None, Meta(description="when the first of them runs out of time")]
    paused: Annotated[bool, Meta(description="whether the game is paused")]


class GameFinishedNotice(Notice, frozen=True, kw_only=True, tag="game.finished"):
    """The game is over: `finished` with its winners, or `abandoned` with none."""

    winners: tuple[Seat, ...]
    reason: Annotated[str | None, Meta(description="why it ended, in the rulebook's words")]


class AbandonWarningNotice(Notice, frozen=True, kw_only=True, tag="game.abandon_warning"):
    """Nobody has decided for long: the game is abandoned at this time, unless somebody decides."""

    deciders: Deciders
    abandon_at: Annotated[Time, Meta(description="when the game ends as `abandoned`")]


class SeatTakenNotice(Notice, frozen=True, kw_only=True, tag="seat.taken"):
    """Somebody sat down."""

    seat: Seat


class SeatLeftNotice(Notice, frozen=True, kw_only=True, tag="seat.left"):
    """Somebody left, gave up or was replaced."""

    seat: Seat
    player: Annotated[str | None, Meta(description="the app's own name for the player who was there")]
    then: Annotated[AfterLeaving, Meta(description="the seat is free again, a bot plays on, or nobody is left")]


NOTICES: tuple[type[Notice], ...] = tuple(Notice.__subclasses__())
