"""The Rulebook protocol, and the words every rulebook speaks.

A rulebook is pure: no clock, no global random, no I/O. It answers questions about a state and turns a state and a
move into the next state. Seats are numbered 1..n in playing order; `AUTOMA` (0) is the seat of nobody: Astra's Dreamer.

Secrets are kept by one idea. `known(state, viewer)` is the same state with everything the viewer may not know
replaced by a placeholder. Views, explanations, previews, live scores and bots are all made from what `known` returns,
so two states that differ only in a secret cannot be told apart by any of them. Events are public, all of them:
what is secret is never in an event, only in the view of the seat that owns it.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from service.games import codec
from service.games.rng import Rng

Seat = int
AUTOMA: Seat = 0
Viewer = Seat | None
"""A seat, or None for a spectator."""

Plain = dict[str, Any]
"""Made of str, int, float, bool, None, list and dict alone."""

LANGUAGES = ("en", "fr", "ru", "uk")
Names = Mapping[str, str]
"""One text per language."""


def snake_case(name: str) -> str:
    """`PickBoon` is `pick_boon` on the wire."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Move(msgspec.Struct, frozen=True, tag_field="type", tag=snake_case, forbid_unknown_fields=True):
    """What a seat asks for, in the imperative. The docstring of a subclass documents it in the API."""

    prepares: ClassVar[bool] = False
    """Whether the seat still owes the decision that it owed before: its time goes on running."""

    @property
    def type(self) -> str:
        return str(self.__struct_config__.tag)


class Event(msgspec.Struct, frozen=True, tag_field="type", tag=snake_case):
    """What happened, in the past tense, and always public. `seat` 0 is the automa or the table itself."""

    seat: Seat

    @property
    def type(self) -> str:
        return str(self.__struct_config__.tag)

    def plain(self) -> Plain:
        """The event as it is sent to clients."""
        plain: Plain = msgspec.to_builtins(self)
        return plain


class State(msgspec.Struct, frozen=True, array_like=True):
    """What every state carries. Content is looked up by id in the pack that `pack_hash` names."""

    schema: int
    pack: str
    pack_hash: str
    seed: bytes
    drawn: int
    players: int


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)


class Refusal(msgspec.Struct, frozen=True):
    """Why something is not possible: a code for programs, the ruling or book section, a sentence for players."""

    code: str
    ruling: str
    detail: str


class IllegalMove(Exception):
    """The rules refuse a move."""

    def __init__(self, code: str, ruling: str, detail: str) -> None:
        super().__init__(detail)
        self.refusal = Refusal(code, ruling, detail)


class Unavailable(msgspec.Struct, frozen=True):
    """A kind of move that the seat cannot make now, and why."""

    type: str
    refusal: Refusal


class Step(msgspec.Struct, Generic[S], frozen=True):
    """What `apply` returns."""

    state: S
    events: tuple[Event, ...]


class Line(msgspec.Struct, frozen=True):
    """One line of a score ledger: the rule (a key of the game's texts), the amount, and what it comes from."""

    rule: str
    amount: int
    source: str = ""


class SeatScore(msgspec.Struct, frozen=True):
    """The ledger of one seat."""

    seat: Seat
    total: int
    lines: tuple[Line, ...]


class Score(msgspec.Struct, frozen=True):
    """All ledgers. `winners` has several seats when the victory is shared, and none before the end."""

    seats: tuple[SeatScore, ...]
    winners: tuple[Seat, ...]


class Option(msgspec.Struct, frozen=True):
    """A choice made when a game is created; the first choice is the default."""

    name: str
    choices: tuple[str, ...]
    texts: Names

    @property
    def default(self) -> str:
        return self.choices[0]


class OptionError(ValueError):
    """An option that the rulebook does not have, or a value that the option does not take."""

    def __init__(self, field: str, detail: str) -> None:
        super().__init__(detail)
        self.field = field


