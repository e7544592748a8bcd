"""A game as it was wished: every word of the wish is at the table, and secrets are told once, to whom they belong."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from typing import Any

import msgspec
import pytest

from service.games.base import OptionError
from service.games.registry import RULEBOOKS
from service.store.games.idempotency import IdempotencyKey, Scope
from service.store.games.records import SeatRecord, Table
from service.store.redis import keys
from service.usecases.accounts import tokens
from service.usecases.context import Context
from service.usecases.games import create
from service.usecases.games.create import CreateGame, CreateSeat, Rig
from service.usecases.transaction import load
from service.usecases.views import lookup
from service.wire.refusals import InvalidField, Refused, TooManyBotGames
from tests.driver import rulebooks

pytestmark = pytest.mark.usefixtures("toy")
HUMAN, BOT = CreateSeat("human"), CreateSeat("bot")


def _wish(*seats: CreateSeat, **more: Any) -> CreateGame:
    given = {"visibility": "public", "turn_seconds": 0, "idle_seconds": 0, "options": {"rounds": "2"}, **more}
    return CreateGame("toy", seats or (HUMAN, HUMAN), **given)


def _created(context: Context, wish: CreateGame) -> tuple[dict[str, Any], Table]:
    answer = create.create(context, wish, "fr", None, "me")
    told = json.loads(answer.body)
    assert (answer.status, answer.location) == (201, f"/v1/games/{told['game']['id']}")
    return told, load(context, told["game"]["id"]).table


def test_every_word_of_a_wish_is_at_the_table(context: Context) -> None:
    seats = (CreateSeat("human", "Ada", player="a", metadata={"x": "y"}), CreateSeat("bot", "Deep", "strong"), HUMAN)
    rest = {"bank_seconds": 70, "increment_seconds": 7, "strong_budget": 500, "idle_seconds": 80}
    said = {"takebacks": False, "hints": "all", "app": "club", "visibility": "private"}
    told, table = _created(context, _wish(*seats, **rest, **said))
    assert [
        table.rulebook, table.options, table.visibility, table.bank_seconds, table.increment_seconds,
        table.strong_budget, table.idle_seconds, table.takebacks, table.hints, table.app, table.tenant, table.host,
        table.turn_seconds, table.rigged, table.draws,
    ] == ["toy", {"rounds": "2"}, "private", 70, 7, 500, 80, False, "all", "club", "me", 1, 0, False, ()]  # fmt: skip
    (given,) = told["tokens"]
    assert (given["seat"], given["player"], given["token"]) == (1, "a", told["token"])
    hashed, tag = tokens.hash_secret(told["token"]), context.store.players.tag_of("club", "a")
    assert table.seats == (
        SeatRecord("human", "Ada", token=hashed, player="a", metadata={"x": "y"}, tag=tag),
        SeatRecord("bot", "Deep", "strong"),
        SeatRecord("human"),
    )
    assert table.invite == tokens.hash_secret(told["invite"])
    assert (told["seat"], told["game"]["seat"], told["rulebook"]) == (1, 1, "toy")


def test_the_seed_is_random_and_its_hash_is_told(context: Context) -> None:
    told, table = _created(context, _wish())
    assert len(table.seed) == 32
    assert told["game"]["seed_hash"] == table.seed_hash == hashlib.sha256(table.seed).hexdigest()
    assert _created(context, _wish())[1].seed != table.seed
    assert table.seed.hex() not in json.dumps(told)


def test_where_the_wish_says_nothing_the_house_does(context: Context) -> None:
    context = _set(context, turn_seconds=33, idle_seconds=44)
    table = _created(context, _wish())[1]
    assert (table.turn_seconds, table.idle_seconds, table.invite) == (33, 44, "")
    assert _created(context, _wish(bank_seconds=9))[1].turn_seconds == 0
    assert _created(context, _wish(turn_seconds=5))[1].turn_seconds == 5


def _set(context: Context, **settings: Any) -> Context:

    return dataclasses.replace(context, settings=msgspec.structs.replace(context.settings, **settings))


def test_an_open_game_lapses_and_a_full_one_begins(context: Context) -> None:
    waiting, table = _created(context, _wish())
    game = load(context, table.id)
    assert (waiting["game"]["status"], game.clock.deadline) == (
        "open",
        table.created + 1000 * context.settings.open_seconds,
    )
    assert _created(context, _wish(HUMAN, BOT))[0]["game"]["status"] == "running"


@pytest.mark.parametrize(
    ("seats", "host", "taken"),
    [
        ((HUMAN, HUMAN), 1, [1]),
        ((BOT, HUMAN, HUMAN), 2, [2]),
        ((HUMAN, CreateSeat("human", player="a"), CreateSeat("human", player="b")), 2, [2, 3]),
        ((BOT, BOT), None, []),
    ],
)
def test_who_sits_where_from_the_beginning(
    context: Context, seats: tuple[CreateSeat, ...], host: int | None, taken: list[int]
) -> None:
    told, table = _created(context, _wish(*seats, app="club"))
    assert (table.host, told["seat"]) == (host, host)
    assert [number for number, seat in enumerate(table.seats, start=1) if seat.token] == taken
    assert (told["token"] is None) == (host is None)


def _refused(context: Context, wish: CreateGame, tenant: str = "me") -> Any:
    with pytest.raises(Refused) as refused:
        create.create(context, wish, tenant=tenant)
    return refused.value.refusal


def _field(context: Context, wish: CreateGame) -> tuple[str, str, dict[str, Any]]:
    refusal = _refused(context, wish)
    assert isinstance(refusal, InvalidField)
    return refusal.field, refusal.why.key, dict(refusal.why.values)


def test_what_cannot_be_is_refused_by_its_field_with_its_bounds(context: Context) -> None:
    seats = {"rulebook": "toy", "least": 1, "most": 4, "given": 5}
    assert _field(context, _wish(*[HUMAN] * 5)) == ("seats", "field.seats", seats)
    assert _field(context, _wish(BOT, visibility="private"))[:2] == ("visibility", "field.private_bots")
    player = CreateSeat("human", player="a")
    assert _field(context, _wish(HUMAN, player))[:2] == ("seats.1.player", "field.players_of_apps")
    assert _field(context, _wish(player, player, app="club"))[:2] == ("seats.1.player", "field.player_twice")
    budget = context.settings.bot_budget_max
    assert _field(context, _wish(strong_budget=budget + 1)) == (
        "options.strong_budget", "field.range", {"least": 1, "most": budget},
    )  # fmt: skip
    create.create(context, _wish(strong_budget=budget))


def test_so_much_is_said_of_a_player_and_no_more(context: Context) -> None:
    most = context.settings.metadata_max
    fits = {"x": "y" * (most - len('{"x":""}'))}
    create.create(context, _wish(CreateSeat("human", metadata=fits), HUMAN))
    over = CreateSeat("human", metadata={"x": fits["x"] + "y"})
    assert _field(context, _wish(HUMAN, over)) == ("seats.1.metadata", "field.bytes", {"most": most})


def test_games_for_nobody_are_limited_by_who_makes_them(context: Context) -> None:
    context = _set(context, bot_games_max=2)
    for _ in range(2):
        create.create(context, _wish(BOT, BOT), tenant="me")
    assert _refused(context, _wish(BOT, BOT)) == TooManyBotGames("seats", 2)
    create.create(context, _wish(BOT, BOT), tenant="you")
    create.create(context, _wish(BOT, HUMAN), tenant="me")


def test_a_rigged_game_says_so_and_its_seed_is_text_or_hexadecimal(context: Context) -> None:
    assert _created(context, _wish(rig=Rig("00ff")))[1].seed == b"\x00\xff"
    table = _created(context, _wish(rig=Rig("some text")))[1]
    assert (table.seed, table.rigged) == (b"some text", True)
    assert len(_created(context, _wish(rig=Rig()))[1].seed) == 32


def test_a_game_is_where_its_id_says(context: Context) -> None:
    made = create.draft(context, _wish(), "me", 5)
    assert keys.shard_of(made.table.id) == 5
    assert made.token == made.held[1]
    assert create.draft(context, _wish(BOT), "me", 5).token == ""


@pytest.mark.parametrize("rulebook", ["toy", *rulebooks()])
def test_as_many_sit_down_as_the_rules_allow_and_one_fewer_or_more_do_not(context: Context, rulebook: str) -> None:
    least, most = RULEBOOKS[rulebook].min_players, RULEBOOKS[rulebook].max_players
    for count in (least, most):
        create.check_seats(CreateGame(rulebook, (HUMAN,) * count, {}, "private", 0, 0))
    for count in (least - 1, most + 1):
        wish = CreateGame(rulebook, (HUMAN,) * count, {}, "public", 0, 0)
        bounds = {"rulebook": rulebook, "least": least, "most": most, "given": count}
        assert _field(context, wish) == ("seats", "field.seats", bounds)


def test_whoever_asks_again_for_a_game_is_asked_for_at_the_same_place(context: Context) -> None:
    key = IdempotencyKey.for_request("a key", Scope("address", "here", "/v1/games"), b"the wish")
    first = create.create(context, _wish(), key=key)
    game_id = json.loads(first.body)["game"]["id"]
    assert keys.shard_of(game_id) == context.store.shard_for(key)
    assert create.create(context, _wish(), key=key) == first


def test_who_repeats_the_wish_that_was_the_last_allowed_is_told_the_same_game(context: Context) -> None:
    context = _set(context, bot_games_max=1)
    key = IdempotencyKey.for_request("a key", Scope("address", "here", "/v1/games"), b"the wish")
    first = create.create(context, _wish(BOT, BOT), key=key, tenant="me")
    assert create.create(context, _wish(BOT, BOT), key=key, tenant="me") == first


def test_a_new_game_has_the_tag_that_its_creator_reads_it_by(context: Context) -> None:
    answer = create.create(context, _wish(), "fr")
    told = json.loads(answer.body)
    game_id, token = told["game"]["id"], told["token"]
    assert answer.etag == lookup.show_game(context, game_id, token, "fr").etag
    assert answer.etag != lookup.show_game(context, game_id, token, "en").etag
    assert answer.etag != lookup.show_game(context, game_id, None, "fr").etag


def test_what_is_not_one_of_the_choices_is_refused_with_all_of_them(context: Context) -> None:
    assert _field(context, _wish(options={"rounds": "3"})) == (
        "options.rounds", "field.one_of", {"choices": "600, 1, 2"},
    )  # fmt: skip


def test_what_no_shuffle_has_is_refused_with_the_rulebook(context: Context) -> None:
    wish = _wish(rig=Rig("", ("CANARY0001", "moon")))
    assert _field(context, wish) == ("rig.draws.1", "field.no_draw", {"rulebook": "toy"})


@pytest.mark.parametrize(("choices", "told"), [(("moon", "sun"), "moon, sun"), ((), "-")])
def test_an_option_that_is_not_there_is_refused_with_all_that_are(
    context: Context, monkeypatch: pytest.MonkeyPatch, choices: tuple[str, ...], told: str
) -> None:
    def refuse(*_: Any) -> Any:
        raise OptionError("star", choices, is_unknown=True)

    monkeypatch.setattr(type(RULEBOOKS["toy"]), "complete_options", refuse)
    assert _field(context, _wish()) == ("options.star", "field.no_option", {"rulebook": "toy", "options": told})
