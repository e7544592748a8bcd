"""A tiny rulebook for tests: all choose at once, in secret; hidden cards carry canaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from service.games.base import (
    Event,
    IllegalMove,
    Line,
    Move,
    Option,
    Plain,
    Refusal,
    Rulebook,
    Score,
    Seat,
    SeatScore,
    State,
    Step,
    Unavailable,
    Viewer,
)
from service.games.rng import Rng

ROUNDS = 600
HIDDEN = "?"
_ENGLISH_ONLY = dict.fromkeys(("en", "fr", "ru", "uk"), "Toy")


class Choose(Move, frozen=True):
    """Choose a number from 1 to 3, in secret."""

    number: int


class Draw(Move, frozen=True):
    """Draw a card nobody else sees, and choose nothing."""

    note: str | None = None


class Chosen(Event, frozen=True):
    """Somebody has chosen, nobody knows what."""


class Drawn(Event, frozen=True):
    """Somebody has drawn a card."""


class Revealed(Event, frozen=True):
    """All have chosen."""

    numbers: tuple[int | None, ...]


class ToyState(State, frozen=True):
    """`chosen` is None before, 0 where hidden."""

    deck: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    chosen: tuple[int | None, ...]
    points: tuple[int, ...]
    round: int
    rounds: int


def canary(number: int) -> str:
    return f"CANARY{number:04d}"


def _put(items: tuple[Any, ...], seat: Seat, item: Any) -> tuple[Any, ...]:
    return (*items[: seat - 1], item, *items[seat:])


class Toy(Rulebook[ToyState, Choose | Draw]):
    """Choose numbers at once."""

    id = "toy"
    names = _ENGLISH_ONLY
    min_players = 1
    max_players = 4
    end_reasons = ("rounds",)
    state_type = ToyState
    move_types = (Choose, Draw)
    event_types = (Chosen, Drawn, Revealed)

    @property
    def options(self) -> tuple[Option, ...]:
        return (Option("rounds", (str(ROUNDS), "1", "2"), _ENGLISH_ONLY),)

    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> ToyState:
        deck = rng.shuffled([canary(number) for number in range(1000)])
        nothing: tuple[None, ...] = (None,) * players
        return ToyState(
            schema=1,
            pack="toy",
            pack_hash="toy",
            seed=rng.seed,
            drawn=rng.drawn,
            players=players,
            deck=deck,
            hands=((),) * players,
            chosen=nothing,
            points=(0,) * players,
            round=1,
            rounds=int(options["rounds"]),
        )

    def deciders(self, state: ToyState) -> tuple[Seat, ...]:
        if state.round > state.rounds:
            return ()
        return tuple(seat for seat, number in enumerate(state.chosen, start=1) if number is None)

    def legal_moves(self, state: ToyState, seat: Seat) -> Sequence[Choose | Draw]:
        if seat not in self.deciders(state):
            return ()
        return [*(Choose(number) for number in (1, 2, 3)), Draw()]

    def check(self, state: ToyState, seat: Seat, move: Choose | Draw) -> None:
        if seat not in self.deciders(state):
            raise IllegalMove("chosen_already", "T-1", "You have chosen already.")
        if isinstance(move, Choose) and not 1 <= move.number <= 3:
            raise IllegalMove("no_such_number", "T-2", "Choose 1, 2 or 3.")

    def apply(self, state: ToyState, seat: Seat, move: Choose | Draw) -> Step[ToyState]:
        self.check(state, seat, move)
        if isinstance(move, Draw):
            hand = (*state.hands[seat - 1], state.deck[0])
            drawn = msgspec.structs.replace(state, deck=state.deck[1:], hands=_put(state.hands, seat, hand))
            return Step(drawn, (Drawn(seat),))
        chosen = _put(state.chosen, seat, move.number)
        if None in chosen:
            return Step(msgspec.structs.replace(state, chosen=chosen), (Chosen(seat),))
        points = tuple(have + (number or 0) for have, number in zip(state.points, chosen, strict=True))
        new = msgspec.structs.replace(state, chosen=(None,) * state.players, points=points, round=state.round + 1)
        return Step(new, (Chosen(seat), Revealed(0, tuple(number or None for number in chosen))))

    def known(self, state: ToyState, viewer: Viewer) -> ToyState:
        def hidden(seat: int, items: Any, mask: Any) -> Any:
            return items if seat == viewer else mask

        return msgspec.structs.replace(
            state,
            seed=b"",
            deck=(HIDDEN,) * len(state.deck),
            hands=tuple(hidden(seat, hand, (HIDDEN,) * len(hand)) for seat, hand in enumerate(state.hands, start=1)),
            chosen=tuple(hidden(seat, n, n and 0) for seat, n in enumerate(state.chosen, start=1)),
        )

    def imagine(self, known: ToyState, viewer: Viewer, rng: Rng) -> ToyState:
        return known

    def view(self, state: ToyState, viewer: Viewer) -> Plain:
        known = self.known(state, viewer)
        return {
            "round": known.round,
            "points": list(known.points),
            "hands": [list(hand) for hand in known.hands],
            "chosen": list(known.chosen),
        }

    def explain(self, state: ToyState, seat: Seat) -> tuple[Unavailable, ...]:
        if seat in self.deciders(state):
            return ()
        why = Refusal("chosen_already", "T-1", "You have chosen already.")
        return tuple(Unavailable(kind, why) for kind in ("choose", "draw"))

    def score(self, state: ToyState) -> Score:
        seats = tuple(
            SeatScore(seat, points, (Line("points", points),)) for seat, points in enumerate(state.points, start=1)
        )
        best = max(state.points)
        winners = [seat.seat for seat in seats if seat.total == best] if self.is_over(state) else []
        return Score(seats, tuple(winners))

    def end_reason(self, state: ToyState) -> str | None:
        return "rounds" if self.is_over(state) else None

    def evaluate(self, state: ToyState, seat: Seat) -> float:
        return float(state.points[seat - 1])

    def label(self, state: ToyState, move: Choose | Draw, language: str) -> str:
        return f"{language}: {move}"

    def ruling(self, move: Choose | Draw) -> str:
        return "T-1"

    def content(self, pack: str, language: str) -> Plain:
        return {"language": language}

    def content_problems(self, data: bytes) -> tuple[str, ...]:
        return ()


TOY = Toy()
