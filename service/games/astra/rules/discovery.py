"""Discovery phase: boons for helpers, cards for the discoverer, the card limit, replacements."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.astra import events as happened
from service.games.astra.moves import Discard, EndTurn, PickBoon
from service.games.astra.refusals import NotYoursToDiscard
from service.games.astra.rules import boons
from service.games.astra.rules.deck import fill_places, sky_without
from service.games.astra.rules.dream import begin_dream, discard_dreamed
from service.games.astra.state import AstraState, AstraStep, Player, player, seats_with, with_player, with_turn
from service.games.base import AUTOMA, Seat, Step
from service.games.refusals import Refusal


def end_action(state: AstraState, seat: Seat, move: EndTurn) -> AstraStep:
    """The player takes no further action."""
    return begin_discovery(state)


def begin_discovery(state: AstraState) -> AstraStep:
    """A-18: full cards one after the other, each wholly before the next; then the limit, then replacements (A-7)."""
    if not state.turn.completed:
        return _check_limit(state)
    card, seat = state.turn.completed[0], state.turn.seat
    ranks = boons.helper_ranks(state, card, seat)
    return boons.offer_boons(state, card, seat, ranks) if ranks else take_card(state).then(begin_discovery)


def take_card(state: AstraState) -> AstraStep:
    """The discoverer gains the card, active."""
    card, *later = state.turn.completed
    seat = state.turn.seat
    me, turn = player(state, seat), state.turn
    after = replace(
        state,
        sky=sky_without(state, card),
        seats=seats_with(state, seat, replace(me, active=(*me.active, card))),
        turn=replace(turn, completed=tuple(later), discovered=turn.discovered + 1, picking=None),
    )
    return Step(after, (happened.CardGained(seat, card),))


def pick_boon(state: AstraState, seat: Seat, move: PickBoon) -> AstraStep:
    """A boon of the card being discovered; with the last one its discovery goes on."""
    return boons.apply(state, seat, move).then(_go_on_after_boons)


def _go_on_after_boons(state: AstraState) -> AstraStep:
    """When all helpers have picked, the card goes to its discoverer, or to the discard if the dreamer completed it."""
    if not boons.is_done(state):
        return Step(state)
    picking = state.turn.picking
    if picking and picking.discoverer == AUTOMA:
        return discard_dreamed(state)
    return take_card(state).then(begin_discovery)


def is_above_limit(me: Player) -> bool:
    return len(me.active) + len(me.exhausted) > me.limit


def _check_limit(state: AstraState) -> AstraStep:
    if is_above_limit(player(state, state.turn.seat)):
        return Step(with_turn(state, phase="discard", picking=None))
    return _replace_discovered(state)


def _replace_discovered(state: AstraState) -> AstraStep:
    """One card for each discovered one, in its place (A-23)."""
    if not state.turn.discovered:
        return begin_dream(state)
    return fill_places(state, "replacement").then(begin_dream)


def moves(state: AstraState, seat: Seat) -> list[Discard]:
    """Any own card, also the one just gained."""
    return [Discard(card) for card in player(state, seat).cards]


def check(state: AstraState, seat: Seat, move: Discard) -> Refusal | None:
    return None if move.card in player(state, seat).cards else NotYoursToDiscard()


def apply(state: AstraState, seat: Seat, move: Discard) -> AstraStep:
    me = player(state, seat)
    state = with_player(
        state,
        seat,
        active=tuple(card for card in me.active if card != move.card),
        exhausted=tuple(card for card in me.exhausted if card != move.card),
    )
    state = replace(state, discard=(*state.discard, move.card))
    return Step(state, (happened.CardDiscarded(seat, move.card),)).then(_check_limit)
