"""A tiny rulebook for tests: all choose at once, in secret; hidden cards carry canaries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

import msgspec

from service.games.base import (
    LANGUAGES,
    Content,
    Event,
    Language,
    Line,
    Move,
    Option,
    Score,
    Seat,
    SeatScore,
    SeatView,
    State,
    Step,
    View,
    Viewer,
)
from service.games.move_types import MoveType
from service.games.refusals import COMMON, Refusal
from service.games.rng import Rng
from service.games.rulebook import Rulebook
from service.games.texts import Texts

ROUNDS = 600
HIDDEN = "?"


def _everywhere(text: str) -> dict[str, str]:
    return dict.fromkeys(LANGUAGES, text)


TEXTS = Texts(
    {
        "game": _everywhere("Toy"),
        "option.rounds": _everywhere("Rounds"),
        "refusal.game_over": _everywhere("The game is over."),
        "refusal.chosen_already": _everywhere("You have chosen already."),
        "refusal.no_such_number": _everywhere("Choose 1, 2 or 3."),
        "refusal.not_your_decision": _everywhere("It is not your decision now."),
        "refusal.wrong_phase": _everywhere("{now}"),
        "ruling.T-1": _everywhere("Choosing"),
        "ruling.T-2": _everywhere("Numbers"),
        "ruling.game_end": _everywhere("The end"),
        "ruling.turn_order": _everywhere("Turns"),
    }
)


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


class ChosenAlready(Refusal, frozen=True):
    """Once is enough."""

    ruling = "T-1"


class NoSuchNumber(Refusal, frozen=True):
    """Three numbers there are."""

    ruling = "T-2"


class ToyState(State, frozen=True):
    """`chosen` is None before, 0 where hidden."""

    deck: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    chosen: tuple[int | None, ...]
    points: tuple[int, ...]
    round: int
    rounds: int


class ToySeatView(SeatView, frozen=True, kw_only=True):
    """One seat."""

    points: int
    hand: tuple[str, ...]
    chosen: int | None


class ToyView(View, frozen=True, kw_only=True):
    """The board."""

    phase: Literal["choosing", "over"]
    seats: tuple[ToySeatView, ...]


class ToyContent(Content, frozen=True, kw_only=True, tag_field="rulebook", tag="toy"):
    """Nothing to draw."""


def canary(number: int) -> str:
    return f"CANARY{number:04d}"


def _put(items: tuple[Any, ...], seat: Seat, item: Any) -> tuple[Any, ...]:
    return (*items[: seat - 1], item, *items[seat:])


def _choices(state: ToyState, seat: Seat) -> list[Choose]:
    return [Choose(number) for number in (1, 2, 3)]


def _draws(state: ToyState, seat: Seat) -> list[Draw]:
    return [Draw()]


def _check(state: ToyState, seat: Seat, move: Choose) -> Refusal | None:
    return None if 1 <= move.number <= 3 else NoSuchNumber()


def _choose(state: ToyState, seat: Seat, move: Choose) -> Step[ToyState]:
    chosen = _put(state.chosen, seat, move.number)
    if None in chosen:
        return Step(msgspec.structs.replace(state, chosen=chosen), (Chosen(seat),))
    points = tuple(have + (number or 0) for have, number in zip(state.points, chosen, strict=True))
    new = msgspec.structs.replace(state, chosen=(None,) * state.players, points=points, round=state.round + 1)
    return Step(new, (Chosen(seat), Revealed(0, tuple(number or None for number in chosen))))


def _draw(state: ToyState, seat: Seat, move: Draw) -> Step[ToyState]:
    hand = (*state.hands[seat - 1], state.deck[0])
    drawn = msgspec.structs.replace(state, deck=state.deck[1:], hands=_put(state.hands, seat, hand))
    return Step(drawn, (Drawn(seat),))


def _label(state: ToyState, move: Move, language: str) -> str:
    return f"{language}: {move}"


class Toy(Rulebook[ToyState, Choose | Draw]):
    """Choose numbers at once."""

    id = "toy"
    min_players = 1
    max_players = 4
    end_reasons = ("rounds",)
    rules = 1
    schema = 1
    state_type = ToyState
    view_type = ToyView
    content_type = ToyContent
    move_types = (
        MoveType(
            move=Choose, ruling="T-1", phases=("choosing",), moves=_choices, check=_check, apply=_choose, label=_label
        ),
        MoveType(move=Draw, ruling="T-1", phases=("choosing",), moves=_draws, apply=_draw, label=_label),
    )
    event_types = (Chosen, Drawn, Revealed)
    refusal_types = (*COMMON, ChosenAlready, NoSuchNumber)
    texts = TEXTS

    @property
    def options(self) -> tuple[Option, ...]:
        return (Option("rounds", (str(ROUNDS), "1", "2"), TEXTS.names("option.rounds")),)

    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> ToyState:
        deck = rng.permutation([canary(number) for number in range(1000)])
        nothing: tuple[None, ...] = (None,) * players
        return ToyState(
            schema=self.schema,
            rules=self.rules,
            pack="",
            pack_hash="",
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

    def phase(self, state: ToyState) -> Literal["choosing", "over"]:
        return "over" if state.round > state.rounds else "choosing"

    def deciders(self, state: ToyState) -> tuple[Seat, ...]:
        if state.round > state.rounds:
            return ()
        return tuple(seat for seat, number in enumerate(state.chosen, start=1) if number is None)

    def not_deciding(self, state: ToyState, seat: Seat) -> Refusal:
        return ChosenAlready()

    def other_phase(self, state: ToyState, seat: Seat, move_type: MoveType[ToyState, Any]) -> Refusal:
        raise NotImplementedError("there is one phase")

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

    def view(self, state: ToyState, viewer: Viewer) -> ToyView:
        known = self.known(state, viewer)
        rows = zip(known.points, known.hands, known.chosen, strict=True)
        return ToyView(
            phase=self.phase(known),
            round=known.round,
            last_round=known.rounds,
            active=None,
            deciders=self.deciders(known),
            seats=tuple(
                ToySeatView(seat=seat, points=points, hand=hand, chosen=chosen)
                for seat, (points, hand, chosen) in enumerate(rows, start=1)
            ),
        )

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

    def content(self, pack: str, language: str) -> ToyContent:
        spoken = cast("Language", language)
        return ToyContent(pack="", pack_hash="", language=spoken, name="Toy", rulings={}, texts={})


TOY = Toy()
