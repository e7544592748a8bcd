"""Quick play: a place at a public table that fits, or a new table that waits for the next who request the same."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from service.store.accounts.players import PlayerRecord
from service.store.games.idempotency import Answer, IdempotencyKey
from service.store.games.lists import Lobby, PlayerGames
from service.store.games.quick_play import Matching
from service.store.games.records import GameRecord, Table
from service.usecases.accounts import game_limits
from service.usecases.context import Context
from service.usecases.games import create, seats
from service.usecases.games.create import CreateGame, CreateSeat
from service.usecases.repeated_answers import without_erased
from service.wire.refusals import AlreadySeated, Busy, NotOpen, Refused, SeatsReserved, TokenUnknown, UnknownGame

ATTEMPTS = 50
OPENING_SECONDS = 2.0
"""How long to wait for a table that somebody else is just opening."""
LOOK_SECONDS = 0.02
LEFT_OPEN_MILLISECONDS = 3_000
"""A table that has been open for longer waits for anybody."""
LOOKED_AT = 50
GONE = (NotOpen, SeatsReserved, TokenUnknown, UnknownGame)
"""Refusals that mean that the offered seat is gone."""

_encode = msgspec.json.encode


class QuickPlay(msgspec.Struct, frozen=True):
    """What somebody wants to play, with how many."""

    rulebook: str
    players: int
    name: str
    options: dict[str, str]
    turn_seconds: int = 0
    bank_seconds: int = 0
    increment_seconds: int = 0
    app: str = ""
    """Whose tables they are."""
    player: str = ""
    """Which of the app's users sits down."""
    metadata: Mapping[str, str] = {}
    entropy: str = ""
    """What they contribute to the deal."""

    @property
    def who(self) -> PlayerRecord | None:
        return PlayerRecord(self.app, self.player) if self.player else None


def _create_request(request: QuickPlay) -> CreateGame:
    first = CreateSeat("human", request.name, player=request.player, metadata=dict(request.metadata))
    people = [first, *(CreateSeat("human") for _ in range(request.players - 1))]
    return CreateGame(
        rulebook=request.rulebook,
        seats=tuple(people),
        options=request.options,
        visibility="public",
        turn_seconds=request.turn_seconds,
        idle_seconds=0,
        bank_seconds=request.bank_seconds,
        increment_seconds=request.increment_seconds,
        app=request.app,
        entropy=request.entropy,
    )


def _fits(table: Table, agreed: Table) -> bool:
    """Whether a table is like the one that would be opened."""
    return (
        len(table.seats) == len(agreed.seats)
        and all(seat.kind == "human" and not seat.reserved for seat in table.seats)
        and _terms(table) == _terms(agreed)
    )


def _terms(table: Table) -> tuple[object, ...]:
    times = table.turn_seconds, table.bank_seconds, table.increment_seconds
    return (
        table.app,
        table.rulebook,
        table.options,
        table.visibility,
        table.rigged,
        table.takebacks,
        table.hints,
        *times,
    )


def _is_left_open(game: GameRecord, agreed: Table, now: int) -> bool:
    """Whether a table of the lobby fits, and waits for anybody."""
    return _fits(game.table, agreed) and game.table.created + LEFT_OPEN_MILLISECONDS < now


def _open_tables(context: Context, agreed: Table) -> list[str]:
    """Tables of the lobby that fit, the oldest first."""
    page = Lobby(context.store).page([agreed.rulebook], ["open"], "", LOOKED_AT)
    return [game.id for game in reversed(page.games) if _is_left_open(game, agreed, context.now())]


def _own_tables(context: Context, request: QuickPlay, agreed: Table) -> list[str]:
    """Tables that fit at which the player waits already: nobody waits twice."""
    if request.who is None:
        return []
    page = PlayerGames(context.store, request.who).page(["open"], "", LOOKED_AT)
    return [game.id for game in page.games if _fits(game.table, agreed)]


def _sit_down(context: Context, game_id: str, request: QuickPlay, language: str, key: IdempotencyKey | None) -> Answer:
    """Take a seat; a player who already sits there gets the same seat again."""
    try:
        return seats.take_seat(
            context, game_id, request.name, None, language, key, request.who, request.metadata, request.entropy
        )
    except Refused as refused:
        if request.who is None or not isinstance(refused.refusal, AlreadySeated):
            raise
    return seats.return_to_seat(context, game_id, request.who, language, key)


def _wait_for_seat(
    context: Context, game_id: str, request: QuickPlay, language: str, key: IdempotencyKey | None
) -> Answer | None:
    """Take a seat, and wait up to two seconds for a table that is just being opened. None if the seat is gone."""
    until = time.monotonic() + OPENING_SECONDS
    while True:
        try:
            return _sit_down(context, game_id, request, language, key)
        except Refused as refused:
            if not isinstance(refused.refusal, GONE):
                raise
            if not isinstance(refused.refusal, UnknownGame) or time.monotonic() > until:
                return None
        time.sleep(LOOK_SECONDS)


def _tables_to_try(context: Context, request: QuickPlay, matching: Matching, agreed: Table) -> Iterator[str]:
    """Tables to try: where the player waits, those that wait, those of the lobby, the new one or who came before it."""
    yield from _own_tables(context, request, agreed)
    while game_id := matching.place():
        yield game_id
    yield from _open_tables(context, agreed)
    game_limits.check_tenant(context, agreed.tenant, request.app)
    game_limits.check_player(context, request.app, request.player)
    for _ in range(ATTEMPTS):
        yield matching.place_or_open(agreed.id, len(agreed.seats) - 1, context.settings.open_seconds)


def find_seat(
    context: Context, request: QuickPlay, language: str = "en", key: IdempotencyKey | None = None, tenant: str = ""
) -> Answer:
    """Sit down at once: where somebody waits for the same game, or at a new table."""
    wanted = _create_request(request)
    create.check_seats(wanted)
    create.check_player(context, request.app, request.player, request.metadata)
    given = context.store.find_answer_anywhere(key) if key else None
    if given:
        return without_erased(context, given)
    options = create.options_of(wanted)
    matching = Matching(context.store, _encode(_match_key(request, options)), request.who)
    draft = create.draft(context, wanted, tenant, matching.shard)
    for game_id in _tables_to_try(context, request, matching, draft.table):
        if game_id == draft.table.id:
            answer = create.store_draft(context, draft, partial(seats.seat_answer, 1, draft.token, language), key)
        else:
            answer = _wait_for_seat(context, game_id, request, language, key)
        if answer:
            return answer
    raise Refused(Busy())


def _match_key(request: QuickPlay, options: dict[str, str]) -> list[object]:
    """Requests with the same key are matched."""
    limits = [request.turn_seconds, request.bank_seconds, request.increment_seconds]
    return [
        request.rulebook,
        request.players,
        sorted(options.items()),
        *limits,
        *([request.app] if request.app else []),
    ]
