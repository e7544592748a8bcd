"""How good a state is for a seat, in fame: what final scoring would give now, and what the rest is worth later.

The weights were tuned by self-play. `evaluate` reads only what `known` leaves.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from service.games.astra.bots.outlook import Means, Outlook, sky_value, turn_value
from service.games.astra.bots.weights import (
    CARDS_A_ROUND,
    FREE_MARKS,
    LONG,
    MISSED,
    NEARNESS,
    POUCH,
    REACH,
    RIVALRY,
    STARDUST,
    STARDUST_AT_END,
    TELESCOPE,
    USE,
    USES_A_TURN,
    WAITING,
    WISDOM,
)
from service.games.astra.content.cards import Card
from service.games.astra.content.pack import cards_of
from service.games.astra.printed import MAX_POUCH, MAX_WISDOM, SCORING_CARDS, SPHERES
from service.games.astra.rules.scoring import element_fame
from service.games.astra.state import UNKNOWN_BOON, UNKNOWN_SCORING, AstraState, Player, player
from service.games.base import AUTOMA, Seat

Lookup = Callable[[str], Card]
"""The cards of a pack by their ids: a method of its dictionary, which a cache knows by identity."""

GRANTS = {
    "fame": "fame",
    "stardust": "stardust",
    "observation": "telescopes",
    "improvement": "pouch",
    "wisdom": "wisdom",
}
"""The field of the journal that a boon adds to."""


def turns_left(state: AstraState, seat: Seat) -> float:
    """Turns the seat still has after this one: an estimate, or what is certain once Game End has surfaced."""
    if state.turn.phase == "over":
        return 0.0
    if state.last_round:
        return float(state.last_round - state.round + (seat > state.turn.seat))
    return min(1 + state.above_end / CARDS_A_ROUND[state.players], LONG)


def evaluate(state: AstraState, seat: Seat) -> float:
    """Own standing and prospects, less a share of what the others have."""
    turns = turns_left(state, seat)
    me = _with_what_is_due(state, seat)
    lookup, moment = cards_of(state).__getitem__, Moment(state.players, state.sphere, turns)
    own = _assess_seat(lookup, me, moment)
    outlook = Outlook(seat, state.players, turns, own.means, own.worth, _rivals(state, seat))
    value = own.value + sky_value(state, outlook)
    if state.turn.seat == seat:
        value += turn_value(state, outlook, me)
    others = [other for number, other in enumerate(state.seats, 1) if number != seat]
    against = sum([_assess_seat(lookup, other, moment).value for other in others])
    return value - RIVALRY[state.players] * against / len(others)


def seat_value(state: AstraState, seat: Seat) -> float:
    """What the seat has in its journal and beside it, without the others."""
    moment = Moment(state.players, state.sphere, turns_left(state, seat))
    return _assess_seat(cards_of(state).__getitem__, _with_what_is_due(state, seat), moment).value


def _rivals(state: AstraState, seat: Seat) -> tuple[Means, ...]:
    """Those who play before the seat does again, the next one first; in the last round, those who still play."""
    lookup = cards_of(state).__getitem__
    return tuple([_means(lookup, player(state, other)) for other in _seats_before(state, seat)])


def _seats_before(state: AstraState, seat: Seat) -> list[Seat]:
    now, phase, players = state.turn.seat, state.turn.phase, state.players
    first = now if now != seat and phase == "ability" else now % players + 1
    order = [(first + step - 1) % players + 1 for step in range((seat - first) % players)]
    if state.last_round != state.round:
        return order
    return [other for other in order if other >= now and phase != "over"]


# What is due: decided, but not yet in the journal.


def _with_what_is_due(state: AstraState, seat: Seat) -> Player:
    """The journal with a sealed boon, with cards that wait for their discoverer and with what the turn's end pays."""
    me = player(state, seat)
    if state.turn.picking:
        me = _with_sealed_pick(state, seat, me)
    return _with_turns_end(state, me) if state.turn.seat == seat else me


def _with_sealed_pick(state: AstraState, seat: Seat, me: Player) -> Player:
    picking = state.turn.picking
    pick = next((pick for pick in picking.picks if pick.seat == seat), None) if picking else None
    if picking is None or pick is None or pick.boon == UNKNOWN_BOON:
        return me
    boon = cards_of(state)[picking.card].boons[pick.boon]
    if boon.type == "activation":
        left = tuple(card for card in me.exhausted if card not in pick.activate)
        return msgspec.structs.replace(me, active=me.active + pick.activate, exhausted=left)
    field = GRANTS[boon.type]
    return msgspec.structs.replace(me, **{field: getattr(me, field) + boon.amount})


