"""Discovery phase: boons for helpers, cards for the discoverer, the card limit, replacements."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.moves import Discard, EndTurn, PickBoon
from service.games.astra.refusals import NotYoursToDiscard
from service.games.astra.rules import boons
from service.games.astra.rules.deck import clear_place, fill_places
from service.games.astra.rules.dream import begin_dream, discard_dreamed
from service.games.astra.rules.gains import Log
from service.games.astra.state import AstraState, Player, player, replace, with_player, with_turn
from service.games.base import AUTOMA, Seat
from service.games.refusals import Refusal


def end_action(state: AstraState, seat: Seat, move: EndTurn, log: Log) -> AstraState:
    """The player takes no further action."""
    return begin_discovery(state, log)


def begin_discovery(state: AstraState, log: Log) -> AstraState:
    """A-18: full cards one after the other, each wholly before the next; then the limit, then replacements (A-7)."""
    while state.turn.completed:
        picking = boons.open_picking(state, state.turn.completed[0], state.turn.seat, log)
        if picking:
            return with_turn(state, phase="boons", picking=picking)
        state = take_card(state, log)
    return _check_limit(state, log)


def take_card(state: AstraState, log: Log) -> AstraState:
    """The discoverer gains the card, active."""
    card, *later = state.turn.completed
    seat = state.turn.seat
    log.append(happened.CardGained(seat, card))
    state = clear_place(state, card)
    state = with_player(state, seat, active=(*player(state, seat).active, card))
    return with_turn(state, completed=tuple(later), discovered=state.turn.discovered + 1, picking=None)


def pick_boon(state: AstraState, seat: Seat, move: PickBoon, log: Log) -> AstraState:
    """A boon of the card being discovered; with the last one its discovery goes on."""
    state = boons.apply(state, seat, move, log)
    return _after_boons(state, log) if boons.is_done(state) else state


def _after_boons(state: AstraState, log: Log) -> AstraState:
    """All helpers have picked: the card goes to its discoverer, or to the discard if the dreamer completed it."""
    picking = state.turn.picking
    if picking and picking.discoverer == AUTOMA:
        return discard_dreamed(state, log)
    return begin_discovery(take_card(state, log), log)


def is_above_limit(me: Player) -> bool:
    return len(me.active) + len(me.exhausted) > me.limit


def _check_limit(state: AstraState, log: Log) -> AstraState:
    if is_above_limit(player(state, state.turn.seat)):
        return with_turn(state, phase="discard", picking=None)
    return _replace_discovered(state, log)


def _replace_discovered(state: AstraState, log: Log) -> AstraState:
    """One card for each discovered one, in its place (A-23)."""
    if state.turn.discovered:
        state = fill_places(state, "replacement", log)
    return begin_dream(state, log)


def moves(state: AstraState, seat: Seat) -> list[Discard]:
    """Any own card, also the one just gained."""
    return [Discard(card) for card in player(state, seat).cards]


def check(state: AstraState, seat: Seat, move: Discard) -> Refusal | None:
    return None if move.card in player(state, seat).cards else NotYoursToDiscard()


def apply(state: AstraState, seat: Seat, move: Discard, log: Log) -> AstraState:
    me = player(state, seat)
    log.append(happened.CardDiscarded(seat, move.card))
    state = with_player(
        state,
        seat,
        active=tuple(card for card in me.active if card != move.card),
        exhausted=tuple(card for card in me.exhausted if card != move.card),
    )
    return _check_limit(replace(state, discard=(*state.discard, move.card)), log)
