# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
"""What all rulebooks share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from almagest_sdk.unset import UNSET, Unset

OptionValue: TypeAlias = str | int

Status: TypeAlias = Literal["open", "running", "scoring", "finished", "abandoned"]

SeatKind: TypeAlias = Literal["human", "bot"]

Level: TypeAlias = Literal["random", "easy", "greedy", "strong"]

Visibility: TypeAlias = Literal["public", "private"]

HintsFor: TypeAlias = Literal["bots", "all", "none"]

HintStatus: TypeAlias = Literal["thinking", "ready"]

AfterLeaving: TypeAlias = Literal["free", "bot", "abandoned"]

AfterResigning: TypeAlias = Literal["bot", "abandoned"]

Language: TypeAlias = Literal["en", "fr", "ru", "uk"]

NoticeType: TypeAlias = Literal[
    "game.started", "turn.changed", "game.finished", "game.abandon_warning", "seat.taken", "seat.left",
]

WebhookStatus: TypeAlias = Literal["active", "parked"]

DeliveryStatus: TypeAlias = Literal["waiting", "delivered", "parked"]

RulebookId: TypeAlias = Literal["astra", "distant_suns", "nebula"]

ProblemCode: TypeAlias = Literal[
    "bad_request", "incomplete_body", "unreadable_json", "bad_header", "token_needed", "token_malformed",
    "token_unknown", "key_needed", "player_needed", "key_unknown", "scope_missing", "not_the_host", "not_the_app",
    "not_found", "unknown_game", "unknown_seat", "unknown_rulebook", "method_not_allowed", "not_acceptable", "not_open",
    "not_running", "not_finished", "not_idle", "owes_nothing", "already_bot", "already_seated", "seats_reserved",
    "rematch_agreed", "cannot_delete", "paused", "not_paused", "too_many_pauses", "already_host", "takebacks_off",
    "nothing_to_take_back", "too_many_takebacks", "hints_off", "nothing_to_decide", "hints_not_asked", "not_scoring",
    "not_automatic", "nothing_owed", "still_open", "stale_version", "body_too_large", "uri_too_long",
    "wrong_content_type", "expectation_failed", "invalid_field", "games_refused", "key_reused", "key_too_short",
    "version_needed", "too_many_players", "too_many_webhooks", "webhook_parked", "unknown_webhook", "unknown_delivery",
    "push_off", "too_many_requests", "too_many_bot_games", "too_many_games", "headers_too_large", "internal_error",
    "store_away", "not_ready", "newer_record", "damaged_record", "rulebook_missing", "pack_missing",
    "too_many_listeners", "too_many_connections", "busy", "action_owed", "action_skipped", "already_discovered",
    "already_drawn", "already_observed", "bag_is_empty", "black_track_full", "boon_struck", "boon_struck_by_dreamer",
    "broken_dream", "broken_path", "card_not_laid_out", "cell_empty", "cell_taken", "centre_first", "colour_placed",
    "colour_unchanged", "dream_too_long", "dream_too_short", "empty_path", "exhausted", "game_over",
    "goals_being_chosen", "goals_chosen", "no_active_card", "no_black_star", "no_card_of_element", "no_chaos",
    "no_marked_card", "no_more_placements", "no_open_cell", "no_star", "no_star_for_ability", "no_star_to_place",
    "no_stardust", "no_such_boon", "no_such_cell", "no_such_notches", "no_such_sectors", "no_such_slot", "no_such_star",
    "no_such_token", "no_telescope", "no_token_due", "no_upgrade_to_place", "not_a_colour", "not_an_activation",
    "not_connected", "not_drawn", "not_enough_stardust", "not_exhausted", "not_five_steps", "not_offered",
    "not_touching", "not_your_card", "not_your_decision", "not_yours_to_discard", "notch_taken", "nothing_fits",
    "nothing_to_mark", "nothing_to_replace", "nothing_to_return", "placed_this_turn", "pouch_full",
    "same_colour_connected", "sector_not_free", "sells_no_telescopes", "shape_fits", "slot_due", "slot_taken",
    "star_not_allowed", "token_at_end", "too_little_stardust", "upgrade_not_ready", "wisdom_full", "wrong_dream_card",
    "wrong_first_star", "wrong_number_of_cards", "wrong_number_of_telescopes", "wrong_phase", "wrong_shape",
    "wrong_size",
]


@dataclass(frozen=True, kw_only=True)
class GamePage:
    """Some games, newest first; `next` is the cursor of the following page."""

    games: Sequence[GameSummary]
    next: str | None


@dataclass(frozen=True, kw_only=True)
class GameSummary:
    """A game as the lobby shows it."""

    id: str
    rulebook: RulebookId
    status: Status
    version: int
    """the count of accepted moves"""
    visibility: Visibility
    options: Mapping[str, str]
    seats: Sequence[SeatAnswer]
    deciders: Sequence[int]
    """the seats that have to decide; 0 is the automa"""
    deadline: datetime | None
    turn_seconds: int | None
    clock: TimeControl | None
    """null where time is not limited"""
    paused_at: datetime | None
    """since when the game is paused"""
    paused_until: datetime | None = None
    """when a paused game goes on by itself; null where only people resume it"""
    pause: PauseProposal | None = None
    """the pause that somebody proposes"""
    abandon_at: datetime | None = None
    """when the game is abandoned unless somebody decides; null before the warning"""
    idle_seconds: int
    takebacks: bool
    """whether moves can be taken back"""
    hints: HintsFor
    """who may ask for hints: where all others are bots, all, or nobody"""
    created_at: datetime
    seed_hash: str
    """SHA-256 of the server's secret, which is published after the end"""
    last_event: int
    """the number of the newest event"""
    rigged: bool
    """whether its seed or draws were chosen, for an app's tests"""


