"""What is stored of a game besides its state. Records carry a schema number, see `migrations.py`."""

from __future__ import annotations

import random
from typing import Annotated, Literal

import msgspec

from service.games.base import AUTOMA, Score, Seat, State
from service.games.bot_levels import Level
from service.games.registry import RULEBOOKS
from service.games.rng import ENTROPY_PATTERN, deal_seed
from service.games.rulebook import AnyRulebook
from service.wire.words import ENDED, HintsFor, SeatKind, Status, Visibility

Work = Literal["", "automa", "bot", "scoring"]
Ask = Literal["hint", "analysis"]
"""Questions for bot processes, besides the moves of bots."""
Priority = Literal["person", "nobody"]


class SeatRecord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table. `token` is the SHA-256 of the token of whoever sits there, empty when nobody does."""

    kind: SeatKind
    name: str = ""
    level: Level = "greedy"
    token: str = ""
    resigned: bool = False
    reserved: bool = False
    """For whoever sat there in the game before this one."""
    player: str = ""
    """The app's name for who sits there, or sat there before a bot took over; empty for people without an app."""
    metadata: dict[str, str] = {}
    taken_over: bool = False
    """By a bot, in the place of a person."""
    entropy: Annotated[str, msgspec.Meta(pattern=f"^$|{ENTROPY_PATTERN}")] = ""
    """The 32 bytes, hexadecimal, that who sat down contributed to the deal. They stay when a bot takes over."""
    tag: str = ""
    """Of the player whose token was shown, in keys of the store; also where the table is not the player's app's and
    `player` is empty. Seats of 0.2 have none."""

    @property
    def is_heir(self) -> bool:
        """Whether a bot plays on for a person, under the person's name."""
        return self.kind == "bot" and (self.taken_over or self.resigned or bool(self.player))

    @property
    def is_free(self) -> bool:
        return self.kind == "human" and not self.token


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """What was agreed when the game was created, and who sits where."""

    schema: int
    id: str
    rulebook: str
    options: dict[str, str]
    visibility: Visibility
    seats: tuple[SeatRecord, ...]
    host: Seat | None
    seed: bytes
    """The server's secret, to which it commits itself by `seed_hash` when it creates the game."""
    seed_hash: str
    created: int
    idle_seconds: int
    turn_seconds: int = 0
    bank_seconds: int = 0
    """What each seat has for all its decisions together; each adds `increment_seconds`."""
    increment_seconds: int = 0
    strong_budget: int = 0
    """Positions that a strong bot looks at for a move; 0: as many as it likes by itself."""
    invite: str = ""
    takebacks: bool = True
    hints: HintsFor = "bots"
    rematch: str = ""
    """The game that follows this one."""
    tenant: str = msgspec.field(default="", name="creator")
    """Whose share of thinking it takes: see `usecases/accounts/tenants.py`. Unknown for games of old."""
    app: str = ""
    """Whose key it was created with; empty for games without one."""
    rigged: bool = False
    """For an app's tests: its seed was given, or its draws."""
    draws: tuple[str, ...] = ()
    """What comes first out of the shuffles at the start."""

    def seat(self, number: Seat) -> SeatRecord:
        return self.seats[number - 1]

    @property
    def contributions(self) -> tuple[str, ...]:
        """What each seat contributed to the deal; empty where nobody did. A rigged game keeps to its seed."""
        return tuple([("" if self.rigged else seat.entropy) for seat in self.seats])

    @property
    def deal_seed(self) -> bytes:
        """The seed of all chance in the game, once it is full."""
        return deal_seed(self.seed, self.contributions)

    @property
    def priority(self) -> Priority:
        """Whether anybody is there to wait for a bot."""
        return "person" if any(seat.kind == "human" for seat in self.seats) else "nobody"

    @property
    def people(self) -> list[Seat]:
        """The seats at which a person sits; whoever has left or resigned does not."""
        return [number for number, seat in enumerate(self.seats, start=1) if seat.token]

    @property
    def is_full(self) -> bool:
        return not any(seat.is_free for seat in self.seats)


class Since(msgspec.Struct, frozen=True, array_like=True):
    """A seat owes a decision, and since which version and time it does."""

    seat: Seat
    version: int
    at: int


