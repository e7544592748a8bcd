"""Who may ask what the strong bot would play, and when."""

from __future__ import annotations

from service.games.base import Seat, Viewer
from service.games.refusals import Term
from service.store.games.records import GameRecord
from service.usecases.games import clocks
from service.wire.refusals import HintsOff, NothingToDecide, Paused, Refusal, Refused


def _refusal_by_table(game: GameRecord, seat: Seat) -> Refusal | None:
    """Why this table allows no hints, if it does not; a person who left a seat to a bot counts as a bot."""
    others = (record for number, record in enumerate(game.table.seats, start=1) if number != seat)
    agreed = game.table.hints
    if agreed == "none" or (agreed == "bots" and any(other.kind == "human" for other in others)):
        return HintsOff(Term(f"hints.{agreed}"))
    return None


def _refusal_by_turn(game: GameRecord, seat: Seat) -> Refusal | None:
    if game.clock.paused:
        return Paused()
    return None if game.clock.decision(seat) else NothingToDecide()


def can_ask(game: GameRecord, viewer: Viewer) -> bool:
    if viewer is None or game.clock.status != "running":
        return False
    return not (_refusal_by_table(game, viewer) or _refusal_by_turn(game, viewer))


def check(game: GameRecord, seat: Seat) -> None:
    """Refuse unless the seat may ask now."""
    if refusal := _refusal_by_table(game, seat):
        raise Refused(refusal)
    if game.clock.status != "running":
        raise clocks.not_running(game.clock)
    if refusal := _refusal_by_turn(game, seat):
        raise Refused(refusal)
