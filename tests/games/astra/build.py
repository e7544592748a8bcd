"""Games of Astra put into a wished state, and the words in which the tests ask about them.

`table(3).sky("taurus", {1: (0, 1, 2)}).player(1, stardust=3, active=("leo",)).build()` is a whole game: cards that
are not asked for fill the sky, the deck and the discard, so that every invariant holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
import pytest

from service.games.astra import RULEBOOK
from service.games.astra.content.cards import EMPTY, Card
from service.games.astra.content.pack import PACKS
from service.games.astra.moves import AstraMove
from service.games.astra.printed import BELOW_GAME_END, SCORING_CARDS, SPHERES
from service.games.astra.sky import mask_of, stars_of
from service.games.astra.state import AstraState, Player, SkyCard, Turn, player, sky_card
from service.games.base import Event, Seat
from service.games.refusals import IllegalMove, Refusal
from service.games.rng import Rng
from tests.games.astra import invariants

E = TypeVar("E", bound=Event)
Marks = Mapping[int, tuple[int, ...]]
"""Stars by pen; pen 0 is the dreamer's."""

CARDS = PACKS.by_name("classic").cards


class Table:
    """What is wished so far. `build` makes the game of it."""

    def __init__(self, players: int, dreamer: str) -> None:
        options = RULEBOOK.complete_options({"dreamer": dreamer})
        self._start = RULEBOOK.setup(players, options, Rng(b"table"))
        self._sky: dict[str, Marks] = {}
        self._players: dict[Seat, dict[str, Any]] = {seat: {} for seat in range(1, players + 1)}
        self._top: tuple[str, ...] = ()
        self._above: int | None = None
        self._left: tuple[str, ...] | None = None
        self._sphere = "fire"
        self._round = 1
        self._turn = Turn(1)

    def sky(self, card: str, marks: Marks | None = None) -> Table:
        """Lay this card out. Places that nothing is wished for hold untouched cards."""
        self._sky[card] = marks or {}
        return self

    def player(self, seat: Seat, **changes: Any) -> Table:
        """What the journal says; `scoring` is a pair of elements."""
        self._players[seat] |= changes
        return self

    def sphere(self, element: str) -> Table:
        self._sphere = element
        return self

    def turn(self, seat: Seat, number: int = 1, **changes: Any) -> Table:
        """Whose turn it is, and the round's number."""
        self._round, self._turn = number, Turn(seat, **changes)
        return self

    def deck(self, *top: str, above: int | None = None) -> Table:
        """The cards on top, and how many lie above Game End."""
        self._top, self._above = top, above
        return self

    def after_game_end(self, *deck: str) -> Table:
        """Game End has surfaced and leaves rounds enough; the deck is just these cards, or empty."""
        self._left = self._top = deck
        return self

    def build(self) -> AstraState:
        held = {card for me in self._players.values() for key in ("active", "exhausted") for card in me.get(key, ())}
        free = [card for card in CARDS if card not in {*held, *self._sky, *self._top}]
        sky = self._laid_out(free)
        deck, discard = self._split(free)
        changes = {"last_round": 99, "end_reason": "sphere_in_first_turn"} if self._left is not None else {}
        state = msgspec.structs.replace(
            self._start,
            sky=sky,
            deck=deck,
            discard=discard,
            above_end=-1 if self._left is not None else len(deck) - BELOW_GAME_END[self._start.players],
            sphere=SPHERES.index(self._sphere),
            round=self._round,
            seats=self._journals(),
            turn=msgspec.structs.replace(self._turn, completed=_full(sky)),
            **changes,
        )
        invariants.check(RULEBOOK, state)
        return state

    def _laid_out(self, free: list[str]) -> tuple[SkyCard, ...]:
        """With an empty deck there may be fewer cards than places, so the rest stays empty."""
        missing = self._start.players + 1 - len(self._sky)
        if self._left == ():
            return (*self._slots(self._sky), *[self._slot(EMPTY, {})] * missing)
        return self._slots(self._sky | {free.pop(): {} for _ in range(missing)})

    def _slots(self, wished: Mapping[str, Marks]) -> tuple[SkyCard, ...]:
        return tuple(self._slot(card, marks) for card, marks in wished.items())

    def _slot(self, card: str, marks: Marks) -> SkyCard:
        by_pen = tuple(mask_of(marks.get(pen, ())) for pen in range(self._start.players + 1))
        return SkyCard(card, by_pen, sum(by_pen))

    def _split(self, free: list[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Deck and discard. Unless it is said, one card lies in the discard, as after setup."""
        if self._left is not None:
            return self._left, tuple(free)
        cards = (*self._top, *free)
        size = len(cards) - 1 if self._above is None else self._above + BELOW_GAME_END[self._start.players]
        return cards[:size], cards[size:]

    def _journals(self) -> tuple[Player, ...]:
        wished = {seat: SCORING_CARDS.index(me["scoring"]) for seat, me in self._players.items() if "scoring" in me}
        others = iter([card for card in range(len(SCORING_CARDS)) if card not in wished.values()])
        return tuple(
            Player(**{**changes, "scoring": wished[seat] if seat in wished else next(others)})
            for seat, changes in self._players.items()
        )


def table(players: int = 3, dreamer: str = "player") -> Table:
    return Table(players, dreamer)


def _full(sky: tuple[SkyCard, ...]) -> tuple[str, ...]:
    return tuple(slot.card for slot in sky if slot.card != EMPTY and slot.marked == CARDS[slot.card].full)


def play(state: AstraState, *moves: tuple[Seat, AstraMove]) -> AstraState:
    """The state after these moves, each of them legal, with every invariant checked on the way."""
    for seat, move in moves:
        assert move in RULEBOOK.legal_moves(state, seat)
        state = RULEBOOK.apply(state, seat, move).state
        invariants.check(RULEBOOK, state)
    return state


def events(state: AstraState, seat: Seat, move: AstraMove, kind: type[E]) -> list[E]:
    """What of this kind the move makes happen."""
    return [event for event in RULEBOOK.apply(state, seat, move).events if isinstance(event, kind)]


def refusal(state: AstraState, seat: Seat, move: AstraMove) -> tuple[str, str]:
    """The code and the ruling with which the move is refused; it is not among the legal ones either."""
    assert move not in RULEBOOK.legal_moves(state, seat)
    with pytest.raises(IllegalMove) as refused:
        RULEBOOK.apply(state, seat, move)
    assert RULEBOOK.sentence(refused.value.refusal, "en").endswith(".")
    return cited(refused.value.refusal)


def cited(refusal: Refusal) -> tuple[str, str]:
    """The code of a refusal and the ruling it cites."""
    assert type(refusal) in RULEBOOK.refusal_types
    return refusal.code, refusal.cited_ruling


def reasons(state: AstraState, seat: Seat) -> dict[str, tuple[str, str]]:
    """`explain`, as the code and the ruling by kind of move."""
    return {reason.type: cited(reason.refusal) for reason in RULEBOOK.explain(state, seat)}


def legal(state: AstraState, seat: Seat, kind: type[AstraMove]) -> set[Any]:
    """The legal moves of one kind."""
    return {move for move in RULEBOOK.legal_moves(state, seat) if isinstance(move, kind)}


def marks(state: AstraState, card: str, pen: Seat) -> tuple[int, ...]:
    """The stars that a pen has marked on a card laid out."""
    slot = sky_card(state, card)
    assert slot is not None, f"{card} is not laid out"
    return stars_of(slot.marks[pen])


def laid_out(state: AstraState) -> list[str]:
    """The cards laid out, in the order of their places."""
    return [slot.card for slot in state.sky if slot.card != EMPTY]


def places(state: AstraState) -> list[str | None]:
    """What lies in each place; None where nothing does."""
    return [None if slot.card == EMPTY else slot.card for slot in state.sky]


def all_but(card: str, *stars: int) -> tuple[int, ...]:
    """Every star of the card except these."""
    return tuple(star for star in range(CARDS[card].size) if star not in stars)


def boon(card: str, kind: str) -> int:
    """Where on the card the boon of this type is."""
    return next(place for place, boon in enumerate(CARDS[card].boons) if boon.type == kind)


def amount(card: str, kind: str) -> int:
    return CARDS[card].boons[boon(card, kind)].amount


def a_card(kind: str) -> Card:
    """A card with a boon of this type, whatever the pack's numbers."""
    return next(card for card in CARDS.values() if kind in {boon.type for boon in card.boons})


def score_lines(state: AstraState, seat: Seat) -> dict[tuple[str, str], int]:
    """The ledger of a seat, by rule and source."""
    ledger = RULEBOOK.score(state).seats[seat - 1]
    assert ledger.total == sum(line.amount for line in ledger.lines)
    return {(line.rule, line.source): line.amount for line in ledger.lines}


__all__ = [
    "CARDS",
    "RULEBOOK",
    "a_card",
    "all_but",
    "amount",
    "boon",
    "events",
    "laid_out",
    "legal",
    "marks",
    "places",
    "play",
    "player",
    "reasons",
    "refusal",
    "score_lines",
    "table",
]
