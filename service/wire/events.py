"""Events outside the rules, which all rulebooks share."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from service.games.base import Event, Seat
from service.games.bot_levels import Level
from service.wire.words import AfterLeaving, AfterResigning


class SeatTaken(Event, frozen=True, omit_defaults=True):
    """Somebody sat down."""

    name: str
    entropy: Annotated[
        str | None, Meta(description="32 bytes that the seat contributes to the deal, hexadecimal; missing: none")
    ] = None


class SeatLeft(Event, frozen=True):
    """Somebody left: the seat is free again, a bot plays on, or nobody is left and the game is abandoned."""

    then: AfterLeaving


class Resigned(Event, frozen=True):
    """Somebody gave the game up: a bot of the level plays on, or nobody is left and the game is abandoned."""

    level: Level
    then: AfterResigning


class BotTookOver(Event, frozen=True):
    """The host handed an idle seat to a bot."""


class TimeRanOut(Event, frozen=True):
    """The seat's time is over: a bot makes the move that follows."""

    then: Literal["bot"] = "bot"


class MoveTakenBack(Event, frozen=True):
    """The seat took its last move back: the board is as it was before that."""

    taken: int
    """The version that the move had made."""


class HintsReady(Event, frozen=True):
    """The hints that the seat has asked for are ready."""


class GameStarted(Event, frozen=True):
    """Every seat is taken, and the board is set up."""


class PauseProposed(Event, frozen=True):
    """Somebody wants to pause the game, which needs the consent of everybody who is seated as a person."""


class PauseAgreed(Event, frozen=True):
    """Somebody agrees to the proposed pause."""


class PauseDeclined(Event, frozen=True):
    """Somebody declined the proposed pause, or withdrew the own proposal."""


class GamePaused(Event, frozen=True):
    """The game is paused as the seat proposed: clocks stop, and nobody can play."""


class GameResumed(Event, frozen=True):
    """Somebody resumed the game, with the time that every seat had left; seat 0: the longest pause is over."""


class HostVoteCast(Event, frozen=True):
    """Somebody wants another host, because the host is away."""


class HostReplaced(Event, frozen=True):
    """The others voted: the seat is the host now."""

    former: Seat
    """The host before."""


class GameFinished(Event, frozen=True):
    """The game is scored: seed, result and replay are public from now on."""

    winners: tuple[Seat, ...]
    reason: str


class RematchOffered(Event, frozen=True):
    """Somebody wants to play again: the next game has reserved a seat for each player of this one."""

    game: str


class AbandonWarning(Event, frozen=True):
    """Nobody has decided for long: the game is abandoned at this time, unless somebody decides."""

    abandon_at: Annotated[str, Meta(extra_json_schema={"format": "date-time"})]


class GameAbandoned(Event, frozen=True):
    """The game is over without a result: too few came, nobody decided for too long, or the host has deleted it."""


TABLE_EVENTS: tuple[type[Event], ...] = (
    SeatTaken,
    SeatLeft,
    Resigned,
    BotTookOver,
    TimeRanOut,
    MoveTakenBack,
    HintsReady,
    GameStarted,
    PauseProposed,
    PauseAgreed,
    PauseDeclined,
    GamePaused,
    GameResumed,
    HostVoteCast,
    HostReplaced,
    GameFinished,
    RematchOffered,
    AbandonWarning,
    GameAbandoned,
)
