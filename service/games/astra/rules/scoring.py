"""Final scoring, as a ledger."""

from __future__ import annotations

import functools

from service.games.astra.content.pack import cards_of
from service.games.astra.printed import COLUMN_FAME, ROW_FAME, SCORING_CARDS, SPHERES, STARDUST_PER_FAME, STARS_PER_FAME
from service.games.astra.rules.marking import undiscovered_cards
from service.games.astra.state import UNKNOWN_SCORING, AstraState, Player
from service.games.base import Line, Score, Seat, SeatScore


def score(state: AstraState) -> Score:
    seats = tuple(_seat_score(state, seat) for seat in range(1, state.players + 1))
    best = max(seat.total for seat in seats)
    over = state.turn.phase == "over"
    return Score(seats, tuple(seat.seat for seat in seats if seat.total == best) if over else ())


def _seat_score(state: AstraState, seat: Seat) -> SeatScore:
    me = state.seats[seat - 1]
    lines = (
        *_journal_lines(me),
        _marked_stars(state, seat),
        *_active_cards(state, me),
        *element_lines(element_marks(state, me)),
    )
    kept = tuple([line for line in lines if line.amount])
    return SeatScore(seat, sum([line.amount for line in kept]), kept)


def _journal_lines(me: Player) -> tuple[Line, ...]:
    return (
        Line("fame", me.fame),
        Line("pouch_size", me.pouch),
        Line("card_limit", me.limit),
        Line("stardust", me.stardust // STARDUST_PER_FAME),
    )


def _marked_stars(state: AstraState, seat: Seat) -> Line:
    """Over all undiscovered cards together."""
    stars = sum([slot.marks[seat].bit_count() for _, slot in undiscovered_cards(state)])
    return Line("marked_stars", stars // STARS_PER_FAME)


def _active_cards(state: AstraState, me: Player) -> tuple[Line, ...]:
    cards = cards_of(state)
    return tuple([Line("active_card", cards[card].fame, card) for card in me.active])


def element_marks(state: AstraState, me: Player) -> tuple[int, ...]:
    """Marks in each row of the scoring card, in the order of the spheres: premarked ones and own cards, at most 4."""
    cards = cards_of(state)
    marks = [cards[card].element for card in me.cards]
    if me.scoring != UNKNOWN_SCORING:
        marks += SCORING_CARDS[me.scoring]
    return tuple([min(marks.count(element), 4) for element in SPHERES])


@functools.cache
def element_lines(marks: tuple[int, ...]) -> tuple[Line, ...]:
    """Rows by their number of marks; columns by the rows that reach them."""
    rows = tuple(Line("element_row", ROW_FAME[count], element) for element, count in zip(SPHERES, marks, strict=True))
    return rows + tuple(
        Line("element_column", COLUMN_FAME[sum(count >= column for count in marks)], str(column))
        for column in range(1, 5)
    )


@functools.cache
def element_fame(marks: tuple[int, ...]) -> int:
    return sum(line.amount for line in element_lines(marks))
