"""Creating a game. The seed is drawn here; its hash is public at once, itself only after the end."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import partial

import msgspec

from service.games.base import OptionError, Seat
from service.games.registry import RULEBOOKS
from service.games.rng import Rigged
from service.store.games.idempotency import Answer, Once
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import (
    Clock,
    Game,
    SeatRecord,
    Table,
)
from service.store.jobs.outbox import bot_games
from service.store.redis import keys
from service.usecases.accounts import tokens
from service.usecases.context import Context
from service.usecases.errors import invalid, one_of
from service.usecases.games import clocks
from service.usecases.games.start import opened
from service.usecases.transaction import Written, commit
from service.usecases.views import render
from service.wire.answers import CreatedGame, SeatToken
from service.wire.refusals import Busy, Refused, TooManyBotGames
from service.wire.words import HintsFor, Level, SeatKind, Visibility

NEW_IDS = 5


class SeatWish(msgspec.Struct, frozen=True):
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


class GameWish(msgspec.Struct, frozen=True):
    """A game to be created."""

    rulebook: str
    seats: tuple[SeatWish, ...]
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


def check_seats(wish: GameWish) -> None:
    rulebook, given = RULEBOOKS[wish.rulebook], len(wish.seats)
    least, most = rulebook.min_players, rulebook.max_players
    if not least <= given <= most:
        raise invalid("seats", "seats", rulebook=rulebook.id, least=least, most=most, given=given)
    if wish.visibility == "private" and not any(seat.kind == "human" for seat in wish.seats):
        raise invalid("visibility", "private_bots")


def _check_players(context: Context, wish: GameWish) -> None:
    """Nobody plays against themselves."""
    players = [seat.player for seat in wish.seats]
    for number, player in enumerate(players):
        check_player(context, wish.app, player, wish.seats[number].metadata, f"seats.{number}.")
        if player and player in players[:number]:
            raise invalid(f"seats.{number}.player", "player_twice")


def check_player(context: Context, app: str, player: str, metadata: Mapping[str, str], at: str = "") -> None:
    """Only apps have players, and nobody is said too much of."""
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


def _check_draws(table: Table) -> None:
    """Whatever is scripted has to come out of a shuffle."""
    rng = Rigged(table.seed, table.draws)
    RULEBOOKS[table.rulebook].setup(len(table.seats), table.options, rng)
    if rng.left:
        last = max(at for at, drawn in enumerate(table.draws) if drawn == rng.left[0])
        raise invalid(f"rig.draws.{last}", "no_draw", rulebook=table.rulebook)


def _check_thinking(context: Context, wish: GameWish, creator: str) -> None:
    """Bots think no longer than the host lets them, and not for nobody in any number of games."""
    budget, games = context.settings.bot_budget_max, context.settings.bot_games_max
    if wish.strong_budget > budget:
        raise invalid("options.strong_budget", "range", least=1, most=budget)
    if _host(wish) is None and bot_games(context.store, creator) >= games:
        raise Refused(TooManyBotGames("seats", games))


def options_of(wish: GameWish) -> dict[str, str]:
    try:
        return RULEBOOKS[wish.rulebook].complete_options(wish.options)
    except OptionError as error:
        field, choices = f"options.{error.field}", ", ".join(error.choices)
        if error.is_unknown:
            raise invalid(field, "no_option", rulebook=wish.rulebook, options=choices or "-") from None
        raise one_of(field, error.choices) from None


def _host(wish: GameWish) -> Seat | None:
    """The creator takes the first human seat, if there is one. An app that seats players takes none: the first of them
    is the host."""
    people = [number for number, seat in enumerate(wish.seats, start=1) if seat.kind == "human"]
    players = [number for number in people if wish.seats[number - 1].player]
    return next(iter(players or people), None)


def _taken(wish: GameWish, host: Seat | None) -> list[Seat]:
    """Seats at which somebody sits from the beginning."""
    return [number for number, seat in enumerate(wish.seats, start=1) if seat.player or number == host]


def _seats(wish: GameWish, held: Mapping[Seat, str]) -> tuple[SeatRecord, ...]:
    def seat(number: Seat, wished: SeatWish) -> SeatRecord:
        token = tokens.hashed(held[number]) if number in held else ""
        return SeatRecord(wished.kind, wished.name, wished.level, token, player=wished.player, metadata=wished.metadata)

    return tuple(seat(number, wished) for number, wished in enumerate(wish.seats, start=1))


def _turn_seconds(context: Context, wish: GameWish) -> int:
    """The host's limit applies to tables that agreed on none."""
    return 0 if wish.bank_seconds else wish.turn_seconds or context.settings.turn_seconds


