"""Ability phase: the abilities that mark stars free of charge, one star at a time."""

from __future__ import annotations

from collections.abc import Callable

from service.games.astra import events as happened
from service.games.astra.content.cards import Card
from service.games.astra.moves import MarkStar
from service.games.astra.refusals import StarNotAllowed
from service.games.astra.rules.marking import check_card, find_card, mark, undiscovered_cards
from service.games.astra.sky import first_stars, markings, next_stars, stars_of, stroke_along
from service.games.astra.state import AstraState, AstraStep, Marking, with_turn
from service.games.astra.words import AbilityId
from service.games.base import Seat, Step
from service.games.refusals import Refusal

Stars = Callable[[Card, int, Marking], int]
"""Which stars of a card, with these marks, the ability may mark next."""


def _any_star(card: Card, marked: int, _: Marking) -> int:
    return card.full & ~marked if card.size else 0


def _first_star_elsewhere(card: Card, marked: int, marking: Marking) -> int:
    """By the first-star rule, each time on a different card."""
    return 0 if card.id in marking.cards else first_stars(card, marked)


def _second_of_path_or_elsewhere(card: Card, marked: int, marking: Marking) -> int:
    """A-17: two on one card are one path; otherwise the second star goes onto another card."""
    if card.id in marking.cards:
        return next_stars(card, marked, marking.last)
    return first_stars(card, marked)


STARS: dict[AbilityId, Stars] = {
    "mark_any": _any_star,
    "mark_any_and_adjacent": _any_star,
    "mark_three_cards": _first_star_elsewhere,
    "mark_two": _second_of_path_or_elsewhere,
}


def choices(state: AstraState, marking: Marking) -> list[tuple[Card, int]]:
    """The cards with stars that the ability may mark now."""
    allowed = STARS[marking.ability]
    found = [(card, allowed(card, slot.marked, marking)) for card, slot in undiscovered_cards(state)]
    return [(card, stars) for card, stars in found if stars]


def _marking_in_progress(state: AstraState) -> Marking:
    if state.turn.marking is None:
        raise ValueError("no ability is marking stars")
    return state.turn.marking


def moves(state: AstraState, seat: Seat) -> list[MarkStar]:
    found: list[MarkStar] = []
    for card, stars in choices(state, _marking_in_progress(state)):
        found += markings(card, stars)
    return found


def check(state: AstraState, seat: Seat, move: MarkStar) -> Refusal | None:
    return check_card(state, move.card) or _check_star(state, move)


def _check_star(state: AstraState, move: MarkStar) -> Refusal | None:
    card, slot = find_card(state, move.card)
    marking = _marking_in_progress(state)
    allowed = STARS[marking.ability](card, slot.marked, marking)
    is_allowed = 0 <= move.star < card.size and allowed >> move.star & 1
    return None if is_allowed else StarNotAllowed()


def apply(state: AstraState, seat: Seat, move: MarkStar) -> AstraStep:
    card, slot = find_card(state, move.card)
    marking = _marking_in_progress(state)
    stars = _stars_marked(marking, card, slot.marked, move.star)
    event = happened.StarsMarked(seat, card.id, stars)
    left = Marking(marking.ability, marking.left - 1, (*marking.cards, card.id), move.star)
    return mark(state, seat, card, slot, stroke_along(card, stars), event).then(_continue_marking, left)


def _stars_marked(marking: Marking, card: Card, marked: int, star: int) -> tuple[int, ...]:
    """Andromeda and its like mark all unmarked neighbours too."""
    if marking.ability != "mark_any_and_adjacent":
        return (star,)
    return (star, *stars_of(next_stars(card, marked, star)))


def _continue_marking(state: AstraState, marking: Marking) -> AstraStep:
    """A-3: as many stars as can be marked; then back to the Ability phase."""
    if marking.left and choices(state, marking):
        return Step(with_turn(state, marking=marking))
    return Step(with_turn(state, phase="ability", marking=None))
