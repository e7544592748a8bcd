"""The types that all rulebooks share: seats, states, moves, events, views, content, scores, options.

Seats are numbered 1..n in playing order; `AUTOMA` (0) is the seat of nobody: Astra's Dreamer, or the table itself.

Secrets are kept by one idea. `Rulebook.known(state, viewer)` is the same state with everything the viewer may not know
replaced by a placeholder. Views, explanations, previews, live scores and bots are all made from what `known` returns,
so two states that differ only in a secret cannot be told apart by any of them. Events are public, all of them:
what is secret is never in an event, only in the view of the seat that owns it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, TypeVarTuple, get_args

import msgspec
from msgspec import Meta

Seat = int
AUTOMA: Seat = 0
Viewer = Seat | None
"""A seat, or None for a spectator."""

Plain = dict[str, Any]
"""Made of str, int, float, bool, None, list and dict alone."""

Language = Literal["en", "fr", "ru", "uk"]
"""The only list of languages: the API, the page, the command line and the SDKs take it from here."""
LANGUAGES: tuple[Language, ...] = get_args(Language)
Names = Mapping[str, str]
"""One text per language."""


def in_every_language(text: Names) -> dict[str, str]:
    """The text with English for the languages that it lacks."""
    return dict.fromkeys(LANGUAGES, text["en"]) | dict(text)


def snake_case(name: str) -> str:
    """`PickBoon` is `pick_boon` on the wire."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def tag_of(struct: type[msgspec.Struct]) -> str:
    """The name of a move, an event or a refusal on the wire."""
    return str(struct.__struct_config__.tag)


class Move(msgspec.Struct, frozen=True, tag_field="type", tag=snake_case, forbid_unknown_fields=True, gc=False):
    """What a seat asks for, in the imperative. The docstring of a subclass documents it in the API."""

    prepares: ClassVar[bool] = False
    """Whether the seat still owes the decision that it owed before: its time goes on running."""

    @property
    def type(self) -> str:
        return tag_of(type(self))


class Event(msgspec.Struct, frozen=True, tag_field="type", tag=snake_case, gc=False):
    """What happened, in the past tense, and always public. `seat` 0 is the automa or the table itself."""

    seat: Seat

    @property
    def type(self) -> str:
        return tag_of(type(self))

    def plain(self) -> Plain:
        """The event as it is sent to clients."""
        plain: Plain = msgspec.to_builtins(self)
        return plain


Audience = Literal["all", "others"]
"""Who learns something hidden by an event: every seat, or all but the event's own."""


class TurnBegan(Event, frozen=True):
    """The seat's turn begins."""

    round: int


class State(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What every state carries. Content is looked up by id in the pack that `pack_hash` names.

    `schema` is the layout of the record, `rules` the number of the rules under which the game began.
    """

    schema: int
    rules: int
    pack: str
    pack_hash: str
    seed: bytes
    drawn: int
    players: int


S = TypeVar("S", bound=State)
M = TypeVar("M", bound=Move)
Arguments = TypeVarTuple("Arguments")


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False):
    """The next state and what happened on the way. `apply` and the rules it chains return steps."""

    state: S
    events: tuple[Event, ...] = ()

    def then(self, rule: Callable[[S, *Arguments], Step[S]], *arguments: *Arguments) -> Step[S]:
        """Apply the next rule to this state; its events come after these."""
        after = rule(self.state, *arguments)
        return Step(after.state, self.events + after.events) if self.events else after


class SeatView(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is in front of one seat. A rulebook adds its own fields."""

    seat: Seat


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The board as one seat, or a spectator, sees it. A rulebook narrows `phase` and `seats` and adds its own."""

    phase: Annotated[str, Meta(description="what the table waits for")]
    round: int
    last_round: Annotated[int | None, Meta(description="the number of the last round, once it is settled")]
    active: Annotated[Seat | None, Meta(description="whose turn it is; null when it is nobody's")]
    deciders: Annotated[tuple[Seat, ...], Meta(description="the seats that have to decide; 0 is the automa")]
    seats: tuple[SeatView, ...]


class Content(msgspec.Struct, frozen=True, kw_only=True):
    """Cards, boards and texts for drawing, in one language. A rulebook's own has its id as tag, in `rulebook`."""

    pack: str
    pack_hash: Annotated[str, Meta(description="SHA-256; games name their pack by it")]
    language: Language
    name: Annotated[str, Meta(description="of the pack")]
    rulings: Annotated[dict[str, str], Meta(description="the title of every ruling and book section, by its id")]
    texts: Annotated[
        dict[str, dict[str, str]],
        Meta(description="words to show, by what they name: phase, score (rules of the ledger), end (end reasons)"),
    ]


class Line(msgspec.Struct, frozen=True, gc=False):
    """One line of a score ledger: the rule (a key of the content's `score` texts), the amount, what it comes from."""

    rule: str
    amount: int
    source: str = ""


class SeatScore(msgspec.Struct, frozen=True, gc=False):
    """The ledger of one seat."""

    seat: Seat
    total: int
    lines: tuple[Line, ...]


class Score(msgspec.Struct, frozen=True, gc=False):
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


class Ease(msgspec.Struct, frozen=True):
    """How easy the easy bot is: it makes `lapses` of a hundred decisions at random, and gives away what it is ahead by
    more than `lead`, in the heuristic's points. `make bench-bots` measures it."""

    lapses: int = 10
    lead: float = 15.0


class OptionError(ValueError):
    """An option that the rulebook does not have, or a value that the option does not take."""

    def __init__(self, field: str, choices: tuple[str, ...], *, is_unknown: bool) -> None:
        super().__init__(f"{field}: {'has no such option' if is_unknown else 'is one of'} {', '.join(choices)}")
        self.field = field
        self.choices = choices
        self.is_unknown = is_unknown
