"""What the sky promises a seat: cards that it may complete, boons for its marks, and what the turn can still bring."""

from __future__ import annotations

import functools
import math
from typing import NamedTuple

import msgspec

from service.games.astra.bots.weights import (
    BOON,
    EVERY_MARK,
    LATER,
    LONG,
    MISSED,
    NEARNESS,
    RIVALRY,
    STARDUST,
    STARDUST_AT_END,
    TAKEN,
    TELESCOPE,
    USE,
    USES_A_TURN,
    WAITING,
    WISDOM,
)
from service.games.astra.content.cards import Card
from service.games.astra.content.pack import cards_of
from service.games.astra.printed import SPHERES, STRUCK_BY_DREAMER
from service.games.astra.rules.marking import undiscovered_cards
from service.games.astra.sky import Stroke, first_stars, mask_of, next_stars, observes, stars_of, stroke_along
from service.games.astra.state import AstraState, Marking, Player, SkyCard
from service.games.base import AUTOMA, Seat

MANY = 9


class Means(NamedTuple):
    """What a seat can mark on one card in a turn."""

    stars: int
    paths: int


class Outlook(msgspec.Struct, frozen=True, gc=False):
    """What a seat looks at the sky with: how long, with what means, for what gain, and who comes before it."""

    seat: Seat
    players: int
    turns: float
    means: Means
    worth: tuple[float, ...]
    """What a further card gives beyond its own fame and use, by element."""
    rivals: tuple[Means, ...]
    """The means of those who play before the seat does again."""


class Purse(NamedTuple):
    """What the turn's player can still pay with, and the "this turn" abilities in force."""

    stardust: int
    telescopes: int
    lasting: tuple[str, ...]
    only_common: bool


def sky_value(state: AstraState, outlook: Outlook) -> float:
    return sum([prospect(card, slot.marks, outlook) for card, slot in undiscovered_cards(state) if slot.marked])


# A card laid out.


@functools.lru_cache(maxsize=1 << 15)
def prospect(card: Card, marks: tuple[int, ...], outlook: Outlook) -> float:
    """Half a fame for a mark in the end; before that the card, if the seat can complete it first, or a boon."""
    mine = marks[outlook.seat].bit_count()
    at_end = mine / 2
    if not outlook.turns and not outlook.rivals:
        return at_end
    marked = sum(marks)
    left = card.size - marked.bit_count()
    boon = boon_for(card, marks, outlook.seat) if mine else 0.0
    quiet = LATER * (boon + EVERY_MARK * mine) + (1 - LATER) * at_end if outlook.turns else at_end
    needed = Means(left, paths_needed(card, marked))
    if any(_reaches(means, needed) for means in outlook.rivals):
        return TAKEN * (boon - loss_to_rival(card, outlook)) + (1 - TAKEN) * quiet
    if outlook.turns and _reaches(outlook.means, needed):
        price = left * STARDUST + (needed.paths - 1) * TELESCOPE
        return TAKEN * (completion_value(card, marks, outlook) - price) + (1 - TAKEN) * quiet
    return quiet


def _reaches(means: Means, needed: Means) -> bool:
    return means.stars >= needed.stars and means.paths >= needed.paths


def completion_value(card: Card, marks: tuple[int, ...], outlook: Outlook) -> float:
    """The card in hand, less the boons that it gives to rivals."""
    use = USE[outlook.players][card.ability]
    gain = card.fame + use * (WAITING + USES_A_TURN * outlook.turns) if outlook.turns else card.fame
    helpers = [seat for seat in range(1, outlook.players + 1) if seat != outlook.seat and marks[seat]]
    given = sum([boon_for(card, marks, seat) for seat in helpers])
    return max(gain + outlook.worth[SPHERES.index(card.element)], 0.0) - RIVALRY[outlook.players] * given / (
        outlook.players - 1
    )


def loss_to_rival(card: Card, outlook: Outlook) -> float:
    """What it costs the seat that a rival takes the card."""
    return RIVALRY[outlook.players] * (card.fame + 3) / (outlook.players - 1)


