"""Discovery phase: helpers pick boons, the busiest first, tied ones at the same time and in secret."""

from __future__ import annotations

import functools
from collections.abc import Callable
from itertools import combinations
from operator import attrgetter

from msgspec.structs import replace

from service.games.astra import events as happened
from service.games.astra.content.cards import Boon
from service.games.astra.content.pack import cards_of
from service.games.astra.moves import PickBoon
from service.games.astra.printed import STRUCK_BY_DREAMER
from service.games.astra.refusals import (
    BoonStruck,
    BoonStruckByDreamer,
    NoSuchBoon,
    NotAnActivation,
    NotExhausted,
    WrongNumberOfCards,
)
from service.games.astra.rules.gains import (
    gain_fame,
    gain_pouch,
    gain_stardust,
    gain_telescopes,
    gain_wisdom,
    reactivate,
)
from service.games.astra.sky import stars_of
from service.games.astra.state import UNKNOWN_BOON, AstraState, AstraStep, Pick, Picking, player, sky_card, with_turn
from service.games.astra.words import BoonType
from service.games.base import AUTOMA, Seat, Step
from service.games.refusals import Refusal

Gain = Callable[[AstraState, Seat, int], AstraStep]


def _gain_fame(state: AstraState, seat: Seat, amount: int) -> AstraStep:
    return gain_fame(state, seat, amount, "boon")


def _gain_stardust(state: AstraState, seat: Seat, amount: int) -> AstraStep:
    return gain_stardust(state, seat, amount, "boon")


GAINS: dict[BoonType, Gain] = {
    "fame": _gain_fame,
    "stardust": _gain_stardust,
    "observation": gain_telescopes,
    "improvement": gain_pouch,
    "wisdom": gain_wisdom,
}


_plain_pick = functools.cache(PickBoon)
"""Moves never change, so that one of each is enough."""


def stars_marked(state: AstraState, card: str) -> list[int]:
    """How many stars of the card each pen has marked, the dreamer's first."""
    slot = sky_card(state, card)
    return [marks.bit_count() for marks in slot.marks] if slot else [0] * (state.players + 1)


def helper_ranks(state: AstraState, card: str, discoverer: Seat) -> tuple[tuple[Seat, ...], ...]:
    """Helpers by descending number of stars they marked; those with equal numbers share a rank."""
    marked = enumerate(stars_marked(state, card))
    counts = {pen: count for pen, count in marked if count and pen not in (AUTOMA, discoverer)}
    numbers = sorted(set(counts.values()), reverse=True)
    return tuple([tuple([seat for seat in counts if counts[seat] == number]) for number in numbers])


def offer_boons(state: AstraState, card: str, discoverer: Seat, ranks: tuple[tuple[Seat, ...], ...]) -> AstraStep:
    """The helpers of the first rank pick next."""
    behind = (seat for rank in ranks for seat in rank if dreamer_has_more(state, card, seat))
    struck = tuple(happened.BoonsStruck(seat, card, stars_of(STRUCK_BY_DREAMER)) for seat in behind)
    after = with_turn(state, phase="boons", picking=Picking(card, discoverer, ranks))
    return Step(after, (happened.BoonsOffered(discoverer, card, ranks), *struck))


def dreamer_has_more(state: AstraState, card: str, seat: Seat) -> bool:
    marked = stars_marked(state, card)
    return marked[AUTOMA] > marked[seat]


def struck_for(state: AstraState, picking: Picking, seat: Seat) -> int:
    """A-9: each helper who marked fewer stars than the dreamer has the two leftmost boons struck."""
    by_dreamer = STRUCK_BY_DREAMER if dreamer_has_more(state, picking.card, seat) else 0
    return picking.struck | by_dreamer


def activations(exhausted: tuple[str, ...], number: int) -> list[tuple[str, ...]]:
    """A-5: exactly as many as the boon's number says, or all when there are fewer; none where none is exhausted."""
    return list(combinations(exhausted, min(number, len(exhausted))))


def moves(state: AstraState, seat: Seat) -> list[PickBoon]:
    """A-6: also a single possible boon is asked for."""
    picking = _picking_in_progress(state)
    struck = struck_for(state, picking, seat)
    found: list[PickBoon] = []
    for index, boon in enumerate(cards_of(state)[picking.card].boons):
        if struck >> index & 1:
            continue
        if boon.type == "activation":
            exhausted = player(state, seat).exhausted
            found += [PickBoon(index, cards) for cards in activations(exhausted, boon.amount)]
        else:
            found.append(_plain_pick(index))
    return found


def _picking_in_progress(state: AstraState) -> Picking:
    if state.turn.picking is None:
        raise ValueError("no boons are being picked")
    return state.turn.picking


def check(state: AstraState, seat: Seat, move: PickBoon) -> Refusal | None:
    picking = _picking_in_progress(state)
    card = cards_of(state)[picking.card]
    if not 0 <= move.boon < len(card.boons):
        return NoSuchBoon()
    if picking.struck >> move.boon & 1:
        return BoonStruck()
    if struck_for(state, picking, seat) >> move.boon & 1:
        return BoonStruckByDreamer()
    return _check_activation(card.boons[move.boon], player(state, seat).exhausted, move.activate)


def _check_activation(boon: Boon, exhausted: tuple[str, ...], named: tuple[str, ...]) -> Refusal | None:
    if boon.type != "activation":
        return NotAnActivation() if named else None
    if named != tuple(card for card in exhausted if card in named):
        return NotExhausted()
    number = min(boon.amount, len(exhausted))
    return None if len(named) == number else WrongNumberOfCards(number)


def apply(state: AstraState, seat: Seat, move: PickBoon) -> AstraStep:
    """A-12: picks of a rank stay sealed until the whole rank has picked."""
    picking = _picking_in_progress(state)
    picks = (*picking.picks, Pick(seat, move.boon, move.activate))
    if len(picks) < len(picking.ranks[0]):
        sealed = happened.BoonSealed(seat, picking.card)
        return Step(with_turn(state, picking=replace(picking, picks=picks)), (sealed,))
    return _open_picks(state, picking, picks)


def is_done(state: AstraState) -> bool:
    return not _picking_in_progress(state).ranks


def _open_picks(state: AstraState, picking: Picking, picks: tuple[Pick, ...]) -> AstraStep:
    """All picks of the rank take effect and are struck before the next rank picks."""
    struck = picking.struck
    for pick in picks:
        if pick.boon != UNKNOWN_BOON:
            struck |= 1 << pick.boon
    step = Step(with_turn(state, picking=replace(picking, ranks=picking.ranks[1:], struck=struck, picks=())))
    for pick in sorted(picks, key=attrgetter("seat")):
        step = step.then(_grant, picking.card, pick)
    return step


def _grant(state: AstraState, card: str, pick: Pick) -> AstraStep:
    if pick.boon == UNKNOWN_BOON:
        return Step(state, (happened.BoonPicked(pick.seat, card, None, None, 0),))
    boon = cards_of(state)[card].boons[pick.boon]
    picked = Step(state, (happened.BoonPicked(pick.seat, card, pick.boon, boon.type, boon.amount, pick.activate),))
    if boon.type == "activation":
        return picked.then(reactivate, pick.seat, pick.activate)
    return picked.then(GAINS[boon.type], pick.seat, boon.amount)
