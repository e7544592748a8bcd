"""Marking stars: what follows from a mark, whoever makes it and why."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.astra import events as happened
from service.games.astra.content.cards import EMPTY, UNKNOWN, Card
from service.games.astra.content.pack import cards_of
from service.games.astra.refusals import AlreadyDiscovered, CardNotLaidOut
from service.games.astra.rules.gains import gain_wisdom
from service.games.astra.sky import Stroke
from service.games.astra.state import AstraState, AstraStep, SkyCard, sky_card, with_turn
from service.games.base import AUTOMA, Seat, Step
from service.games.refusals import Refusal


def is_undiscovered(card: Card, slot: SkyCard) -> bool:
    """A-1: a fully marked card is no longer undiscovered from that moment."""
    return slot.marked != card.full


def undiscovered_cards(state: AstraState) -> list[tuple[Card, SkyCard]]:
    cards = cards_of(state)
    return [(card, slot) for slot in state.sky if slot.marked != (card := cards[slot.card]).full]


def has_star_to_mark(state: AstraState) -> bool:
    """Whether any laid-out card has an unmarked star; a card that is not known has none to offer."""
    cards = cards_of(state)
    for slot in state.sky:  # noqa: SIM110 - a generator would cost more than the question, which every Observe asks
        if slot.card and slot.marked != cards[slot.card].full:
            return True
    return False


def check_card(state: AstraState, card: str) -> Refusal | None:
    """Stars are marked on cards that are laid out and not full."""
    slot = sky_card(state, card)
    if slot is None or card in (UNKNOWN, EMPTY):
        return CardNotLaidOut()
    return None if is_undiscovered(cards_of(state)[card], slot) else AlreadyDiscovered()


def find_card(state: AstraState, card: str) -> tuple[Card, SkyCard]:
    """A card that is laid out, and its marks."""
    slot = sky_card(state, card)
    if slot is None:
        raise ValueError(f"{card} is not laid out")
    return cards_of(state)[card], slot


def mark(
    state: AstraState, pen: Seat, card: Card, slot: SkyCard, stroke: Stroke, event: happened.StarsMarked
) -> AstraStep:
    """Put marks on stars; the caller has checked that they may be marked."""
    step = Step(_put_marks(state, slot, pen, stroke.stars), (event,))
    if pen != AUTOMA and not stroke.only_common:
        step = step.then(_count_stars, pen, stroke)
    return step.then(_complete_card, pen, card) if slot.marked | stroke.stars == card.full else step


def _put_marks(state: AstraState, slot: SkyCard, pen: Seat, stars: int) -> AstraState:
    marks = (*slot.marks[:pen], slot.marks[pen] | stars, *slot.marks[pen + 1 :])
    changed = SkyCard(slot.card, marks, slot.marked | stars)
    return replace(state, sky=tuple([changed if other is slot else other for other in state.sky]))


def _count_stars(state: AstraState, seat: Seat, stroke: Stroke) -> AstraStep:
    """Grand stars give a wisdom each; the turn remembers what the "this turn" abilities ask about (A-10)."""
    if stroke.grand or state.turn.only_common:
        state = with_turn(state, grand_marked=state.turn.grand_marked + stroke.grand, only_common=False)
    return gain_wisdom(state, seat, stroke.grand) if stroke.grand else Step(state)


def _complete_card(state: AstraState, pen: Seat, card: Card) -> AstraStep:
    """A-18: full cards wait for the Discovery phase in the order in which they were completed."""
    return Step(
        with_turn(state, completed=(*state.turn.completed, card.id)), (happened.ConstellationCompleted(pen, card.id),)
    )