def _with_turns_end(state: AstraState, me: Player) -> Player:
    """A-2: "this turn" abilities pay at the end; a card completed in a dream goes to nobody (A-9)."""
    turn = state.turn
    if not turn.completed and not turn.lasting:
        return me
    in_dream = turn.picking is not None and turn.picking.discoverer == AUTOMA
    return msgspec.structs.replace(
        me,
        active=me.active if in_dream else me.active + turn.completed,
        fame=me.fame + turn.lasting.count("fame_per_grand") * turn.grand_marked,
        stardust=me.stardust + _stardust_to_regain(state),
    )


def _stardust_to_regain(state: AstraState) -> int:
    turn = state.turn
    if "regain_if_common" in turn.lasting and turn.only_common and not turn.discovered and not turn.completed:
        return turn.spent
    return turn.spent_before_grand if "regain_before_grand" in turn.lasting else 0


# The journal and the cards beside it.


def _journal_value(me: Player, turns: float) -> float:
    later = turns / LONG
    wisdom, pouch = min(me.wisdom, MAX_WISDOM), min(me.pouch, MAX_POUCH)
    return (
        me.fame
        + pouch * (1 + POUCH * later)
        + me.limit
        + wisdom * WISDOM * later
        + me.telescopes * TELESCOPE * min(turns / 2, 1.0)
        + me.stardust * (STARDUST if turns >= 2 else STARDUST_AT_END)
    )


class Moment(NamedTuple):
    """When a journal is looked at, and among how many."""

    players: int
    sphere: int
    turns: float


class Assessment(NamedTuple):
    """What a seat has in its journal and beside it."""

    value: float
    worth: tuple[float, ...]
    """What one more card of each element would add to the fame and use of the card itself."""
    means: Means


@functools.lru_cache(maxsize=1 << 14)
def _assess_seat(lookup: Lookup, me: Player, moment: Moment) -> Assessment:
    active, exhausted = tuple(map(lookup, me.active)), tuple(map(lookup, me.exhausted))
    hand, worth = _hand_value(me.scoring, active, exhausted, me.limit, moment)
    return Assessment(_journal_value(me, moment.turns) + hand, worth, _means(lookup, me))


@functools.lru_cache(maxsize=1 << 13)
def _means(lookup: Lookup, me: Player) -> Means:
    """How many stars of one card the stardust and the active cards of a seat can mark in a turn, in how many paths."""
    effects = [lookup(card).ability for card in me.active]
    stars, paths = sum([REACH.get(effect, 0) for effect in effects]), sum([effect in FREE_MARKS for effect in effects])
    return Means(me.stardust + stars, me.telescopes + 1 + paths)


def _hand_value(
    scoring: int, active: tuple[Card, ...], exhausted: tuple[Card, ...], limit: int, moment: Moment
) -> tuple[float, tuple[float, ...]]:
    """The cards that the limit lets the seat keep, with their elements; and what one more of each element would add."""
    values = [(card_value(card, moment), card.element) for card in active]
    values += [(exhausted_value(card, moment), card.element) for card in exhausted]
    kept = sorted(values, reverse=True)[:limit]
    marks = _element_marks(scoring, tuple([element for _, element in kept]))
    given_up = kept[-1][0] if len(kept) == limit else 0.0
    worth = tuple([element_fame(more) - element_fame(marks) - given_up for more in _one_more(marks)])
    return sum([value for value, _ in kept]) + element_fame(marks), worth


def card_value(card: Card, moment: Moment) -> float:
    """A card that is active: its fame, and this use and later ones."""
    if not moment.turns:
        return float(card.fame)
    return card.fame + USE[moment.players][card.ability] * (WAITING + USES_A_TURN * moment.turns)


def exhausted_value(card: Card, moment: Moment) -> float:
    players, sphere, turns = moment
    if not turns:
        return 0.0
    return _return_chance(card.element, sphere, turns) * card.fame + USE[players][card.ability] * USES_A_TURN * turns


@functools.lru_cache(maxsize=1 << 10)
def _return_chance(element: str, sphere: int, turns: float) -> float:
    """How likely an exhausted card is turned back before the end."""
    steps = (SPHERES.index(element) - sphere) % len(SPHERES)
    return 1 - math.pow(MISSED, turns / 2 + NEARNESS[steps])


@functools.lru_cache(maxsize=1 << 12)
def _element_marks(scoring: int, elements: tuple[str, ...]) -> tuple[int, ...]:
    marked = elements if scoring == UNKNOWN_SCORING else elements + SCORING_CARDS[scoring]
    return tuple(min(marked.count(element), 4) for element in SPHERES)


@functools.cache
def _one_more(marks: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return tuple((*marks[:row], min(count + 1, 4), *marks[row + 1 :]) for row, count in enumerate(marks))