class Rulebook(ABC, Generic[S, M]):
    """One game: its rules and its content. A new game is a new folder and one line in the registry."""

    id: ClassVar[str]
    names: ClassVar[Names]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    end_reasons: ClassVar[tuple[str, ...]]
    state_type: type[S]
    move_types: tuple[type[M], ...]
    event_types: tuple[type[Event], ...]

    @property
    @abstractmethod
    def options(self) -> tuple[Option, ...]:
        """What can be chosen when a game is created, content packs included."""

    @abstractmethod
    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> S:
        """The state before the first move. `options` are complete and valid (see `complete_options`)."""

    @abstractmethod
    def deciders(self, state: S) -> tuple[Seat, ...]:
        """The seats that owe a decision now, ascending; several when they decide at once; none after the end."""

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """Every move that `check` lets pass, without repetition, in a fixed order."""

    @abstractmethod
    def check(self, state: S, seat: Seat, move: M) -> None:
        """Raise `IllegalMove` unless the seat may make this move now."""

    @abstractmethod
    def apply(self, state: S, seat: Seat, move: M) -> Step[S]:
        """Check the move, then return the next state and what happened."""

    @abstractmethod
    def known(self, state: S, viewer: Viewer) -> S:
        """The state with all that the viewer may not know replaced by placeholders. Idempotent.

        `deciders`, `view`, `explain`, `score` and `evaluate` work on it for any viewer; `legal_moves`, `check` and
        `apply` work on it for the viewer's own moves, where a hidden draw gives a placeholder.
        """

    @abstractmethod
    def imagine(self, known: S, viewer: Viewer, rng: Rng) -> S:
        """A full state that the viewer cannot tell from the real one: placeholders filled at random, evenly."""

    @abstractmethod
    def view(self, state: S, viewer: Viewer) -> Plain:
        """What the viewer sees, built from `known` by an allow-list."""

    @abstractmethod
    def explain(self, state: S, seat: Seat) -> tuple[Unavailable, ...]:
        """For each kind of move that the seat cannot make now: why not."""

    @abstractmethod
    def score(self, state: S) -> Score:
        """The ledgers, also of an unfinished game and of a state with placeholders (then: what is known)."""

    @abstractmethod
    def end_reason(self, state: S) -> str | None:
        """What brought the end about, once that is settled: one of `end_reasons`."""

    @abstractmethod
    def evaluate(self, state: S, seat: Seat) -> float:
        """The rulebook's own heuristic for bots: how good a known state is for a seat, in points of the score."""

    @abstractmethod
    def label(self, state: S, move: M, language: str) -> str:
        """The move in a player's words."""

    @abstractmethod
    def ruling(self, move: M) -> str:
        """The ruling or book section that allows this kind of move."""

    @abstractmethod
    def content(self, pack: str, language: str) -> Plain:
        """Cards, boards, texts and coordinates for drawing, with names in the language."""

    @abstractmethod
    def content_problems(self, data: bytes) -> tuple[str, ...]:
        """What is wrong with a content pack, each with the card and the field; nothing when it can be played."""

    def acts_for(self, state: S, seat: Seat) -> Seat:
        """Whose good and whose knowledge a decider decides with: its own, unless it is the automa."""
        return seat

    def tally(self, state: S, event: Event) -> str | None:
        """The name under which self-play counts this event for its seat, if it does; `state` is the one before."""
        return None

    def choice(self, state: S, move: M) -> str:
        """The name under which self-play counts how often such a move was open and how often it was taken."""
        return move.type

    def is_over(self, state: S) -> bool:
        return not self.deciders(state)

    def complete_options(self, given: Mapping[str, str]) -> dict[str, str]:
        """Defaults filled in; raises `OptionError` that names the field."""
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                raise OptionError(name, f"{self.id} has no option {name!r}; it has {', '.join(known) or 'none'}")
            if value not in known[name].choices:
                raise OptionError(name, f"{name} is one of {', '.join(known[name].choices)}, not {value!r}")
        return {name: given.get(name, option.default) for name, option in known.items()}

    def encode(self, state: S) -> bytes:
        return codec.encode(state)

    def decode(self, data: bytes) -> S:
        return codec.decode(data, self.state_type)

    def digest(self, state: S) -> str:
        """The hash by which replays in other processes are compared."""
        return codec.digest(state)
