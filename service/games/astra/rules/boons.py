"""Discovery phase: helpers pick boons, the busiest first, tied ones at the same time and in secret."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import msgspec

from service.games.astra import events as happened
from service.games.astra.moves import PickBoon
from service.games.astra.packs import Card, cards_of
from service.games.astra.rules.gains import (
    Log,
    gain_fame,
    gain_pouch,
    gain_stardust,
    gain_telescopes,
    gain_wisdom,
    reactivate,
)
from service.games.astra.rules.phases import out_of_turn, refuse_if, still_to_pick
from service.games.astra.sky import stars_of
from service.games.astra.state import (
    UNKNOWN_BOON,
    AstraState,
    Pick,
    Picking,
    player,
    sky_card,
    with_turn,
)
from service.games.astra.tables import STRUCK_BY_DREAMER
from service.games.base import AUTOMA, IllegalMove, Refusal, Seat

Gain = Callable[[AstraState, Seat, int, Log], AstraState]


def _gain_fame(state: AstraState, seat: Seat, amount: int, log: Log) -> AstraState:
    return gain_fame(state, seat, amount, "boon", log)


def _gain_stardust(state: AstraState, seat: Seat, amount: int, log: Log) -> AstraState:
    return gain_stardust(state, seat, amount, "boon", log)


GAINS: dict[str, Gain] = {
    "fame": _gain_fame,
    "stardust": _gain_stardust,
    "observation": gain_telescopes,
    "improvement": gain_pouch,
    "wisdom": gain_wisdom,
}


def stars_marked(state: AstraState, card: str, pen: Seat) -> int:
    slot = sky_card(state, card)
    return slot.marks[pen].bit_count() if slot else 0


def helper_ranks(state: AstraState, card: str, discoverer: Seat) -> tuple[tuple[Seat, ...], ...]:
    """Helpers by descending number of stars they marked; those with equal numbers share a rank."""
    counts = {
        seat: count
        for seat in range(1, state.players + 1)
        if seat != discoverer and (count := stars_marked(state, card, seat))
    }
    return tuple(
        tuple(seat for seat in counts if counts[seat] == count) for count in sorted(set(counts.values()), reverse=True)
    )


def open_picking(state: AstraState, card: str, discoverer: Seat, log: Log) -> Picking | None:
    """Nobody picks where nobody helped."""
    ranks = helper_ranks(state, card, discoverer)
    if not ranks:
        return None
    log.append(happened.BoonsOffered(discoverer, card, ranks))
    for seat in (seat for rank in ranks for seat in rank if dreamer_has_more(state, card, seat)):
        log.append(happened.BoonsStruck(seat, card, stars_of(STRUCK_BY_DREAMER)))
    return Picking(card, discoverer, ranks)


def dreamer_has_more(state: AstraState, card: str, seat: Seat) -> bool:
    return stars_marked(state, card, AUTOMA) > stars_marked(state, card, seat)


def struck_for(state: AstraState, picking: Picking, seat: Seat) -> int:
    """A-9: each helper who marked fewer stars than the dreamer has the two leftmost boons struck."""
    by_dreamer = STRUCK_BY_DREAMER if dreamer_has_more(state, picking.card, seat) else 0
    return picking.struck | by_dreamer


def refusal(state: AstraState, seat: Seat) -> Refusal | None:
    """Why the seat has no boon to pick now."""
    return out_of_turn(state, seat, "boons")


def activations(exhausted: tuple[str, ...], number: int) -> list[tuple[str, ...]]:
    """A-5: up to the boon's number of cards, possibly none."""
    return [cards for count in range(number + 1) for cards in combinations(exhausted, count)]


def moves(state: AstraState, seat: Seat) -> list[PickBoon]:
    """A-6: also a single possible boon is asked for."""
    picking = _picking(state)
    struck = struck_for(state, picking, seat)
    found: list[PickBoon] = []
    for index, boon in enumerate(cards_of(state)[picking.card].boons):
        if struck >> index & 1:
            continue
        if boon.type == "activation":
            exhausted = player(state, seat).exhausted
            found += [PickBoon(index, cards) for cards in activations(exhausted, boon.amount)]
        else:
            found.append(PickBoon(index))
    return found


def _picking(state: AstraState) -> Picking:
    if state.turn.picking is None:
        raise ValueError("no boons are being picked")
    return state.turn.picking


def check(state: AstraState, seat: Seat, move: PickBoon) -> None:
    refuse_if(refusal(state, seat))
    picking = _picking(state)
    card = cards_of(state)[picking.card]
    if not 0 <= move.boon < len(card.boons):
        raise IllegalMove("no_such_boon", "A-5", "A constellation has four boons, numbered from 0.")
    if struck_for(state, picking, seat) >> move.boon & 1:
        raise _struck(picking, move.boon)
    _check_activation(state, seat, card, move)


def _struck(picking: Picking, boon: int) -> IllegalMove:
    if picking.struck >> boon & 1:
        return IllegalMove("boon_struck", "Picking boons", "Another helper has picked that boon.")
    return IllegalMove("boon_struck", "A-9", "The dreamer marked more stars than you: the two leftmost are struck.")


def _check_activation(state: AstraState, seat: Seat, card: Card, move: PickBoon) -> None:
    boon = card.boons[move.boon]
    if boon.type != "activation":
        if move.activate:
            raise IllegalMove("not_an_activation", "A-5", "Only the boon of Activation names cards.")
        return
    if len(move.activate) > boon.amount:
        raise IllegalMove("too_many_cards", "A-5", f"This boon reactivates at most {boon.amount}.")
    exhausted = player(state, seat).exhausted
    if move.activate != tuple(held for held in exhausted if held in move.activate):
        raise IllegalMove("not_exhausted", "A-5", "Name exhausted cards of yours, each once, in the order they lie.")


def apply(state: AstraState, seat: Seat, move: PickBoon, log: Log) -> AstraState:
    """A-12: picks of a rank stay sealed until the whole rank has picked."""
    picking = _picking(state)
    picking = msgspec.structs.replace(picking, picks=(*picking.picks, Pick(seat, move.boon, move.activate)))
    state = with_turn(state, picking=picking)
    if still_to_pick(state):
        log.append(happened.BoonSealed(seat, picking.card))
        return state
    return _open_picks(state, picking, log)


def is_done(state: AstraState) -> bool:
    return not _picking(state).ranks


def _open_picks(state: AstraState, picking: Picking, log: Log) -> AstraState:
    """All picks of the rank take effect and are struck before the next rank picks."""
    struck = picking.struck
    for pick in sorted(picking.picks, key=lambda pick: pick.seat):
        state = _grant(state, picking.card, pick, log)
        if pick.boon != UNKNOWN_BOON:
            struck |= 1 << pick.boon
    return with_turn(state, picking=msgspec.structs.replace(picking, ranks=picking.ranks[1:], struck=struck, picks=()))


def _grant(state: AstraState, card: str, pick: Pick, log: Log) -> AstraState:
    if pick.boon == UNKNOWN_BOON:
        log.append(happened.BoonPicked(pick.seat, card, None, None, 0))
        return state
    boon = cards_of(state)[card].boons[pick.boon]
    log.append(happened.BoonPicked(pick.seat, card, pick.boon, boon.type, boon.amount, pick.activate))
    if boon.type == "activation":
        return reactivate(state, pick.seat, pick.activate, log)
    return GAINS[boon.type](state, pick.seat, boon.amount, log)
