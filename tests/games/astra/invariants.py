"""What must hold in every state of Astra."""

from __future__ import annotations

from collections import Counter
from typing import Any

from service.games.astra.known import known
from service.games.astra.packs import cards_of
from service.games.astra.state import MAX_LIMIT, MAX_POUCH, MAX_WISDOM, UNKNOWN_SCORING, AstraState
from service.games.astra.tables import BELOW_GAME_END
from service.games.base import Rulebook


def check(rulebook: Rulebook[Any, Any], state: AstraState) -> None:
    cards_are_conserved(state)
    stars_have_one_pen(state)
    journals_are_in_range(state)
    hands_are_within_the_limit(state)
    enough_cards_are_laid_out(state)
    game_end_is_where_it_belongs(state)
    secrets_are_kept(rulebook, state)


def cards_are_conserved(state: AstraState) -> None:
    held = [card for me in state.seats for card in me.cards]
    everywhere = [*state.deck, *state.discard, *held, *(slot.card for slot in state.sky)]
    assert Counter(everywhere) == Counter(card for card in cards_of(state) if card)


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


def enough_cards_are_laid_out(state: AstraState) -> None:
    taken = state.turn.discovered if state.turn.phase in ("boons", "discard") else 0
    assert len(state.sky) + taken <= state.players + 1
    if state.deck:
        assert len(state.sky) + taken >= state.players + 1 or state.turn.picking


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


def secrets_are_kept(rulebook: Rulebook[Any, Any], state: AstraState) -> None:
    for viewer in (None, *range(1, state.players + 1)):
        seen = known(state, viewer)
        assert not any(seen.deck)
        assert not seen.seed
        if state.turn.phase != "over":
            assert all(me.scoring == UNKNOWN_SCORING for seat, me in enumerate(seen.seats, 1) if seat != viewer)
            others = [p for p in rulebook.view(state, viewer)["players"] if p["seat"] != viewer]
            assert all(player["scoring_card"] is None for player in others)
