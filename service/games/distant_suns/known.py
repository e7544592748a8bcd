"""What a viewer knows: everything but the drawings that others sealed this turn (D-2) and the seed."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import Seat, Viewer
from service.games.distant_suns.moves import Draw
from service.games.distant_suns.rules.drawing import ground_of
from service.games.distant_suns.rules.passing import decisions
from service.games.distant_suns.state import HIDDEN, PASSED, DistantSunsState
from service.games.rng import Rng


def known(state: DistantSunsState, viewer: Viewer) -> DistantSunsState:
    seals = tuple(seal if seat == viewer else _hide(seal) for seat, seal in enumerate(state.seals, 1))
    return replace(state, seed=b"", drawn=0, seals=seals)


def _hide(seal: bytes | None) -> bytes | None:
    """D-16: others see only who is still to draw."""
    return None if seal is None else HIDDEN


def imagine(state: DistantSunsState, rng: Rng) -> DistantSunsState:
    """Each hidden drawing becomes one of those possible. The seed stays away: chance is only in the setup."""
    if HIDDEN not in state.seals:
        return state
    seals = tuple(
        _imagine_seal(state, seat, rng) if seal == HIDDEN else seal for seat, seal in enumerate(state.seals, 1)
    )
    return replace(state, seals=seals)


def _imagine_seal(state: DistantSunsState, seat: Seat, rng: Rng) -> bytes:
    decision = rng.choice(decisions(ground_of(state, seat)))
    return bytes(decision.sectors) if isinstance(decision, Draw) else PASSED
