"""What a viewer knows: everything but the cards of others and the seed; after the end the cards, too."""

from __future__ import annotations

from msgspec.structs import replace

from almagest_nim.state import COLOURS, NimState, phase
from service.games.base import Viewer
from service.games.rng import Rng


def known(state: NimState, viewer: Viewer) -> NimState:
    cards = tuple(card if seat == viewer else None for seat, card in enumerate(state.cards, start=1))
    return replace(state, seed=b"", drawn=0, cards=state.cards if phase(state) == "over" else cards)


def imagine(state: NimState, rng: Rng) -> NimState:
    """Hidden cards become any of those not seen. The seed stays away: chance is only in the setup."""
    unseen = iter(rng.permutation([colour for colour in COLOURS if colour not in state.cards]))
    return replace(state, cards=tuple(card or next(unseen) for card in state.cards))