@dataclass(frozen=True, kw_only=True)
class SeatAnswer:
    """A seat of a game."""

    seat: int
    kind: SeatKind
    name: str | None
    """null while nobody sits there"""
    level: Level | None
    """of a bot"""
    taken: bool
    host: bool
    resigned: bool
    """whether somebody gave the game up here, and a bot plays on"""
    deciding_since: datetime | None
    player: str | None
    """the app's name for the player there; players of the game and the app see it"""
    metadata: Mapping[str, str] | None
    """what the app says of the player; players of the game and the app see it"""


@dataclass(frozen=True, kw_only=True)
class TimeControl:
    """How time is limited: for each decision, or by a bank for all of them, to which each decision adds."""

    per_decision: int | None
    """seconds"""
    bank: int | None
    """seconds"""
    increment: int | None
    """seconds"""


@dataclass(frozen=True, kw_only=True)
class PauseProposal:
    """A pause that waits for consent: it begins when everybody who is seated as a person agrees."""

    seat: int
    """who proposed it"""
    agreed: Sequence[int]
    """who agrees so far, the proposer included"""
    lapses_at: datetime
    """the proposal counts for nothing after that"""


@dataclass(frozen=True, kw_only=True)
class CreatedGames:
    """The new games, in the order of the request."""

    games: Sequence[NewGame]


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """A new game of an app, without its board, and the host's seat and token: both null in a game of bots alone."""

    game: GameSummary
    seat: int | None
    token: str | None
    invite: str | None
    """of a private game: the code to take a seat with"""
    tokens: Sequence[SeatToken]
    """of every seat of a player"""


@dataclass(frozen=True, kw_only=True)
class SeatToken:
    """The token of a player's seat."""

    seat: int
    player: str
    token: str


@dataclass(frozen=True, kw_only=True)
class MyGamePage:
    """Some games of the player's, newest first; `next` is the cursor of the following page."""

    games: Sequence[MyGame]
    next: str | None


