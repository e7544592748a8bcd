"""Creating a game. The server draws its secret here; the hash is public at once, the secret only after the end."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from service.games.base import OptionError, Seat
from service.games.bot_levels import Level
from service.games.registry import RULEBOOKS
from service.games.rng import Rigged
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.player_lists import TagOf
from service.store.games.records import Clock, GameRecord, SeatRecord, Table
from service.store.jobs.outbox import bot_games
from service.store.redis import keys
from service.usecases.accounts import game_limits, tokens
from service.usecases.context import Context
from service.usecases.errors import invalid, one_of
from service.usecases.games.start import start_if_full
from service.usecases.repeated_answers import without_erased
from service.usecases.transaction import Update, commit, next_revision
from service.usecases.views import render
from service.wire.answers import CreatedGame, SeatToken
from service.wire.refusals import Busy, Refused, TooManyBotGames
from service.wire.words import HintsFor, SeatKind, Visibility

NEW_IDS = 5
LONGEST_SECONDS = 365 * 86_400
"""Of any time that a table agrees on."""
LONGEST_INCREMENT = 86_400
MOST_POSITIONS = 1_000_000
"""That a strong bot looks at for a move; the host may set a lower limit."""


class CreateSeat(msgspec.Struct, frozen=True):
    """A seat of a game to be created."""

    kind: SeatKind
    name: str = ""
    level: Level = "greedy"
    player: str = ""
    metadata: dict[str, str] = {}


class Rig(msgspec.Struct, frozen=True):
    """How a game is dealt, for an app's tests: by this seed, or these first out of its shuffles, or both."""

    seed: str = ""
    draws: tuple[str, ...] = ()


class CreateGame(msgspec.Struct, frozen=True):
    """A game to be created."""

    rulebook: str
    seats: tuple[CreateSeat, ...]
    options: Mapping[str, str]
    visibility: Visibility
    turn_seconds: int
    idle_seconds: int
    strong_budget: int = 0
    bank_seconds: int = 0
    increment_seconds: int = 0
    takebacks: bool = True
    hints: HintsFor = "bots"
    app: str = ""
    """Whose key the game is created with."""
    rig: Rig | None = None
    entropy: str = ""
    """What the host contributes to the deal."""


def check_seats(request: CreateGame) -> None:
    rulebook, given = RULEBOOKS[request.rulebook], len(request.seats)
    least, most = rulebook.min_players, rulebook.max_players
    if not least <= given <= most:
        raise invalid("seats", "seats", rulebook=rulebook.id, least=least, most=most, given=given)
    if request.visibility == "private" and not any(seat.kind == "human" for seat in request.seats):
        raise invalid("visibility", "private_bots")


def _check_players(context: Context, request: CreateGame) -> None:
    """Refuse a player who sits at two seats."""
    players = [seat.player for seat in request.seats]
    for number, player in enumerate(players):
        check_player(context, request.app, player, request.seats[number].metadata, f"seats.{number}.")
        if player and player in players[:number]:
            raise invalid(f"seats.{number}.player", "player_twice")


def check_player(context: Context, app: str, player: str, metadata: Mapping[str, str], at: str = "") -> None:
    """Refuse players without an app, and too much metadata."""
    most = context.settings.metadata_max
    if player and not app:
        raise invalid(f"{at}player", "players_of_apps")
    if len(msgspec.json.encode(metadata)) > most:
        raise invalid(f"{at}metadata", "bytes", most=most)


def _seed(rig: Rig | None) -> bytes:
    """A seed that is given is hexadecimal, as replays have it, or any text."""
    if rig is None or not rig.seed:
        return tokens.new_seed()
    try:
        return bytes.fromhex(rig.seed)
    except ValueError:
        return rig.seed.encode()


def check_draws(table: Table) -> None:
    """Refuse draws that come out of no shuffle."""
    rng = Rigged(table.deal_seed, table.draws)
    RULEBOOKS[table.rulebook].setup(len(table.seats), table.options, rng)
    if rng.left:
        last = max(at for at, drawn in enumerate(table.draws) if drawn == rng.left[0])
        raise invalid(f"rig.draws.{last}", "no_draw", rulebook=table.rulebook)


def check_budget(context: Context, request: CreateGame) -> None:
    """Refuse bots that think for too long."""
    budget = context.settings.bot_budget_max
    if request.strong_budget > budget:
        raise invalid("options.strong_budget", "range", least=1, most=budget)


def has_people(request: CreateGame) -> bool:
    return _host(request) is not None


def _check_thinking(context: Context, request: CreateGame, tenant: str) -> None:
    """Refuse bots that think for too long, and too many games of bots alone."""
    check_budget(context, request)
    games = context.settings.bot_games_max
    if not has_people(request) and bot_games(context.store, tenant) >= games:
        raise Refused(TooManyBotGames("seats", games))


def _check_games(context: Context, request: CreateGame, tenant: str) -> None:
    """Refuse a game of somebody who has too many."""
    game_limits.check_tenant(context, tenant, request.app)
    for number, seat in enumerate(request.seats):
        game_limits.check_player(context, request.app, seat.player, f"seats.{number}.player")


def options_of(request: CreateGame) -> dict[str, str]:
    try:
        return RULEBOOKS[request.rulebook].complete_options(request.options)
    except OptionError as error:
        field, choices = f"options.{error.field}", ", ".join(error.choices)
        if error.is_unknown:
            raise invalid(field, "no_option", rulebook=request.rulebook, options=choices or "-") from None
        raise one_of(field, error.choices) from None


