"""Marking stars: what follows from a mark, whoever makes it and why."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.packs import Card, cards_of
from service.games.astra.rules.gains import Log, gain_wisdom
from service.games.astra.sky import mask_of
from service.games.astra.state import AstraState, SkyCard, replace, sky_card, with_turn
from service.games.base import AUTOMA, IllegalMove, Seat


def is_undiscovered(card: Card, slot: SkyCard) -> bool:
    """A-1: a fully marked card is no longer undiscovered from that moment."""
    return slot.marked != card.full


def undiscovered(state: AstraState) -> list[tuple[Card, SkyCard]]:
    cards = cards_of(state)
    return [(card, slot) for slot in state.sky if slot.marked != (card := cards[slot.card]).full]


def has_star_to_mark(state: AstraState) -> bool:
    """Whether any laid-out card has an unmarked star; a card that is not known has none to offer."""
    cards = cards_of(state)
    return any(slot.card and slot.marked != cards[slot.card].full for slot in state.sky)


def require_undiscovered(state: AstraState, card_id: str) -> tuple[Card, SkyCard]:
    """The card and its marks, if it is laid out and not full."""
    slot = sky_card(state, card_id)
    if slot is None or not card_id:
        raise IllegalMove("card_not_laid_out", "Star marking", "That constellation is not among the cards laid out.")
    card = cards_of(state)[card_id]
    if not is_undiscovered(card, slot):
        raise IllegalMove("already_discovered", "A-1", "All stars of that constellation are marked already.")
    return card, slot


def _put_marks(state: AstraState, slot: SkyCard, pen: Seat, stars: int) -> AstraState:
    marks = (*slot.marks[:pen], slot.marks[pen] | stars, *slot.marks[pen + 1 :])
    changed = SkyCard(slot.card, marks, slot.marked | stars)
    return replace(state, sky=tuple([changed if other is slot else other for other in state.sky]))


def mark(state: AstraState, pen: Seat, card: Card, slot: SkyCard, path: tuple[int, ...], log: Log) -> AstraState:
    """Put marks on stars; the caller has checked that they may be marked and has logged it."""
    stars = mask_of(path)
    state = _put_marks(state, slot, pen, stars)
    if pen != AUTOMA:
        state = _note_stars(state, pen, card, stars, log)
    if slot.marked | stars == card.full:
        state = _note_completed(state, pen, card, log)
    return state


def _note_stars(state: AstraState, seat: Seat, card: Card, stars: int, log: Log) -> AstraState:
    """Grand stars give a wisdom each; the turn remembers what the "this turn" abilities ask about (A-10)."""
    grand = (card.grand & stars).bit_count()
    if stars & ~card.common and state.turn.only_common:
        state = with_turn(state, only_common=False)
    if grand:
        state = with_turn(state, grand_marked=state.turn.grand_marked + grand)
        state = gain_wisdom(state, seat, grand, log)
    return state


def _note_completed(state: AstraState, pen: Seat, card: Card, log: Log) -> AstraState:
    """A-18: full cards wait for the Discovery phase in the order in which they were completed."""
    log.append(happened.ConstellationCompleted(pen, card.id))
    return with_turn(state, completed=(*state.turn.completed, card.id))
