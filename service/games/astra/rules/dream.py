"""Dream phase: in a two-player game the dreamer's pen marks stars after a Rest."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.moves import Dream
from service.games.astra.packs import Card
from service.games.astra.rules.boons import open_picking
from service.games.astra.rules.deck import lay_out
from service.games.astra.rules.end_turn import finish_turn
from service.games.astra.rules.gains import Log
from service.games.astra.rules.marking import mark, require_undiscovered, undiscovered
from service.games.astra.rules.phases import out_of_turn, refuse_if
from service.games.astra.sky import dreams, first_stars, is_dead_end, is_path, is_untouched
from service.games.astra.state import AstraState, SkyCard, replace, with_turn
from service.games.astra.tables import DREAM_NUMBERS
from service.games.base import AUTOMA, IllegalMove, Refusal, Seat


def begin_dream(state: AstraState, log: Log) -> AstraState:
    """After a Rest of a two-player game; A-16: skipped when no undiscovered card is left."""
    if state.players == 2 and state.turn.rested and undiscovered(state):
        return with_turn(state, phase="dream", picking=None)
    return finish_turn(state, log)


def dream_cards(state: AstraState) -> list[tuple[Card, SkyCard]]:
    """Untouched cards if there are any, of those the largest; several only when they tie."""
    cards = undiscovered(state)
    candidates = [(card, slot) for card, slot in cards if is_untouched(slot.marked)] or cards
    largest = max((card.size for card, _ in candidates), default=0)
    return [(card, slot) for card, slot in candidates if card.size == largest]


def dream_number(state: AstraState) -> int:
    """Printed on the sphere that is active now, after the Rest moved the marker."""
    return DREAM_NUMBERS[state.sphere]


def refusal(state: AstraState, seat: Seat) -> Refusal | None:
    """Why the seat does not dream now."""
    return out_of_turn(state, seat, "dream")


def moves(state: AstraState) -> list[Dream]:
    number = dream_number(state)
    return [move for card, slot in dream_cards(state) for move in dreams(card, slot.marked, number)]


def check(state: AstraState, seat: Seat, move: Dream) -> None:
    refuse_if(refusal(state, seat))
    card, slot = require_undiscovered(state, move.card)
    if card.id not in (candidate.id for candidate, _ in dream_cards(state)):
        raise IllegalMove(
            "wrong_dream_card", "Dreaming rules", "The dream falls on the largest untouched card, else on the largest."
        )
    _check_path(card, slot.marked, move.path, dream_number(state))


def _check_path(card: Card, marked: int, path: tuple[int, ...], number: int) -> None:
    if not is_path(card, marked, first_stars(card, marked), path):
        raise IllegalMove("broken_path", "Star marking", "The dream follows the star marking rules.")
    if len(path) > number:
        raise IllegalMove("dream_too_long", "Dreaming rules", f"The active sphere says {number}.")
    if len(path) < number and not is_dead_end(card, marked, path):
        raise IllegalMove("dream_too_short", "Dreaming rules", f"The path can go on; the active sphere says {number}.")


def apply(state: AstraState, move: Dream, log: Log) -> AstraState:
    """A-9: the dreamer gains nothing, but its marks are ordinary marks."""
    card, slot = require_undiscovered(state, move.card)
    log.append(happened.StarsMarked(AUTOMA, card.id, move.path))
    state = mark(state, AUTOMA, card, slot, move.path, log)
    return _discover_in_dream(state, log) if state.turn.completed else finish_turn(state, log)


def _discover_in_dream(state: AstraState, log: Log) -> AstraState:
    """Both players may be helpers; nobody gains the card."""
    picking = open_picking(state, state.turn.completed[0], AUTOMA, log)
    if picking:
        return with_turn(state, phase="boons", picking=picking)
    return discard_dreamed(state, log)


def discard_dreamed(state: AstraState, log: Log) -> AstraState:
    """A-16: to the discard and replaced at once, with no card-limit check."""
    card = state.turn.completed[0]
    log.append(happened.CardDiscarded(AUTOMA, card))
    sky = tuple(slot for slot in state.sky if slot.card != card)
    state = replace(state, sky=sky, discard=(*state.discard, card))
    return finish_turn(lay_out(state, 1, "dream", log), log)