class Before(msgspec.Struct, frozen=True, array_like=True):
    """A move that its seat can take back: the version before it, since when it was owed, and the time left then."""

    seat: Seat
    version: int
    at: int
    left: int = 0


class ProposedPause(msgspec.Struct, frozen=True, array_like=True):
    """A pause that waits for everybody's consent: who agrees, the proposer first, and when the proposal lapses."""

    agreed: tuple[Seat, ...]
    until: int


class Clock(msgspec.Struct, frozen=True, omit_defaults=True):
    """What changes with every move."""

    schema: int
    status: Status
    version: int = 0
    events: int = 0
    since: tuple[Since, ...] = ()
    deadline: int = 0
    pending: Work = msgspec.field(default="", name="owed")
    """What a worker has to do; stored as `owed`."""
    left: tuple[int, ...] = ()
    """Where each seat has a bank: its milliseconds when the decision that it owes, or owes next, began."""
    paused: int = 0
    """Since when the game is paused; 0 while it is not. `deadline` then says when it goes on by itself."""
    takeback: tuple[Before, ...] = ()
    """The moves of the turn that can be taken back, the newest last; all are of one seat."""
    decided: int = 0
    """When somebody decided last, or the game began; 0 in games of old."""
    abandon_at: int = 0
    """When the game is abandoned unless somebody decides; 0 before it was warned of."""
    taken_back: tuple[int, ...] = ()
    """How many moves each seat has taken back since the last move that is final; empty: none."""
    proposal: ProposedPause | None = None
    host_votes: tuple[Seat, ...] = ()
    """Who wants another host, the first voter first."""
    pauses: int = 0
    """How many pauses began, or were proposed, since the last move."""

    @property
    def has_ended(self) -> bool:
        return self.status in ENDED

    @property
    def deciders(self) -> list[Seat]:
        return [since.seat for since in self.since]

    def decision(self, seat: Seat) -> Since | None:
        return next((since for since in self.since if since.seat == seat), None)


class JobMeta(msgspec.Struct, frozen=True):
    """What a game of the outbox, or a question, waits for; who waits for that, and who made the game."""

    work: Work | Ask
    priority: Priority
    tenant: str

    def __str__(self) -> str:
        """As it is stored, and as `claim.lua` and `waiting.lua` read its first word."""
        return f"{self.work} {self.priority} {self.tenant}"

    @classmethod
    def read(cls, text: str) -> JobMeta:
        return msgspec.convert(dict(zip(cls.__struct_fields__, text.split(" "), strict=True)), cls)


class GameRecord(msgspec.Struct, frozen=True):
    """A game as it was loaded, or as it is to be stored. `revision` counts its writes; `nonce` is drawn for each.

    The nonce tells a game of a restored store from the lost one with the same revision.
    """

    table: Table
    clock: Clock
    state: State | None = None
    result: Score | None = None
    revision: int = 0
    nonce: str = ""

    @property
    def id(self) -> str:
        return self.table.id

    @property
    def rulebook(self) -> AnyRulebook:
        return RULEBOOKS[self.table.rulebook]

    @property
    def dealt(self) -> State:
        """The state of a game that has started."""
        if self.state is None:
            raise LookupError(f"game {self.id} has not started")
        return self.state

    @property
    def job_meta(self) -> JobMeta:
        return JobMeta(self.clock.pending, self.table.priority, self.table.tenant)

    def is_free(self, seat: Seat) -> bool:
        """Whether somebody can join. Once the game has begun, an empty seat is that of an erased player."""
        return self.state is None and self.table.seat(seat).is_free

    def is_automatic(self, seat: Seat) -> bool:
        return seat == AUTOMA or self.table.seat(seat).kind == "bot"


def new_nonce() -> str:
    return f"{random.getrandbits(64):x}"


def _prepare_types() -> None:
    """Have msgspec gather what it needs to know of states and moves now, while there is one thread.

    It does so at the first use of a type, and publishes it half done: two threads that are first at once end the
    process with a segmentation fault.
    """
    for rulebook in RULEBOOKS.values():
        msgspec.msgpack.Decoder(rulebook.state_type)
        for move_type in rulebook.move_classes:
            msgspec.json.Decoder(move_type)


_prepare_types()