def _table(context: Context, wish: GameWish, creator: str, held: Mapping[Seat, str], invite: str, shard: int) -> Table:
    host, seed, now = _host(wish), _seed(wish.rig), context.now()
    return Table(
        schema=TABLE_SCHEMA,
        id=keys.new_game_id(shard, now),
        rulebook=wish.rulebook,
        options=options_of(wish),
        visibility=wish.visibility,
        seats=_seats(wish, held),
        host=host,
        seed=seed,
        seed_hash=hashlib.sha256(seed).hexdigest(),
        created=now,
        idle_seconds=wish.idle_seconds or context.settings.idle_seconds,
        turn_seconds=_turn_seconds(context, wish),
        bank_seconds=wish.bank_seconds,
        increment_seconds=wish.increment_seconds,
        strong_budget=wish.strong_budget,
        takebacks=wish.takebacks,
        hints=wish.hints,
        invite=tokens.hashed(invite) if invite else "",
        creator=creator,
        app=wish.app,
        rigged=wish.rig is not None,
        draws=wish.rig.draws if wish.rig else (),
    )


def _told_tokens(draft: Draft) -> tuple[SeatToken, ...]:
    """Of all seats of players."""
    seats = enumerate(draft.table.seats, start=1)
    players = [(number, seat.player) for number, seat in seats if seat.player]
    return tuple(SeatToken(seat=number, player=player, token=draft.held[number]) for number, player in players)


def _answer(draft: Draft, language: str, game: Game) -> Answer:
    seat = game.table.host
    created = CreatedGame(
        rulebook=game.rulebook.id,
        game=render.game(game, seat, language),
        seat=seat,
        token=draft.token if seat else None,
        invite=draft.invite or None,
        tokens=_told_tokens(draft),
    )
    return Answer(201, msgspec.json.encode(created), clocks.etag(game, seat, language), f"/v1/games/{game.id}")


class Draft(msgspec.Struct, frozen=True):
    """A game that is not stored yet, with the secrets that its creator is told once."""

    table: Table
    held: Mapping[Seat, str]
    invite: str

    @property
    def token(self) -> str:
        """The host's."""
        return self.held[self.table.host] if self.table.host else ""


def draft(context: Context, wish: GameWish, creator: str, shard: int) -> Draft:
    held = {number: tokens.new_token() for number in _taken(wish, _host(wish))}
    invite = tokens.new_invite() if wish.visibility == "private" else ""
    return Draft(_table(context, wish, creator, held, invite, shard), held, invite)


def store(context: Context, draft: Draft, answer: Callable[[Game], Answer], once: Once | None) -> Answer | None:
    """None when there is a game of this id."""
    deadline = draft.table.created + 1000 * context.settings.open_seconds
    game, entry = opened(Game(draft.table, Clock(CLOCK_SCHEMA, "open", deadline=deadline)), context.now())
    committed = commit(context, None, Written(game, answer, entry), once)
    return committed.answer if committed else None


def create(
    context: Context, wish: GameWish, language: str = "en", once: Once | None = None, creator: str = ""
) -> Answer:
    """Store a new game; it starts at once when no human seat is free."""
    check_seats(wish)
    _check_players(context, wish)
    given = context.store.given(once) if once else None
    if given:
        return given
    _check_thinking(context, wish, creator)
    for _ in range(NEW_IDS):
        made = draft(context, wish, creator, context.store.shard_for(once))
        if made.table.draws:
            _check_draws(made.table)
        answer = store(context, made, partial(_answer, made, language), once)
        if answer:
            return answer
    raise Refused(Busy())
