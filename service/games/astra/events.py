"""What can happen in Astra. A card is None only in previews, where it is a hidden one."""

from __future__ import annotations

from service.games.astra.words import AbilityId, AstraEndReason, BoonType, Element, FameRule, StardustRule
from service.games.base import Audience, Event, Seat, TurnBegan


class AbilityUsed(Event, frozen=True):
    """An active constellation was used and is exhausted now."""

    card: str
    ability: AbilityId


class StardustGained(Event, frozen=True):
    """Stardust came in, by an ability, a boon, or because it was regained at the end of the turn."""

    amount: int
    rule: StardustRule


class TelescopesGained(Event, frozen=True):
    """Telescopes came in; `stardust` is what they were bought for."""

    amount: int
    stardust: int = 0


class WisdomGained(Event, frozen=True):
    """Boxes of wisdom were marked."""

    amount: int


class PouchGrown(Event, frozen=True):
    """Boxes of the pouch size were marked."""

    amount: int


class FameGained(Event, frozen=True):
    """Fame came in, by a boon or an ability."""

    amount: int
    rule: FameRule


class StarsMarked(Event, frozen=True):
    """Stars of one card were marked in this order, for so much stardust and so many telescopes."""

    card: str
    stars: tuple[int, ...]
    stardust: int = 0
    telescopes: int = 0


class ConstellationCompleted(Event, frozen=True):
    """The last star of a card was marked."""

    card: str


class Rested(Event, frozen=True):
    """A Rest brought so much stardust."""

    stardust: int


class CardsReactivated(Event, frozen=True):
    """Exhausted cards were turned active."""

    cards: tuple[str, ...]


class SphereMoved(Event, frozen=True):
    """The sphere marker went on to this element."""

    sphere: Element


class DeckCardDiscarded(Event, frozen=True):
    """The marker crossed the discard icon: the top card of the deck went to the discard."""

    card: str | None


class BoonsOffered(Event, frozen=True):
    """Helpers by rank; those of one rank pick at the same time."""

    card: str
    ranks: tuple[tuple[Seat, ...], ...]


class BoonSealed(Event, frozen=True):
    """A tied helper has picked; which boon is told when all of the rank have."""

    card: str


class BoonPicked(Event, frozen=True):
    """A helper's boon (0 is the leftmost). In previews the sealed picks of others have no boon."""

    card: str
    boon: int | None
    kind: BoonType | None
    amount: int
    activated: tuple[str, ...] = ()


class BoonsStruck(Event, frozen=True):
    """The dreamer marked more stars than this helper: these boons are struck for it."""

    card: str
    boons: tuple[int, ...]


class CardGained(Event, frozen=True):
    """The discoverer took the card, active."""

    card: str


class CardDiscarded(Event, frozen=True):
    """A card of the seat's, or one that the dreamer completed, went to the discard."""

    card: str


class CardLaidOut(Event, frozen=True):
    """A card came from the deck to this place, counted from 1."""

    card: str | None
    place: int


class GameEndSurfaced(Event, frozen=True):
    """Game End came up and was set aside; it is settled now which round is the last."""

    last_round: int
    reason: AstraEndReason


class GameEnded(Event, frozen=True):
    """The last turn is over."""

    reason: AstraEndReason
    round: int


REVEALING_EVENTS: dict[type[Event], Audience] = {
    CardLaidOut: "all",
    DeckCardDiscarded: "all",
    BoonPicked: "others",
    GameEnded: "all",
}
"""Cards from the deck (A-11), sealed picks (A-12), and the scoring cards that are turned up at the end."""

EVENTS: tuple[type[Event], ...] = (
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
    TurnBegan,
    GameEnded,
)
