"""What a viewer knows of a game of Astra, and full states that fit it.

Hidden are the order of the deck (A-11), the scoring cards of others, and sealed boon picks of others (A-12).
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from service.games.astra.content.cards import UNKNOWN
from service.games.astra.content.pack import PACKS
from service.games.astra.printed import SCORING_CARDS
from service.games.astra.rules import boons
from service.games.astra.state import (
    UNKNOWN_BOON,
    UNKNOWN_SCORING,
    AstraState,
    Pick,
    Picking,
    Player,
    SkyCard,
    with_turn,
)
from service.games.base import Seat, Viewer
from service.games.rng import Rng


def known(state: AstraState, viewer: Viewer) -> AstraState:
    all_open = scoring_cards_are_open(state)
    state = replace(
        state,
        seed=b"",
        drawn=0,
        deck=(UNKNOWN,) * len(state.deck),
        seats=tuple(_known_player(me, all_open or seat == viewer) for seat, me in enumerate(state.seats, 1)),
    )
    picking = state.turn.picking
    return with_turn(state, picking=_known_picking(picking, viewer)) if picking else state


def scoring_cards_are_open(state: AstraState) -> bool:
    """Final scoring turns them up."""
    return state.turn.phase == "over"


def _known_player(me: Player, is_open: bool) -> Player:
    return me if is_open else msgspec.structs.replace(me, scoring=UNKNOWN_SCORING)


def _known_picking(picking: Picking, viewer: Viewer) -> Picking:
    picks = tuple(pick if pick.seat == viewer else Pick(pick.seat, UNKNOWN_BOON) for pick in picking.picks)
    return replace(picking, picks=picks)


def imagine(state: AstraState, rng: Rng) -> AstraState:
    """Unseen cards in a random order, unseen scoring cards dealt at random, sealed picks chosen at random."""
    state = _imagine_cards(replace(state, seed=b"imagined"), rng)
    state = replace(state, seats=_imagine_scoring(state.seats, rng))
    picking = state.turn.picking
    return with_turn(state, picking=_imagine_picks(state, picking, rng)) if picking else state


def seen_cards(state: AstraState) -> set[str]:
    held = {card for me in state.seats for card in me.cards}
    return held | set(state.discard) | {slot.card for slot in state.sky} | set(state.deck)


def _imagine_cards(state: AstraState, rng: Rng) -> AstraState:
    seen = seen_cards(state)
    hidden = list(rng.permutation([card for card in PACKS.by_hash(state.pack_hash).cards if card not in seen]))
    return replace(
        state,
        sky=tuple(slot if slot.card else SkyCard(hidden.pop(), slot.marks) for slot in state.sky),
        discard=tuple(card or hidden.pop() for card in state.discard),
        deck=tuple(card or hidden.pop() for card in state.deck),
    )


def _imagine_scoring(seats: tuple[Player, ...], rng: Rng) -> tuple[Player, ...]:
    dealt = {me.scoring for me in seats}
    hidden = list(rng.permutation([card for card in range(len(SCORING_CARDS)) if card not in dealt]))
    return tuple(
        me if me.scoring != UNKNOWN_SCORING else msgspec.structs.replace(me, scoring=hidden.pop()) for me in seats
    )


def _imagine_picks(state: AstraState, picking: Picking, rng: Rng) -> Picking:
    picks = tuple(pick if pick.boon != UNKNOWN_BOON else _imagine_pick(state, pick.seat, rng) for pick in picking.picks)
    return replace(picking, picks=picks)


def _imagine_pick(state: AstraState, seat: Seat, rng: Rng) -> Pick:
    move = rng.choice(boons.moves(state, seat))
    return Pick(seat, move.boon, move.activate)
