"""What must hold in every state of Astra."""

from __future__ import annotations

from collections import Counter

from service.games.astra.content.cards import EMPTY
from service.games.astra.content.pack import PACKS, cards_of
from service.games.astra.known import known
from service.games.astra.printed import BELOW_GAME_END, MAX_LIMIT, MAX_POUCH, MAX_WISDOM
from service.games.astra.state import UNKNOWN_SCORING, AstraState
from service.games.astra.view import view
from service.games.base import AUTOMA
from service.games.rulebook import AnyRulebook


def check(rulebook: AnyRulebook, state: AstraState) -> None:
    cards_are_conserved(state)
    stars_have_one_pen(state)
    journals_are_in_range(state)
    hands_are_within_the_limit(state)
    every_place_has_its_card(state)
    game_end_is_where_it_belongs(state)
    secrets_are_kept(state)


def cards_are_conserved(state: AstraState) -> None:
    held = [card for me in state.seats for card in me.cards]
    everywhere = [*state.deck, *state.discard, *held, *(slot.card for slot in state.sky if slot.card != EMPTY)]
    assert Counter(everywhere) == Counter(list(PACKS.by_hash(state.pack_hash).cards))


def stars_have_one_pen(state: AstraState) -> None:
    for slot in state.sky:
        card, union = cards_of(state)[slot.card], 0
        for marks in slot.marks:
            assert not marks & union, f"{slot.card}: a star with two pens"
            union |= marks
        assert len(slot.marks) == state.players + 1
        assert not union & ~card.full
        assert union == slot.marked
        assert state.players == 2 or not slot.marks[0], "the dreamer's pen is for two players"
        if slot.card != EMPTY:
            assert (union == card.full) == (slot.card in state.turn.completed), "a full card waits for its discovery"


def journals_are_in_range(state: AstraState) -> None:
    assert len({me.scoring for me in state.seats}) == state.players
    for me in state.seats:
        assert me.stardust >= 0
        assert me.telescopes >= 0
        assert me.fame >= 0
        assert 0 <= me.wisdom <= MAX_WISDOM
        assert 5 <= me.pouch <= MAX_POUCH
        assert 2 <= me.limit <= MAX_LIMIT


def hands_are_within_the_limit(state: AstraState) -> None:
    """Only the player of the turn may hold more, and only while discovering."""
    for seat, me in enumerate(state.seats, 1):
        discovering = seat == state.turn.seat and state.turn.phase in ("boons", "discard")
        assert discovering or len(me.cards) <= me.limit


def every_place_has_its_card(state: AstraState) -> None:
    """A-23: a place is empty between discovery and replacement, and for good when there was none."""
    assert len(state.sky) == state.players + 1
    empty = sum(slot.card == EMPTY for slot in state.sky)
    picking = state.turn.picking
    dreaming = picking is not None and picking.discoverer == AUTOMA
    discovering = state.turn.phase in ("boons", "discard") and not dreaming
    taken = state.turn.discovered if discovering else 0
    if state.deck:
        assert empty == taken
    else:
        assert empty >= taken


def game_end_is_where_it_belongs(state: AstraState) -> None:
    below = BELOW_GAME_END[state.players]
    if state.above_end == -1:
        assert len(state.deck) <= below
        assert state.last_round
        assert state.end_reason
    else:
        assert len(state.deck) - state.above_end == below
        assert state.above_end > 0
        assert not state.last_round


def secrets_are_kept(state: AstraState) -> None:
    for viewer in (None, *range(1, state.players + 1)):
        seen = known(state, viewer)
        assert not any(seen.deck)
        assert not seen.seed
        if state.turn.phase != "over":
            assert all(me.scoring == UNKNOWN_SCORING for seat, me in enumerate(seen.seats, 1) if seat != viewer)
            others = [seat for seat in view(state, viewer).seats if seat.seat != viewer]
            assert all(seat.scoring_card is None for seat in others)