@dataclass(frozen=True, kw_only=True)
class MyGame:
    """A game of the player's."""

    id: str
    rulebook: RulebookId
    status: Status
    version: int
    """the count of accepted moves"""
    visibility: Visibility
    options: Mapping[str, str]
    seats: Sequence[SeatAnswer]
    deciders: Sequence[int]
    """the seats that have to decide; 0 is the automa"""
    deadline: datetime | None
    turn_seconds: int | None
    clock: TimeControl | None
    """null where time is not limited"""
    paused_at: datetime | None
    """since when the game is paused"""
    paused_until: datetime | None = None
    """when a paused game goes on by itself; null where only people resume it"""
    pause: PauseProposal | None = None
    """the pause that somebody proposes"""
    abandon_at: datetime | None = None
    """when the game is abandoned unless somebody decides; null before the warning"""
    idle_seconds: int
    takebacks: bool
    """whether moves can be taken back"""
    hints: HintsFor
    """who may ask for hints: where all others are bots, all, or nobody"""
    created_at: datetime
    seed_hash: str
    """SHA-256 of the server's secret, which is published after the end"""
    last_event: int
    """the number of the newest event"""
    rigged: bool
    """whether its seed or draws were chosen, for an app's tests"""
    seat: int | None
    """the player's seat; null where a bot has taken over"""


@dataclass(frozen=True, kw_only=True)
class NewToken:
    """The new token of the own seat."""

    seat: int
    token: str


@dataclass(frozen=True, kw_only=True)
class PlayerToken:
    """A token of a player, valid in all of the player's games, and for how many seconds."""

    player: str
    token: str
    expires_in: int


@dataclass(frozen=True, kw_only=True)
class ScoreAnswer:
    """The score; before the end as far as the caller may know it."""

    version: int
    """the count of accepted moves"""
    final: bool
    score: Score


