"""The draw deck, the Game End card in it, and the cards laid out."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.astra import events as happened
from service.games.astra.content.cards import EMPTY
from service.games.astra.state import AstraState, AstraStep, SkyCard
from service.games.astra.words import AstraEndReason, EndCause
from service.games.base import Step

REASONS: dict[EndCause, tuple[AstraEndReason, AstraEndReason]] = {
    "replacement": ("replacement_in_first_turn", "replacement_in_other_turn"),
    "sphere": ("sphere_in_first_turn", "sphere_in_other_turn"),
    "dream": ("dream_in_first_turn", "dream_in_other_turn"),
}
"""By what brought Game End up: in the first player's turn, or in another."""


def _take_top(state: AstraState, cause: EndCause) -> AstraStep:
    """Remove the top card; when Game End is the next one it surfaces (A-8)."""
    above = max(state.above_end - 1, -1)
    state = replace(state, deck=state.deck[1:], above_end=above)
    return Step(state) if above > 0 or state.end_reason else _surface_game_end(state, cause)


def _surface_game_end(state: AstraState, cause: EndCause) -> AstraStep:
    """A-21: once, and set aside at once. A-14: in seat 1's turn this round is the last, else the next one."""
    in_first_turn = state.turn.seat == 1
    last_round = state.round if in_first_turn else state.round + 1
    reason = REASONS[cause][not in_first_turn]
    after = replace(state, above_end=-1, last_round=last_round, end_reason=reason)
    return Step(after, (happened.GameEndSurfaced(state.turn.seat, last_round, reason),))


def discard_top(state: AstraState) -> AstraStep:
    """The discard icon; with no deck it does nothing (A-21).

    Without a deck Game End has long surfaced; were it not so, as in a damaged record, the game could not end.
    """
    if not state.deck:
        return Step(state) if state.end_reason else _surface_game_end(state, "sphere")
    top = state.deck[0]
    discarded = Step(
        replace(state, discard=(*state.discard, top)), (happened.DeckCardDiscarded(state.turn.seat, top or None),)
    )
    return discarded.then(_take_top, "sphere")


def unmarked_card(players: int, card: str) -> SkyCard:
    return SkyCard(card, (0,) * (players + 1))


def sky_without(state: AstraState, card: str) -> tuple[SkyCard, ...]:
    """A-23: where the card lay the place stays empty until a replacement takes it."""
    empty = unmarked_card(state.players, EMPTY)
    return tuple([empty if slot.card == card else slot for slot in state.sky])


def fill_places(state: AstraState, cause: EndCause) -> AstraStep:
    """Replacements come from the top of the deck. The first place comes first."""
    step = Step(state)
    for place, slot in enumerate(state.sky, 1):
        if slot.card == EMPTY:
            step = step.then(_fill_place, place, cause)
    return step


def _fill_place(state: AstraState, place: int, cause: EndCause) -> AstraStep:
    """A-8: an empty deck gives no replacement."""
    if not state.deck:
        return Step(state)
    top = state.deck[0]
    sky = (*state.sky[: place - 1], unmarked_card(state.players, top), *state.sky[place:])
    laid_out = happened.CardLaidOut(state.turn.seat, top or None, place)
    return Step(replace(state, sky=sky), (laid_out,)).then(_take_top, cause)
