"""Action phase: Rest."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.astra import events as happened
from service.games.astra.content.pack import cards_of
from service.games.astra.moves import Rest
from service.games.astra.printed import SPHERES
from service.games.astra.refusals import ActionSkipped, AlreadyObserved
from service.games.astra.rules.deck import discard_top
from service.games.astra.rules.discovery import begin_discovery
from service.games.astra.rules.gains import reactivate
from service.games.astra.state import AstraState, AstraStep, player, seats_with
from service.games.base import Seat, Step
from service.games.refusals import Refusal

_REST = (Rest(),)


def why_not(state: AstraState, seat: Seat) -> Refusal | None:
    """A-20: Rest is always legal, once, instead of Observe."""
    if state.turn.skips_action:
        return ActionSkipped()
    return AlreadyObserved() if state.turn.observes else None


def moves(state: AstraState, seat: Seat) -> tuple[Rest, ...]:
    turn = state.turn
    return () if turn.observes or turn.skips_action else _REST


def check(state: AstraState, seat: Seat, move: Rest) -> Refusal | None:
    return why_not(state, seat)


def apply(state: AstraState, seat: Seat, move: Rest) -> AstraStep:
    return _refill(state, seat).then(_reactivate, seat).then(_move_sphere).then(begin_discovery)


def _refill(state: AstraState, seat: Seat) -> AstraStep:
    """Up to the pouch size, never losing the excess; with Cygnus and its like, the pouch size on top (A-2: once)."""
    me = player(state, seat)
    gained = me.pouch if "rest_gains_pouch" in state.turn.lasting else max(me.pouch - me.stardust, 0)
    refilled = replace(me, stardust=me.stardust + gained)
    rested = replace(state, seats=seats_with(state, seat, refilled), turn=replace(state.turn, rested=True))
    return Step(rested, (happened.Rested(seat, gained),))


def _reactivate(state: AstraState, seat: Seat) -> AstraStep:
    """All own exhausted cards of the sphere that is active when the Rest begins."""
    exhausted = player(state, seat).exhausted
    if not exhausted:
        return Step(state)
    cards, element = cards_of(state), SPHERES[state.sphere]
    return reactivate(state, seat, tuple([card for card in exhausted if cards[card].element == element]))


def _move_sphere(state: AstraState) -> AstraStep:
    sphere = (state.sphere + 1) % len(SPHERES)
    moved = Step(replace(state, sphere=sphere), (happened.SphereMoved(state.turn.seat, SPHERES[sphere]),))
    crossed_discard_icon = sphere == 0
    return moved.then(discard_top) if crossed_discard_icon else moved
