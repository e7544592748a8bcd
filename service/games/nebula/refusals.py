"""Why a move of Nebula is refused: a code each, whose sentence is in `content/texts.json`."""

from __future__ import annotations

from service.games.nebula.stars import NUMBERS
from service.games.refusals import COMMON, Refusal, Term


def star_term(star: str) -> Term:
    """A star as a sentence names it; what is no star is an unknown one."""
    return Term(f"star.{star if star in NUMBERS else 'unknown'}")


class GoalsBeingChosen(Refusal, frozen=True):
    """Some seats have not kept a personal goal yet, this one has."""

    ruling = "N-21"


class GoalsChosen(Refusal, frozen=True):
    """Personal goals are chosen before the first turn alone."""

    ruling = "N-21"


class NotOffered(Refusal, frozen=True):
    """The personal goal is not one of those dealt to the seat."""

    ruling = "N-21"


class NotFiveSteps(Refusal, frozen=True):
    """The steps of the clocks do not add up."""

    ruling = "time"


class NothingToReturn(Refusal, frozen=True):
    """The observation area is empty, and Chaos takes a star of it."""

    ruling = "N-18"


class BagIsEmpty(Refusal, frozen=True):
    """Chaos has no star to draw."""

    ruling = "N-18"


class NoChaos(Refusal, frozen=True):
    """Nothing was drawn that could be kept."""

    ruling = "N-5"


class NotDrawn(Refusal, frozen=True):
    """Too few stars, too many, or others than Chaos has drawn. `wanted` is how many are kept."""

    ruling = "N-18"
    wanted: int


class NoSuchStar(Refusal, frozen=True):
    """The observation area does not hold the star."""

    ruling = "observation_area"
    star: Term


class NotAColour(Refusal, frozen=True):
    """Galaxies hold coloured stars alone."""

    ruling = "coloured_stars"


class NoStarToPlace(Refusal, frozen=True):
    """The observation area has no colour that was not placed this turn."""

    ruling = "N-1"


class ColourPlaced(Refusal, frozen=True):
    """A star of the same colour was placed this turn."""

    ruling = "N-1"
    star: Term


class NoMorePlacements(Refusal, frozen=True):
    """Two stars are placed, and the third is not open for what is held."""

    ruling = "N-2"


class NoSuchCell(Refusal, frozen=True):
    """The galaxy has no such cell."""

    ruling = "galaxy_board"
    cell: str


class CellTaken(Refusal, frozen=True):
    """The cell holds a star, which can only be replaced."""

    ruling = "N-7"
    cell: str


class CellEmpty(Refusal, frozen=True):
    """The cell holds no star to replace."""

    ruling = "N-7"
    cell: str


class CentreFirst(Refusal, frozen=True):
    """The galaxy is empty, and the cell is not its centre."""

    ruling = "coloured_stars"


class NotConnected(Refusal, frozen=True):
    """The cell is connected to no star."""

    ruling = "coloured_stars"
    cell: str


class SameColourConnected(Refusal, frozen=True):
    """The cell is connected to another star of the colour."""

    ruling = "coloured_stars"
    star: Term
    cell: str


class NoOpenCell(Refusal, frozen=True):
    """No star that may be placed fits in any connected cell."""

    ruling = "coloured_stars"


class NothingToReplace(Refusal, frozen=True):
    """No star of an earlier turn can give way to one that may be placed."""

    ruling = "N-16"


class PlacedThisTurn(Refusal, frozen=True):
    """The star in the cell was placed this turn."""

    ruling = "N-16"


class ColourUnchanged(Refusal, frozen=True):
    """The cell holds the colour already."""

    ruling = "N-16"
    star: Term
    cell: str


class NoBlackStar(Refusal, frozen=True):
    """The observation area has no black star."""

    ruling = "black_stars"


class BlackTrackFull(Refusal, frozen=True):
    """The black track takes no more stars."""

    ruling = "N-8"


class NoTokenDue(Refusal, frozen=True):
    """A value token advances only after a black star."""

    ruling = "black_stars"


class NoSuchToken(Refusal, frozen=True):
    """The value board has no such token."""

    ruling = "value_board"


class TokenAtEnd(Refusal, frozen=True):
    """The value token is on the last cell of its track."""

    ruling = "N-8"


REFUSALS: tuple[type[Refusal], ...] = (
    *COMMON,
    GoalsBeingChosen,
    GoalsChosen,
    NotOffered,
    NotFiveSteps,
    NothingToReturn,
    BagIsEmpty,
    NoChaos,
    NotDrawn,
    NoSuchStar,
    NotAColour,
    NoStarToPlace,
    ColourPlaced,
    NoMorePlacements,
    NoSuchCell,
    CellTaken,
    CellEmpty,
    CentreFirst,
    NotConnected,
    SameColourConnected,
    NoOpenCell,
    NothingToReplace,
    PlacedThisTurn,
    ColourUnchanged,
    NoBlackStar,
    BlackTrackFull,
    NoTokenDue,
    NoSuchToken,
    TokenAtEnd,
)