@functools.lru_cache(maxsize=1 << 15)
def boon_for(card: Card, marks: tuple[int, ...], seat: Seat) -> float:
    """The boon a helper can hope for: one is struck for each helper with more marks, two more by a busier dreamer."""
    mine = marks[seat].bit_count()
    before = sum([other.bit_count() > mine for other in marks[1:]])
    struck = STRUCK_BY_DREAMER if marks[AUTOMA].bit_count() > mine else 0
    values = _boon_values(card, struck)
    return values[before] if before < len(values) else 0.0


@functools.lru_cache(maxsize=1 << 10)
def _boon_values(card: Card, struck: int) -> tuple[float, ...]:
    values = [BOON[boon.type] * boon.amount for index, boon in enumerate(card.boons) if not struck >> index & 1]
    return tuple(sorted(values, reverse=True))


@functools.lru_cache(maxsize=1 << 15)
def is_one_path(card: Card, marked: int) -> bool:
    """Whether a single Observe can mark all that is left."""
    left = card.size - marked.bit_count()
    return any(len(move.path) == left for move in observes(card, marked, card.size, False))


@functools.lru_cache(maxsize=1 << 15)
def paths_needed(card: Card, marked: int) -> int:
    """How many Observes complete a card: one, two, or more than a turn has."""
    if is_one_path(card, marked):
        return 1
    moves = observes(card, marked, card.size, False)
    return 2 if any(is_one_path(card, marked | mask_of(move.path)) for move in reversed(moves)) else MANY


# What the turn can still bring.


def turn_value(state: AstraState, outlook: Outlook, me: Player) -> float:
    """The stars of an ability that is being resolved, and the action that is still to come."""
    turn = state.turn
    if turn.phase == "marking" and turn.marking:
        free = _marking_value(state, outlook, turn.marking)
        return free if turn.skips_action else free + _action_value(state, outlook, me)
    if turn.phase == "ability" and not turn.skips_action:
        return _action_value(state, outlook, me)
    if turn.phase == "action":
        return max(_observe_value(state, outlook, me) - TELESCOPE, 0.0)
    return 0.0


def _action_value(state: AstraState, outlook: Outlook, me: Player) -> float:
    return max(_rest_value(state, outlook, me), _observe_value(state, outlook, me))


def _stardust(turns: float) -> float:
    return STARDUST if turns >= 2 else STARDUST_AT_END


def _rest_value(state: AstraState, outlook: Outlook, me: Player) -> float:
    refill = me.pouch if "rest_gains_pouch" in state.turn.lasting else max(me.pouch - me.stardust, 0)
    cards, element = cards_of(state), SPHERES[state.sphere]
    turned = sum([_reactivation_value(cards[card], outlook) for card in me.exhausted if cards[card].element == element])
    rested = msgspec.structs.replace(outlook, means=outlook.means._replace(stars=outlook.means.stars + refill))
    reach = sky_value(state, rested) - sky_value(state, outlook)
    return refill * _stardust(outlook.turns) + turned + reach


def _reactivation_value(card: Card, outlook: Outlook) -> float:
    """Near to what the hand gains when an exhausted card of the active element is turned back."""
    stays = math.pow(MISSED, outlook.turns / 2 + NEARNESS[0]) if outlook.turns else 1.0
    return stays * card.fame + (USE[outlook.players][card.ability] * WAITING if outlook.turns else 0.0)


def _observe_value(state: AstraState, outlook: Outlook, me: Player) -> float:
    """The best Observe, roughly, or a card completed by two of them."""
    turn = state.turn
    purse = Purse(me.stardust, me.telescopes - (turn.observes > 0), turn.lasting, turn.only_common)
    return max([best_on(card, slot.marks, outlook, purse) for card, slot in undiscovered_cards(state)], default=0.0)


