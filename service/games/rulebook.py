"""The Rulebook: one game, its rules and its content. A game is a package with the files that `docs/adding-a-game.md`
walks through, found through the entry point group `almagest.rulebooks`.

A rulebook is pure: no clock, no global random, no I/O. It answers questions about a state and turns a state and a
move into the next state. What it says of moves comes from its table of move types (`move_types.py`), a row for each.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic

import msgspec

from service.games import codec
from service.games.base import (
    Audience,
    Content,
    Ease,
    Event,
    M,
    Move,
    Option,
    OptionError,
    S,
    Score,
    Seat,
    State,
    Step,
    View,
    Viewer,
    tag_of,
)
from service.games.move_types import MoveType
from service.games.packs import Packs
from service.games.refusals import GAME_OVER, NOT_YOUR_DECISION, IllegalMove, Refusal, Unavailable
from service.games.rng import Rng
from service.games.texts import Texts

Upgrade = Callable[[list[Any]], list[Any]]
"""Turns a stored state of one schema, as a list, into one of the next."""


class Rulebook(ABC, Generic[S, M]):
    """One game: its rules and its content."""

    id: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    end_reasons: ClassVar[tuple[str, ...]]
    rules: ClassVar[int]
    """Goes up when the same seed and moves would give another game than before."""
    schema: ClassVar[int]
    """The layout of `state_type`; when it changes, `upgrades` gets a row."""
    upgrades: ClassVar[Mapping[int, Upgrade]] = {}
    """For each past schema, how to make the next one of it."""
    past_layouts: ClassVar[Mapping[int, Upgrade]] = {}
    """For each past schema of these rules, how it wrote a state of now: old replays have the hash of that."""

    state_type: type[S]
    view_type: type[View]
    content_type: type[Content]
    move_types: Sequence[MoveType[S, Any]]
    event_types: tuple[type[Event], ...]
    revealing_events: ClassVar[Mapping[type[Event], Audience] | None] = None
    """The types of event that show what was hidden, and to whom. With None a move is played a second time, by one who
    knows no more than its seat, to see whether it reveals anything (`reveals`)."""
    refusal_types: tuple[type[Refusal], ...]
    """Every way in which the rules can say no, those of all games included."""
    texts: Texts
    ease: Ease = Ease()
    budget: int = 3_000
    """Positions that the strong bot looks at for a decision, unless the table says how many; well below a second on one
    core. It sets how much better the strong bot is than the greedy one."""
    foresight: int = 1
    """Turns after its own that the strong bot looks at, for the moves that remain."""
    packs: Packs[Any] | None = None
    """None for a game without cards or boards to choose from."""

    @property
    def names(self) -> Mapping[str, str]:
        return self.texts.names("game")

    @property
    def options(self) -> tuple[Option, ...]:
        """What can be chosen when a game is created. A rulebook with more to choose adds to this."""
        if self.packs is None:
            return ()
        return (Option("pack", self.packs.names, self.texts.names("option.pack")),)

    @abstractmethod
    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> S:
        """The state before the first move. `options` are complete and valid (see `complete_options`)."""

    @abstractmethod
    def phase(self, state: S) -> str:
        """What the table waits for: the rows of the table of move types name the phases they belong to."""

    @abstractmethod
    def deciders(self, state: S) -> tuple[Seat, ...]:
        """The seats that owe a decision now, ascending; several when they decide at once; none after the end."""

    @abstractmethod
    def other_phase(self, state: S, seat: Seat, move_type: MoveType[S, Any]) -> Refusal:
        """Why a decider cannot make a move of a type that belongs to other phases."""

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
    def view(self, state: S, viewer: Viewer) -> View:
        """What the viewer sees, built from `known` into a struct, field by field."""

    @abstractmethod
    def score(self, state: S) -> Score:
        """The ledgers, also of an unfinished game and of a state with placeholders (then: what is known)."""

    @abstractmethod
    def end_reason(self, state: S) -> str | None:
        """What brought the end about, once that is settled: one of `end_reasons`."""

    @abstractmethod
    def evaluate(self, state: S, seat: Seat) -> float:
        """The rulebook's own heuristic for bots: how good a known state is for a seat, in points of the score."""

    def foresee(self, state: S, seat: Seat) -> float:
        """Like `evaluate`, for positions where the strong bot stops looking: it may count what is about to happen."""
        return self.evaluate(state, seat)

    def seat_value(self, state: S, seat: Seat) -> float:
        """What a seat has and has within reach, in points, without the others; after the end its total."""
        return float(self.score(state).seats[seat - 1].total)

    @abstractmethod
    def content(self, pack: str, language: str) -> Content:
        """Cards, boards, texts and coordinates for drawing, with names in the language."""

    @functools.cached_property
    def move_classes(self) -> tuple[type[M], ...]:
        return tuple(row.move for row in self.move_types)

    @functools.cached_property
    def _row_of(self) -> dict[type[Move], MoveType[S, Any]]:
        return {row.move: row for row in self.move_types}

    @functools.cached_property
    def _lists_in(self) -> dict[str, list[Callable[[S, Seat], Sequence[M]]]]:
        """For each phase, the functions that list its moves."""
        phases = {phase for row in self.move_types for phase in row.phases}
        return {phase: [row.moves for row in self.move_types if phase in row.phases and row.moves] for phase in phases}

    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """Every move that `check` lets pass, without repetition, in a fixed order."""
        if seat not in self.deciders(state):
            return ()
        found: list[M] = []
        for list_moves in self._lists_in[self.phase(state)]:
            found += list_moves(state, seat)
        return found

    def worth_trying(self, state: S, seat: Seat) -> Sequence[M]:
        """The legal moves that a bot which looks ahead has to try: of moves with the same result, one."""
        return self.legal_moves(state, seat)

    def check(self, state: S, seat: Seat, move: M) -> None:
        """Raise `IllegalMove` unless the seat may make this move now."""
        row = self._row_of[type(move)]
        refusal = self._check_turn(state, seat, row) or row.check(state, seat, move)
        if refusal is not None:
            raise IllegalMove(refusal, self)

    def apply(self, state: S, seat: Seat, move: M) -> Step[S]:
        """Check the move, then return the next state and what happened."""
        self.check(state, seat, move)
        return self._row_of[type(move)].apply(state, seat, move)

    def reveals(self, before: S, seat: Seat, move: M, after: S) -> bool:
        """Whether the seat sees more after its move than it could tell beforehand from what it knew."""
        foreseen = self.apply(self.known(before, seat), seat, move).state
        return self.known(foreseen, seat) != self.known(after, seat)

    def has_learned(self, before: S, seat: Seat, move: M, step: Step[S]) -> bool:
        """Whether the seat has learned something hidden by its move, so that it cannot take the move back."""
        revealing = self.revealing_events
        if revealing is None:
            return self.reveals(before, seat, move, step.state)
        shown = [(event.seat, revealing[type(event)]) for event in step.events if type(event) in revealing]
        return any(audience == "all" or of != seat for of, audience in shown)

    def explain(self, state: S, seat: Seat) -> tuple[Unavailable, ...]:
        """For each type of move that the seat cannot make now: why not."""
        reasons = ((row, self._check_turn(state, seat, row) or row.why_not(state, seat)) for row in self.move_types)
        return tuple(Unavailable(tag_of(row.move), reason) for row, reason in reasons if reason is not None)

    def label(self, state: S, move: M, language: str) -> str:
        """The move in a player's words."""
        return self._row_of[type(move)].label(state, move, language)

    def ruling_of(self, move: M) -> str:
        """The ruling or book section that allows this type of move."""
        return self._row_of[type(move)].ruling

    def _check_turn(self, state: S, seat: Seat, row: MoveType[S, Any]) -> Refusal | None:
        """Why turn or phase forbid every move of this type, if they do."""
        deciders = self.deciders(state)
        if seat in deciders:
            return None if self.phase(state) in row.phases else self.other_phase(state, seat, row)
        return self.not_deciding(state, seat) if deciders else GAME_OVER

    def not_deciding(self, state: S, seat: Seat) -> Refusal:
        """Why a seat owes no decision while others do."""
        return NOT_YOUR_DECISION

    def sentence(self, refusal: Refusal, language: str) -> str:
        """A refusal in a player's words."""
        return self.texts.say(f"refusal.{refusal.code}", language, **msgspec.structs.asdict(refusal))

    def ruling_title(self, ruling: str, language: str) -> str:
        return self.texts.say(f"ruling.{ruling}", language)

    def acts_for(self, state: S, seat: Seat) -> Seat:
        """The seat whose interest and knowledge a decider decides with: its own, unless it is the automa."""
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
        """Fill in the defaults, or raise an `OptionError` that names the field."""
        options = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in options:
                raise OptionError(name, tuple(options), is_unknown=True)
            if value not in options[name].choices:
                raise OptionError(name, options[name].choices, is_unknown=False)
        return {name: given.get(name, option.default) for name, option in options.items()}

    def encode(self, state: S) -> bytes:
        return codec.encode(state)

    def decode(self, data: bytes) -> S:
        """Decode a state of this schema whose pack is installed, or raise `codec.OtherSchema` or `UnknownPack`."""
        state = codec.decode(data, self.state_type, self.schema)
        if self.packs:
            self.packs.by_hash(state.pack_hash)
        return state

    def digest(self, state: State) -> str:
        """The hash of the state in the layout of now."""
        return codec.digest(state)

    def names_pack(self, pack_hash: str, state: State) -> bool:
        """Whether a replay that names a pack by this hash names that of the state."""
        return pack_hash == state.pack_hash

    def past_digests(self, state: State) -> tuple[str, ...]:
        """The hashes that earlier versions gave to this state."""
        plain = codec.plain(codec.encode(state))
        return tuple(codec.digest(layout(plain)) for layout in self.past_layouts.values())


AnyRulebook = Rulebook[Any, Any]
