"""What can happen in Astra. A card is None only in previews, where it is a hidden one."""

from __future__ import annotations

from service.games.base import Event, Seat


class AbilityUsed(Event, frozen=True):
    card: str
    ability: str


class StardustGained(Event, frozen=True):
    amount: int
    rule: str


class TelescopesGained(Event, frozen=True):
    amount: int
    stardust: int = 0


class WisdomGained(Event, frozen=True):
    amount: int


class PouchGrown(Event, frozen=True):
    amount: int


class FameGained(Event, frozen=True):
    amount: int
    rule: str


class StarsMarked(Event, frozen=True):
    card: str
    stars: tuple[int, ...]
    stardust: int = 0
    telescopes: int = 0


class ConstellationCompleted(Event, frozen=True):
    card: str


class Rested(Event, frozen=True):
    stardust: int


class CardsReactivated(Event, frozen=True):
    cards: tuple[str, ...]


class SphereMoved(Event, frozen=True):
    sphere: str


class DeckCardDiscarded(Event, frozen=True):
    card: str | None


class BoonsOffered(Event, frozen=True):
    """Helpers by rank; those of one rank pick at the same time."""

    card: str
    ranks: tuple[tuple[Seat, ...], ...]


class BoonSealed(Event, frozen=True):
    card: str


class BoonPicked(Event, frozen=True):
    card: str
    boon: int | None
    kind: str | None
    amount: int
    activated: tuple[str, ...] = ()


class BoonsStruck(Event, frozen=True):
    card: str
    boons: tuple[int, ...]


class CardGained(Event, frozen=True):
    card: str


class CardDiscarded(Event, frozen=True):
    card: str


class CardLaidOut(Event, frozen=True):
    card: str | None


class GameEndSurfaced(Event, frozen=True):
    last_round: int
    reason: str


class TurnStarted(Event, frozen=True):
    round: int


class GameEnded(Event, frozen=True):
    round: int


EVENT_TYPES: tuple[type[Event], ...] = (
    AbilityUsed,
    StardustGained,
    TelescopesGained,
    WisdomGained,
    PouchGrown,
    FameGained,
    StarsMarked,
    ConstellationCompleted,
    Rested,
    CardsReactivated,
    SphereMoved,
    DeckCardDiscarded,
    BoonsOffered,
    BoonSealed,
    BoonPicked,
    BoonsStruck,
    CardGained,
    CardDiscarded,
    CardLaidOut,
    GameEndSurfaced,
    TurnStarted,
    GameEnded,
)
