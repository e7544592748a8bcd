"""What a seat can ask for in Astra. Stars are numbered as in the content of the card, from 0."""

from __future__ import annotations

from service.games.base import Move


class UseAbility(Move, frozen=True):
    """Use the ability of one of your active constellations. `telescopes` says how many to buy, where it sells them."""

    card: str
    telescopes: int | None = None


class MarkStar(Move, frozen=True):
    """Mark a star for the ability being resolved."""

    card: str
    star: int


class Observe(Move, frozen=True):
    """Mark a path of stars on one constellation, one stardust each; each further Observe costs a telescope."""

    card: str
    path: tuple[int, ...]


class Rest(Move, frozen=True):
    """Refill the pouch, reactivate constellations of the active sphere and move the sphere marker."""


class EndTurn(Move, frozen=True):
    """Take no further action this turn."""


class PickBoon(Move, frozen=True):
    """Pick one of the four boons (0 is the leftmost). Activation names the exhausted cards to turn.

    It names as many of them as its number says, in the order they lie, or all when there are fewer.
    """

    boon: int
    activate: tuple[str, ...] = ()


class Discard(Move, frozen=True):
    """Discard one of your constellations, active or not, because you have more than the card limit."""

    card: str


class Dream(Move, frozen=True):
    """Mark a path of stars with the dreamer's pen."""

    card: str
    path: tuple[int, ...]


AstraMove = UseAbility | MarkStar | Observe | Rest | EndTurn | PickBoon | Discard | Dream