def _host(request: CreateGame) -> Seat | None:
    """The creator takes the first human seat, if there is one. An app that seats players takes none: the first of them
    is the host."""
    people = [number for number, seat in enumerate(request.seats, start=1) if seat.kind == "human"]
    players = [number for number in people if request.seats[number - 1].player]
    return next(iter(players or people), None)


def _taken_seats(request: CreateGame, host: Seat | None) -> list[Seat]:
    """Seats at which somebody sits from the beginning."""
    return [number for number, seat in enumerate(request.seats, start=1) if seat.player or number == host]


def _seats(request: CreateGame, held: Mapping[Seat, str], host: Seat | None, tag_of: TagOf) -> tuple[SeatRecord, ...]:
    def record(number: Seat, seat: CreateSeat) -> SeatRecord:
        return SeatRecord(
            seat.kind,
            seat.name,
            seat.level,
            tokens.hash_secret(held[number]) if number in held else "",
            player=seat.player,
            metadata=seat.metadata,
            entropy=request.entropy if number == host else "",
            tag=tag_of(request.app, seat.player) if seat.player else "",
        )

    return tuple(record(number, seat) for number, seat in enumerate(request.seats, start=1))


def _turn_seconds(context: Context, request: CreateGame) -> int:
    """The host's limit applies to tables that agreed on none."""
    return 0 if request.bank_seconds else request.turn_seconds or context.settings.turn_seconds


def _table(
    context: Context, request: CreateGame, tenant: str, held: Mapping[Seat, str], invite: str, shard: int, tag_of: TagOf
) -> Table:
    host, seed, now = _host(request), _seed(request.rig), context.now()
    return Table(
        schema=TABLE_SCHEMA,
        id=keys.new_game_id(shard, now),
        rulebook=request.rulebook,
        options=options_of(request),
        visibility=request.visibility,
        seats=_seats(request, held, host, tag_of),
        host=host,
        seed=seed,
        seed_hash=hashlib.sha256(seed).hexdigest(),
        created=now,
        idle_seconds=request.idle_seconds or context.settings.idle_seconds,
        turn_seconds=_turn_seconds(context, request),
        bank_seconds=request.bank_seconds,
        increment_seconds=request.increment_seconds,
        strong_budget=request.strong_budget,
        takebacks=request.takebacks,
        hints=request.hints,
        invite=tokens.hash_secret(invite) if invite else "",
        tenant=tenant,
        app=request.app,
        rigged=request.rig is not None,
        draws=request.rig.draws if request.rig else (),
    )


def seat_tokens(draft: Draft) -> tuple[SeatToken, ...]:
    """The tokens of all seats of players."""
    seats = enumerate(draft.table.seats, start=1)
    players = [(number, seat.player) for number, seat in seats if seat.player]
    return tuple(SeatToken(seat=number, player=player, token=draft.held[number]) for number, player in players)


def _answer(draft: Draft, language: str, game: GameRecord) -> Answer:
    seat = game.table.host
    created = CreatedGame(
        rulebook=game.rulebook.id,
        game=render.game(game, seat, language),
        seat=seat,
        token=draft.token if seat else None,
        invite=draft.invite or None,
        tokens=seat_tokens(draft),
    )
    return Answer(201, msgspec.json.encode(created), render.etag(game, seat, language), f"/v1/games/{game.id}")


class Draft(msgspec.Struct, frozen=True):
    """A game that is not stored yet, with the secrets that its creator is told once."""

    table: Table
    held: Mapping[Seat, str]
    invite: str

    @property
    def token(self) -> str:
        """The host's token."""
        return self.held[self.table.host] if self.table.host else ""


def draft(context: Context, request: CreateGame, tenant: str, shard: int, tag_of: TagOf | None = None) -> Draft:
    held = {number: tokens.new_token() for number in _taken_seats(request, _host(request))}
    invite = tokens.new_invite() if request.visibility == "private" else ""
    tag_of = tag_of or (lambda app, player: context.store.players.tag_of(app, player))
    return Draft(_table(context, request, tenant, held, invite, shard, tag_of), held, invite)


def store_draft(
    context: Context, draft: Draft, answer: Callable[[GameRecord], Answer], key: IdempotencyKey | None
) -> Answer | None:
    """Store the game of a draft, which starts if its table is full. None when there is a game of this id."""
    deadline = draft.table.created + 1000 * context.settings.open_seconds
    new = next_revision(GameRecord(draft.table, Clock(CLOCK_SCHEMA, "open", deadline=deadline)))
    game, entry = start_if_full(new, context.now())
    return commit(context, None, Update(game, answer(game), entry), key)


def check(context: Context, request: CreateGame) -> None:
    """Refuse what no such game can have."""
    check_seats(request)
    _check_players(context, request)
    options_of(request)


def create(
    context: Context, request: CreateGame, language: str = "en", key: IdempotencyKey | None = None, tenant: str = ""
) -> Answer:
    """Store a new game; it starts at once when no human seat is free."""
    check_seats(request)
    _check_players(context, request)
    given = context.store.find_answer(key) if key else None
    if given:
        return without_erased(context, given)
    _check_thinking(context, request, tenant)
    _check_games(context, request, tenant)
    for _ in range(NEW_IDS):
        made = draft(context, request, tenant, context.store.shard_for(key))
        if made.table.draws:
            check_draws(made.table)
        answer = store_draft(context, made, partial(_answer, made, language), key)
        if answer:
            return answer
    raise Refused(Busy())