@dataclass(frozen=True, kw_only=True)
class Score:
    """All ledgers. `winners` has several seats when the victory is shared, and none before the end."""

    seats: Sequence[SeatScore]
    winners: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class SeatScore:
    """The ledger of one seat."""

    seat: int
    total: int
    lines: Sequence[Line]


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of a score ledger: the rule (a key of the content's `score` texts), the amount, what it comes from."""

    rule: str
    amount: int
    source: str


@dataclass(frozen=True, kw_only=True)
class RulebookAnswer:
    """A game that can be played here."""

    id: RulebookId
    name: str
    rules: int
    """goes up when the rules change play"""
    players: Players
    options: Sequence[OptionAnswer]
    moves: Sequence[MoveType]
    refusals: Sequence[RefusalAnswer]
    end_reasons: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Players:
    """How many can play."""

    min: int
    max: int


@dataclass(frozen=True, kw_only=True)
class OptionAnswer:
    """A choice made at creation."""

    name: str
    text: str
    choices: Sequence[str]
    default: str


@dataclass(frozen=True, kw_only=True)
class MoveType:
    """A kind of move; `schema` names its description among the components of the API's description."""

    type: str
    text: str
    schema: str
    ruling: str
    ruling_title: str


@dataclass(frozen=True, kw_only=True)
class RefusalAnswer:
    """A way in which the rules say no, with its sentence in the caller's language; braces are placeholders."""

    code: ProblemCode
    ruling: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Rulebooks:
    """All games that can be played here."""

    rulebooks: Sequence[RulebookAnswer]


@dataclass(frozen=True, kw_only=True)
class Health:
    """Well enough."""

    status: str


@dataclass(frozen=True, kw_only=True)
class Problem:
    """An error, as RFC 9457 has it."""

    type: str
    """leads to the code's entry in the API reference"""
    title: str
    status: int
    detail: str
    """a sentence for people, in their language"""
    code: ProblemCode
    """a word for programs"""
    ruling: str | Unset = UNSET
    """the ruling or book section that refuses a move"""
    ruling_title: str | Unset = UNSET
    field: str | Unset = UNSET
    """the first field that is wrong"""
    errors: Sequence[FieldProblem] | Unset = UNSET
    """the fields that are wrong, 20 at most"""
    version: int | Unset = UNSET
    """the version that stands"""
    missed: Missed | Unset = UNSET
    seconds_left: int | Unset = UNSET
    """until an idle seat can be handed over"""
    most: int | Unset = UNSET
    """how many the host allows, where that is reached"""
    failed: Sequence[FailedGame] | Unset = UNSET
    """the games that cannot be created; then none was"""


@dataclass(frozen=True, kw_only=True)
class FieldProblem:
    """What is wrong with one field."""

    field: str
    detail: str


@dataclass(frozen=True, kw_only=True)
class Missed:
    """The numbers of the events that a stale version has missed."""

    after: int
    until: int


@dataclass(frozen=True, kw_only=True)
class FailedGame:
    """Why one of several games cannot be created."""

    index: int
    """of the game in the request, from 0 on"""
    code: ProblemCode
    """a word for programs"""
    detail: str
    """a sentence for people, in their language"""
    field: str | Unset = UNSET
    """the field of that game that is wrong"""


@dataclass(frozen=True, kw_only=True)
class Webhooks:
    """All webhooks of the app, the oldest first."""

    webhooks: Sequence[WebhookAnswer]


@dataclass(frozen=True, kw_only=True)
class WebhookAnswer:
    """An address of the app that gets the events of its games."""

    id: str
    url: str
    events: Sequence[NoticeType]
    status: WebhookStatus
    """parked: nothing was taken for a day, and nothing is sent"""
    created_at: datetime
    parked_at: datetime | None
    failing_since: datetime | None
    """null while the last delivery was taken"""
    next_try_at: datetime | None
    """until then nothing is sent"""


@dataclass(frozen=True, kw_only=True)
class NewWebhook:
    """A webhook, and the secret that signs its deliveries. Only this answer shows the secret."""

    webhook: WebhookAnswer
    secret: str


@dataclass(frozen=True, kw_only=True)
class DeliveryPage:
    """Some deliveries, newest first; `next` is the cursor of the following page."""

    deliveries: Sequence[DeliveryAnswer]
    next: str | None


@dataclass(frozen=True, kw_only=True)
class DeliveryAnswer:
    """A notice on its way to one webhook."""

    id: str
    """the notice's id, also in the header `Almagest-Id`"""
    type: NoticeType
    game: str
    status: DeliveryStatus
    created_at: datetime
    attempts: int
    tried_at: datetime | None
    """the last time"""
    next_try_at: datetime | None
    """null: as soon as it is its turn, or never again"""
    answer: int | None
    """the status that the receiver answered with last"""
    reason: str | None
    """the result of the last attempt"""


@dataclass(frozen=True, kw_only=True)
class PushKey:
    """By which push services know this host."""

    public_key: str
    """`applicationServerKey` of a subscription, as base64url"""


@dataclass(frozen=True, kw_only=True)
class PushDevice:
    """A browser that gets pushes for a seat."""

    device: str
    """its id, to unsubscribe it"""


@dataclass(frozen=True, kw_only=True)
class GameStartedNotice:
    """Every seat is taken, and the board is set up."""

    type: Literal["game.started"] = "game.started"
    id: str
    """the same whenever it is sent again"""
    at: datetime
    game: str
    """the id of the game"""
    rulebook: RulebookId
    status: Status
    version: int
    """the count of accepted moves"""
    rev: int
    """grows with every write of the game: compare it to ignore older notices"""
    seats: Sequence[NoticeSeat]


@dataclass(frozen=True, kw_only=True)
class NoticeSeat:
    """A seat of the game. It has no name: the app knows its players' names, and can get the game."""

    seat: int
    kind: SeatKind
    taken: bool
    player: str | None
    """the app's own name for the player there"""


@dataclass(frozen=True, kw_only=True)
class TurnChangedNotice:
    """Others decide than before, or until another time."""

    type: Literal["turn.changed"] = "turn.changed"
    id: str
    """the same whenever it is sent again"""
    at: datetime
    game: str
    """the id of the game"""
    rulebook: RulebookId
    status: Status
    version: int
    """the count of accepted moves"""
    rev: int
    """grows with every write of the game: compare it to ignore older notices"""
    seats: Sequence[NoticeSeat]
    deciders: Sequence[int]
    """the seats that have to decide; 0 is the automa"""
    deadline: datetime | None
    """when the first of them runs out of time"""
    paused: bool
    """whether the game is paused"""


@dataclass(frozen=True, kw_only=True)
class GameFinishedNotice:
    """The game is over: `finished` with its winners, or `abandoned` with none."""

    type: Literal["game.finished"] = "game.finished"
    id: str
    """the same whenever it is sent again"""
    at: datetime
    game: str
    """the id of the game"""
    rulebook: RulebookId
    status: Status
    version: int
    """the count of accepted moves"""
    rev: int
    """grows with every write of the game: compare it to ignore older notices"""
    seats: Sequence[NoticeSeat]
    winners: Sequence[int]
    reason: str | None
    """why it ended, in the rulebook's words"""


@dataclass(frozen=True, kw_only=True)
class AbandonWarningNotice:
    """Nobody has decided for long: the game is abandoned at this time, unless somebody decides."""

    type: Literal["game.abandon_warning"] = "game.abandon_warning"
    id: str
    """the same whenever it is sent again"""
    at: datetime
    game: str
    """the id of the game"""
    rulebook: RulebookId
    status: Status
    version: int
    """the count of accepted moves"""
    rev: int
    """grows with every write of the game: compare it to ignore older notices"""
    seats: Sequence[NoticeSeat]
    deciders: Sequence[int]
    """the seats that have to decide; 0 is the automa"""
    abandon_at: datetime
    """when the game ends as `abandoned`"""


@dataclass(frozen=True, kw_only=True)
class SeatTakenNotice:
    """Somebody sat down."""

    type: Literal["seat.taken"] = "seat.taken"
    id: str
    """the same whenever it is sent again"""
    at: datetime
    game: str
    """the id of the game"""
    rulebook: RulebookId
    status: Status
    version: int
    """the count of accepted moves"""
    rev: int
    """grows with every write of the game: compare it to ignore older notices"""
    seats: Sequence[NoticeSeat]
    seat: int


@dataclass(frozen=True, kw_only=True)
class SeatLeftNotice:
    """Somebody left, gave up or was replaced."""

    type: Literal["seat.left"] = "seat.left"
    id: str
    """the same whenever it is sent again"""
    at: datetime
    game: str
    """the id of the game"""
    rulebook: RulebookId
    status: Status
    version: int
    """the count of accepted moves"""
    rev: int
    """grows with every write of the game: compare it to ignore older notices"""
    seats: Sequence[NoticeSeat]
    seat: int
    player: str | None
    """the app's own name for the player who was there"""
    then: AfterLeaving
    """the seat is free again, a bot plays on, or nobody is left"""


@dataclass(frozen=True, kw_only=True)
class TurnBegan:
    """The seat's turn begins."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["turn_began"] = "turn_began"
    seat: int
    round: int


@dataclass(frozen=True, kw_only=True)
class SeatTaken:
    """Somebody sat down."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["seat_taken"] = "seat_taken"
    seat: int
    name: str
    entropy: str | Unset = UNSET
    """32 bytes that the seat contributes to the deal, hexadecimal; missing: none"""


@dataclass(frozen=True, kw_only=True)
class SeatLeft:
    """Somebody left: the seat is free again, a bot plays on, or nobody is left and the game is abandoned."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["seat_left"] = "seat_left"
    seat: int
    then: AfterLeaving


@dataclass(frozen=True, kw_only=True)
class Resigned:
    """Somebody gave the game up: a bot of the level plays on, or nobody is left and the game is abandoned."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["resigned"] = "resigned"
    seat: int
    level: Level
    then: AfterResigning


@dataclass(frozen=True, kw_only=True)
class BotTookOver:
    """The host handed an idle seat to a bot."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["bot_took_over"] = "bot_took_over"
    seat: int


@dataclass(frozen=True, kw_only=True)
class TimeRanOut:
    """The seat's time is over: a bot makes the move that follows."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["time_ran_out"] = "time_ran_out"
    seat: int
    then: Literal["bot"] = "bot"


@dataclass(frozen=True, kw_only=True)
class MoveTakenBack:
    """The seat took its last move back: the board is as it was before that."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["move_taken_back"] = "move_taken_back"
    seat: int
    taken: int


@dataclass(frozen=True, kw_only=True)
class HintsReady:
    """The hints that the seat has asked for are ready."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["hints_ready"] = "hints_ready"
    seat: int


@dataclass(frozen=True, kw_only=True)
class GameStarted:
    """Every seat is taken, and the board is set up."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["game_started"] = "game_started"
    seat: int


@dataclass(frozen=True, kw_only=True)
class PauseProposed:
    """Somebody wants to pause the game, which needs the consent of everybody who is seated as a person."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["pause_proposed"] = "pause_proposed"
    seat: int


@dataclass(frozen=True, kw_only=True)
class PauseAgreed:
    """Somebody agrees to the proposed pause."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["pause_agreed"] = "pause_agreed"
    seat: int


@dataclass(frozen=True, kw_only=True)
class PauseDeclined:
    """Somebody declined the proposed pause, or withdrew the own proposal."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["pause_declined"] = "pause_declined"
    seat: int


@dataclass(frozen=True, kw_only=True)
class GamePaused:
    """The game is paused as the seat proposed: clocks stop, and nobody can play."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["game_paused"] = "game_paused"
    seat: int


@dataclass(frozen=True, kw_only=True)
class GameResumed:
    """Somebody resumed the game, with the time that every seat had left; seat 0: the longest pause is over."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["game_resumed"] = "game_resumed"
    seat: int


@dataclass(frozen=True, kw_only=True)
class HostVoteCast:
    """Somebody wants another host, because the host is away."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["host_vote_cast"] = "host_vote_cast"
    seat: int


@dataclass(frozen=True, kw_only=True)
class HostReplaced:
    """The others voted: the seat is the host now."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["host_replaced"] = "host_replaced"
    seat: int
    former: int


@dataclass(frozen=True, kw_only=True)
class GameFinished:
    """The game is scored: seed, result and replay are public from now on."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["game_finished"] = "game_finished"
    seat: int
    winners: Sequence[int]
    reason: str


@dataclass(frozen=True, kw_only=True)
class RematchOffered:
    """Somebody wants to play again: the next game has reserved a seat for each player of this one."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["rematch_offered"] = "rematch_offered"
    seat: int
    game: str


@dataclass(frozen=True, kw_only=True)
class AbandonWarning:
    """Nobody has decided for long: the game is abandoned at this time, unless somebody decides."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["abandon_warning"] = "abandon_warning"
    seat: int
    abandon_at: datetime


@dataclass(frozen=True, kw_only=True)
class GameAbandoned:
    """The game is over without a result: too few came, nobody decided for too long, or the host has deleted it."""

    id: int
    """1, 2, 3 and so on, without gaps"""
    version: int
    """the version that the move made"""
    type: Literal["game_abandoned"] = "game_abandoned"
    seat: int


@dataclass(frozen=True, kw_only=True)
class SeatClock:
    """A person's time. What is left now is `left` without the time since `since`."""

    seat: int
    left: float
    """seconds, when the decision began"""
    since: datetime | None
    """since when it runs; null while it does not"""


@dataclass(frozen=True, kw_only=True)
class UnavailableMove:
    """A kind of move that cannot be made now."""

    type: str
    code: ProblemCode
    reason: str
    """in the caller's language"""
    ruling: str
    ruling_title: str


@dataclass(frozen=True, kw_only=True)
class Point:
    """What every seat could expect after a move."""

    version: int
    """the count of accepted moves"""
    expected: Sequence[float]
    """points at the end, by seat, by the bots' heuristic"""


@dataclass(frozen=True, kw_only=True)
class SeatWish:
    player: str | Unset = UNSET
    """an app's own name for its user, with the app's key"""
    metadata: Mapping[str, str] | Unset = UNSET
    """what the app says of the player, 1024 bytes of JSON at most"""
    kind: SeatKind
    name: str | Unset = UNSET
    """1 to 40 characters"""
    level: Level | Unset = UNSET
    """of a bot"""


@dataclass(frozen=True, kw_only=True)
class ClockWish:
    per_decision: int | Unset = UNSET
    """seconds"""
    bank: int | Unset = UNSET
    """seconds"""
    increment: int | Unset = UNSET
    """seconds"""


@dataclass(frozen=True, kw_only=True)
class Rig:
    seed: str | Unset = UNSET
    """hexadecimal, as a replay has it, or any text"""
    draws: Sequence[str] | Unset = UNSET
    """ids that come first out of the shuffles at the start, in this order"""


@dataclass(frozen=True, kw_only=True)
class GameWish:
    rulebook: RulebookId
    seats: Sequence[SeatWish]
    options: Mapping[str, OptionValue] | Unset = UNSET
    visibility: Visibility | Unset = UNSET
    turn_seconds: int | None | Unset = UNSET
    """time for each decision; when it is over, a bot decides"""
    idle_seconds: int | None | Unset = UNSET
    """after this the host may hand a seat to a bot"""
    clock: ClockWish | None | Unset = UNSET
    takebacks: bool | Unset = UNSET
    """whether moves can be taken back"""
    hints: HintsFor | Unset = UNSET
    """who may ask for hints: where all others are bots, all, or nobody"""
    rig: Rig | None | Unset = UNSET
    entropy: str | Unset = UNSET
    """32 random bytes that the seat contributes to the deal, hexadecimal; everybody can see them at once"""


@dataclass(frozen=True, kw_only=True)
class GameWishes:
    games: Sequence[GameWish]


@dataclass(frozen=True, kw_only=True)
class QuickWish:
    player: str | Unset = UNSET
    """an app's own name for its user, with the app's key"""
    metadata: Mapping[str, str] | Unset = UNSET
    """what the app says of the player, 1024 bytes of JSON at most"""
    rulebook: RulebookId
    seats: int
    """how many people play"""
    name: str
    """1 to 40 characters"""
    options: Mapping[str, str] | Unset = UNSET
    clock: ClockWish | None | Unset = UNSET
    entropy: str | Unset = UNSET
    """32 random bytes that the seat contributes to the deal, hexadecimal; everybody can see them at once"""


@dataclass(frozen=True, kw_only=True)
class Nothing:
    pass


@dataclass(frozen=True, kw_only=True)
class Rematch:
    entropy: str | Unset = UNSET
    """32 random bytes that the seat contributes to the deal, hexadecimal; everybody can see them at once"""


@dataclass(frozen=True, kw_only=True)
class TakeSeat:
    name: str
    """1 to 40 characters"""
    invite: str | None | Unset = UNSET
    entropy: str | Unset = UNSET
    """32 random bytes that the seat contributes to the deal, hexadecimal; everybody can see them at once"""


@dataclass(frozen=True, kw_only=True)
class Resign:
    level: Level | Unset = UNSET
    """of the bot"""


@dataclass(frozen=True, kw_only=True)
class PushKeys:
    p256dh: str
    auth: str


@dataclass(frozen=True, kw_only=True)
class DeviceWish:
    endpoint: str
    keys: PushKeys
    language: Language | Unset = UNSET
    """of the pushes; default: the language of the request"""


@dataclass(frozen=True, kw_only=True)
class WebhookWish:
    url: str
    events: Sequence[NoticeType]
    """which events; each once"""
    secret: str | Unset = UNSET
    """signs the deliveries; no later answer shows it"""


@dataclass(frozen=True, kw_only=True)
class WebhookChange:
    url: str | Unset = UNSET
    events: Sequence[NoticeType] | Unset = UNSET
    """which events; each once"""
    secret: str | Unset = UNSET
    """signs the deliveries; no later answer shows it"""
    status: Literal["active"] = "active"
    """of a webhook that was parked"""


Notice: TypeAlias = (
    GameStartedNotice
    | TurnChangedNotice
    | GameFinishedNotice
    | AbandonWarningNotice
    | SeatTakenNotice
    | SeatLeftNotice
)