@functools.lru_cache(maxsize=1 << 14)
def best_on(card: Card, marks: tuple[int, ...], outlook: Outlook, purse: Purse) -> float:
    """What Observes of this card can add to what it promises already."""
    marked = sum(marks)
    found = strokes(card, marked, "first_any_common" in purse.lasting) if card.size else ()
    best = [_stroke_value(card, marks, stroke, outlook, purse) for stroke in found if stroke.count <= purse.stardust]
    left = card.size - marked.bit_count()
    if purse.telescopes > 0 and purse.stardust >= left and paths_needed(card, marked) == 2:
        best.append(completion_value(card, marks, outlook) - left * _stardust(outlook.turns) - TELESCOPE)
    return max(best) - (prospect(card, marks, outlook) if marked else 0.0) if best else 0.0


def _stroke_value(card: Card, marks: tuple[int, ...], stroke: Stroke, outlook: Outlook, purse: Purse) -> float:
    """What marking these stars for stardust gains, with the "this turn" abilities that have been used."""
    grand = stroke.grand * (0.5 + WISDOM * outlook.turns / LONG + purse.lasting.count("fame_per_grand"))
    paid = stroke.count - (_stardust_to_regain(card, marks, stroke, purse) if purse.lasting else 0)
    return grand - paid * _stardust(outlook.turns) + _gain_after(card, marks, stroke.stars, outlook)


def _stardust_to_regain(card: Card, marks: tuple[int, ...], stroke: Stroke, purse: Purse) -> int:
    only_common = stroke.only_common and purse.only_common and sum(marks) | stroke.stars != card.full
    if only_common and "regain_if_common" in purse.lasting:
        return stroke.count
    return stroke.before_grand if "regain_before_grand" in purse.lasting else 0


def _gain_after(card: Card, marks: tuple[int, ...], stars: int, outlook: Outlook) -> float:
    if sum(marks) | stars == card.full:
        return completion_value(card, marks, outlook)
    seat = outlook.seat
    return prospect(card, (*marks[:seat], marks[seat] | stars, *marks[seat + 1 :]), outlook)


@functools.lru_cache(maxsize=1 << 13)
def strokes(card: Card, marked: int, any_common: bool) -> tuple[Stroke, ...]:
    """The Observes of a card, of those that are alike only one."""
    found: dict[tuple[int, int, int, bool], Stroke] = {}
    for move in observes(card, marked, card.size, any_common):
        stroke = stroke_along(card, move.path)
        found.setdefault((stroke.count, stroke.grand, stroke.before_grand, stroke.only_common), stroke)
    return tuple(found.values())


# Stars that an ability marks.


def _marking_value(state: AstraState, outlook: Outlook, marking: Marking) -> float:
    """The best star, as often as the ability still marks one; each of them on another card."""
    values = sorted(
        [_free_value(card, slot, marking, outlook) for card, slot in undiscovered_cards(state) if card.size]
    )
    return sum(values[-marking.left :])


def _free_value(card: Card, slot: SkyCard, marking: Marking, outlook: Outlook) -> float:
    before = prospect(card, slot.marks, outlook) if slot.marked else 0.0
    wisdom = 0.5 + WISDOM * outlook.turns / LONG
    free = free_strokes(card, slot.marked, marking.ability)
    gains = [stroke.grand * wisdom + _gain_after(card, slot.marks, stroke.stars, outlook) for stroke in free]
    return max(gains) - before


@functools.lru_cache(maxsize=1 << 13)
def free_strokes(card: Card, marked: int, ability: str) -> tuple[Stroke, ...]:
    """What one choice of a star marks; of choices that are alike only one."""
    wide = ability == "mark_any_and_adjacent"
    allowed = card.full & ~marked if ability.startswith("mark_any") else first_stars(card, marked)
    found: dict[tuple[int, int], Stroke] = {}
    for star in stars_of(allowed):
        stars = 1 << star | (next_stars(card, marked, star) if wide else 0)
        stroke = Stroke(stars, stars.bit_count(), (stars & card.grand).bit_count())
        found.setdefault((stroke.count, stroke.grand), stroke)
    return tuple(found.values())
