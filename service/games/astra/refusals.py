"""Every way in which the rules of Astra say no. The sentences stand in the texts under `refusal.<code>`."""

from __future__ import annotations

from service.games.refusals import COMMON, Refusal

# Ability phase.


class NoActiveCard(Refusal, frozen=True):
    """The seat has no card to use."""

    ruling = "ability_phase"


class Exhausted(Refusal, frozen=True):
    """The card was used and has not been turned back."""

    ruling = "exhausting"


class NotYourCard(Refusal, frozen=True):
    """Only own cards are used."""

    ruling = "ability_phase"


class SellsNoTelescopes(Refusal, frozen=True):
    """A number of telescopes was given to an ability that sells none."""

    ruling = "ability_phase"


class WrongNumberOfTelescopes(Refusal, frozen=True):
    """The number is missing, or not within 1 and what the stardust pays for."""

    ruling = "A-19"
    most: int


class TooLittleStardust(Refusal, frozen=True):
    """Not even one telescope can be bought."""

    ruling = "A-19"
    price: int


class WisdomFull(Refusal, frozen=True):
    """The wisdom track has no box left."""

    ruling = "A-19"


class PouchFull(Refusal, frozen=True):
    """The pouch track has no box left."""

    ruling = "A-19"


class NoMarkedCard(Refusal, frozen=True):
    """No undiscovered card has a mark of the seat, so there is no fame to gain."""

    ruling = "A-19"


class NoCardOfElement(Refusal, frozen=True):
    """No own card is of the active element, so there is no fame to gain."""

    ruling = "A-19"


class NoStarForAbility(Refusal, frozen=True):
    """An ability that marks stars finds none."""

    ruling = "A-3"


class NothingToMark(Refusal, frozen=True):
    """No ability that marks stars is being resolved."""

    ruling = "ability_phase"


class StarNotAllowed(Refusal, frozen=True):
    """The ability being resolved cannot mark this star now."""

    ruling = "star_marking"


# Marking stars.


class CardNotLaidOut(Refusal, frozen=True):
    """Stars are marked on cards laid out."""

    ruling = "star_marking"


class AlreadyDiscovered(Refusal, frozen=True):
    """All stars of the card are marked."""

    ruling = "A-1"


class EmptyPath(Refusal, frozen=True):
    """An Observe marks at least one star."""

    ruling = "observe"


class WrongFirstStar(Refusal, frozen=True):
    """The path does not begin where the rules of marking let it begin."""

    ruling = "star_marking"


class BrokenPath(Refusal, frozen=True):
    """A star of the path is marked already, or not adjacent to the one before."""

    ruling = "star_marking"


# Action phase.


class ActionSkipped(Refusal, frozen=True):
    """An ability that skips the Action phase was used."""

    ruling = "A-4"


class NoStardust(Refusal, frozen=True):
    """Nothing to pay a star with."""

    ruling = "A-20"


class NoStar(Refusal, frozen=True):
    """No star can be marked."""

    ruling = "A-20"


class NoTelescope(Refusal, frozen=True):
    """Nothing to pay a further Observe with."""

    ruling = "additional_observe"


class NotEnoughStardust(Refusal, frozen=True):
    """The path is longer than the stardust reaches."""

    ruling = "observe"


class AlreadyObserved(Refusal, frozen=True):
    """No Rest after an Observe."""

    ruling = "action_phase"


class ActionOwed(Refusal, frozen=True):
    """A turn has an action, unless it is skipped."""

    ruling = "action_phase"


# Discovery phase.


class NoSuchBoon(Refusal, frozen=True):
    """A card has four boons."""

    ruling = "A-5"


class BoonStruck(Refusal, frozen=True):
    """A helper of a rank before has picked it."""

    ruling = "picking_boons"


class BoonStruckByDreamer(Refusal, frozen=True):
    """The dreamer marked more stars than this helper."""

    ruling = "A-9"


class NotAnActivation(Refusal, frozen=True):
    """Cards were named with another boon."""

    ruling = "A-5"


class WrongNumberOfCards(Refusal, frozen=True):
    """Activation names as many exhausted cards as its number says, or all when there are fewer."""

    ruling = "A-5"
    number: int


class NotExhausted(Refusal, frozen=True):
    """A card named is not an exhausted one of the helper's, or is not in its order, or is named twice."""

    ruling = "A-5"


class NotYoursToDiscard(Refusal, frozen=True):
    """Only own cards are discarded."""

    ruling = "A-7"


# Dream phase.


class WrongDreamCard(Refusal, frozen=True):
    """The dream falls on another card."""

    ruling = "dreaming_rules"


class BrokenDream(Refusal, frozen=True):
    """The dream does not follow the rules of marking."""

    ruling = "star_marking"


class DreamTooLong(Refusal, frozen=True):
    """More stars than the active sphere says."""

    ruling = "dreaming_rules"
    number: int


class DreamTooShort(Refusal, frozen=True):
    """Fewer stars than the active sphere says, and the path could go on."""

    ruling = "dreaming_rules"
    number: int


REFUSALS: tuple[type[Refusal], ...] = (
    *COMMON,
    NoActiveCard,
    Exhausted,
    NotYourCard,
    SellsNoTelescopes,
    WrongNumberOfTelescopes,
    TooLittleStardust,
    WisdomFull,
    PouchFull,
    NoMarkedCard,
    NoCardOfElement,
    NoStarForAbility,
    NothingToMark,
    StarNotAllowed,
    CardNotLaidOut,
    AlreadyDiscovered,
    EmptyPath,
    WrongFirstStar,
    BrokenPath,
    ActionSkipped,
    NoStardust,
    NoStar,
    NoTelescope,
    NotEnoughStardust,
    AlreadyObserved,
    ActionOwed,
    NoSuchBoon,
    BoonStruck,
    BoonStruckByDreamer,
    NotAnActivation,
    WrongNumberOfCards,
    NotExhausted,
    NotYoursToDiscard,
    WrongDreamCard,
    BrokenDream,
    DreamTooLong,
    DreamTooShort,
)
