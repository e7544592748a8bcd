"""Dream phase: in a two-player game the dreamer's pen marks stars after a Rest."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.astra import events as happened
from service.games.astra.content.cards import Card
from service.games.astra.moves import Dream
from service.games.astra.printed import DREAM_NUMBERS
from service.games.astra.refusals import BrokenDream, DreamTooLong, DreamTooShort, WrongDreamCard
from service.games.astra.rules.boons import helper_ranks, offer_boons
from service.games.astra.rules.deck import fill_places, sky_without
from service.games.astra.rules.end_turn import finish_turn
from service.games.astra.rules.marking import check_card, find_card, mark, undiscovered_cards
from service.games.astra.sky import dreams, first_stars, is_dead_end, is_path, is_untouched, stroke_along
from service.games.astra.state import AstraState, AstraStep, SkyCard, with_turn
from service.games.base import AUTOMA, Seat, Step
from service.games.refusals import Refusal


def begin_dream(state: AstraState) -> AstraStep:
    """After a Rest of a two-player game; A-16: skipped when no undiscovered card is left."""
    if state.players == 2 and state.turn.rested and undiscovered_cards(state):
        return Step(with_turn(state, phase="dream", picking=None))
    return finish_turn(state)


def dream_cards(state: AstraState) -> list[tuple[Card, SkyCard]]:
    """Untouched cards if there are any, of those the largest; several only when they tie."""
    cards = undiscovered_cards(state)
    candidates = [(card, slot) for card, slot in cards if is_untouched(slot.marked)] or cards
    largest = max((card.size for card, _ in candidates), default=0)
    return [(card, slot) for card, slot in candidates if card.size == largest]


def dream_number(state: AstraState) -> int:
    """Printed on the sphere that is active now, after the Rest moved the marker."""
    return DREAM_NUMBERS[state.sphere]


def moves(state: AstraState, seat: Seat) -> list[Dream]:
    number = dream_number(state)
    return [move for card, slot in dream_cards(state) for move in dreams(card, slot.marked, number)]


def check(state: AstraState, seat: Seat, move: Dream) -> Refusal | None:
    return check_card(state, move.card) or _check_path(state, move)


def _check_path(state: AstraState, move: Dream) -> Refusal | None:
    card, slot = find_card(state, move.card)
    number = dream_number(state)
    if card.id not in (candidate.id for candidate, _ in dream_cards(state)):
        return WrongDreamCard()
    if not is_path(card, slot.marked, first_stars(card, slot.marked), move.path):
        return BrokenDream()
    if len(move.path) > number:
        return DreamTooLong(number)
    is_done = len(move.path) == number or is_dead_end(card, slot.marked, move.path)
    return None if is_done else DreamTooShort(number)


def apply(state: AstraState, seat: Seat, move: Dream) -> AstraStep:
    """A-9: the dreamer gains nothing, but its marks are ordinary marks."""
    card, slot = find_card(state, move.card)
    event = happened.StarsMarked(AUTOMA, card.id, move.path)
    return mark(state, AUTOMA, card, slot, stroke_along(card, move.path), event).then(_end_dream)


def _end_dream(state: AstraState) -> AstraStep:
    """Both players may be helpers of a card that the dreamer completed; nobody gains it."""
    if not state.turn.completed:
        return finish_turn(state)
    card = state.turn.completed[0]
    ranks = helper_ranks(state, card, AUTOMA)
    return offer_boons(state, card, AUTOMA, ranks) if ranks else discard_dreamed(state)


def discard_dreamed(state: AstraState) -> AstraStep:
    """A-16: to the discard and replaced at once, with no card-limit check."""
    card = state.turn.completed[0]
    after = replace(state, sky=sky_without(state, card), discard=(*state.discard, card))
    return Step(after, (happened.CardDiscarded(AUTOMA, card),)).then(fill_places, "dream").then(finish_turn)
