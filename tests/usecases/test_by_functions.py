"""Use cases by their functions: what is decided, told and answered, without a store."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import types
from collections.abc import Callable
from typing import Any

import msgspec
import orjson
import pytest

from service.core.settings import load_settings
from service.games.base import Score, SeatScore
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from service.store.accounts.players import PlayerRecord
from service.store.change_messages import Entry
from service.store.delivery.queue import Delivery, Tries
from service.store.delivery.receivers import WELL, ReceiverHealth
from service.store.delivery.webhooks import Webhook
from service.store.games.idempotency import Answer
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Before, Clock, GameRecord, SeatRecord, Since, Table
from service.store.redis import keys
from service.usecases import event_log
from service.usecases.accounts import access, api_keys, tokens
from service.usecases.admin import erase, games, import_games
from service.usecases.admin.games import CannotDo
from service.usecases.delivery import encryption, notices, push, signing, webhooks
from service.usecases.delivery.push import DEVICE_PATTERN, SubscribePush
from service.usecases.games import create, finish, pause, play_move, quick_play, seats, takeback_eligibility
from service.usecases.games.create import CreateGame, CreateSeat, Rig
from service.usecases.games.play_move import Person
from service.usecases.games.quick_play import QuickPlay
from service.usecases.views import frames, lookup, player_games, replay
from service.usecases.views.render import PARTS
from service.wire.events import GameAbandoned
from service.wire.refusals import InvalidField, Refused
from tests.toy import TOY as TYPED

TOY: AnyRulebook = TYPED
pytestmark = pytest.mark.usefixtures("toy")
replace = msgspec.structs.replace
NOW = 1_700_000_000_000
ID = keys.new_game_id(5, NOW)
TOKEN = "ast_token"
ADA = SeatRecord("human", "Ada", token=tokens.hash_secret(TOKEN), player="ada", metadata={"elo": "7"})
BO = SeatRecord("human", "Bo", "strong", token="b")
BOT = SeatRecord("bot", "Deep", "strong")
ALL = frozenset(PARTS)


def _game(*sitting: SeatRecord, **clock: Any) -> GameRecord:
    table = Table(
        TABLE_SCHEMA, ID, "toy", {"rounds": "1"}, "public", sitting or (ADA, BO), 1, b"s", "hash", NOW, 9, app="club"
    )
    running = Clock(CLOCK_SCHEMA, "running", 3, 8, (Since(1, 2, NOW + 5),), NOW + 60_000)
    state = TOY.setup(len(table.seats), {"rounds": "1"}, Rng(bytes(32)))
    return GameRecord(table, replace(running, **clock), state, None, 4, "0123456789")


class Store:
    """Remembers what it was told to do."""

    def __init__(self, **answers: Any) -> None:
        self.told = list[tuple[Any, ...]]()
        self.answers = answers

    def __getattr__(self, name: str) -> Any:
        def does(*asked: Any) -> Any:
            self.told.append((name, *asked))
            return self.answers.get(name)

        return does


def _context(store: Any = None, **settings: str) -> Any:
    return types.SimpleNamespace(
        store=store, settings=load_settings(settings), now=lambda: NOW, wake_worker=lambda _: None
    )


def _decided(monkeypatch: pytest.MonkeyPatch, module: Any, game: GameRecord) -> list[Any]:
    """What would be written of the game, and with which key."""
    written = list[Any]()

    def write(context: Any, game_id: str, key: Any, decide: Callable[[GameRecord], Any], *repeat: Any) -> Answer:
        written.append((decide(game), key, *repeat))
        answer: Answer = written[-1][0].answer
        return answer

    monkeypatch.setattr(module, "write", write)
    return written


def test_events_follow_those_that_were_told() -> None:
    after, entry = event_log.append(_game(), GameAbandoned(0), GameAbandoned(0))
    assert (entry.last, entry.version, entry.move) == (10, 3, b"")
    assert [(each["id"], each["version"]) for each in msgspec.json.decode(entry.events)] == [(9, 3), (10, 3)]
    assert after == _game(events=10)
    after, entry = event_log.append_move(after, 1, None, (GameAbandoned(0),))
    assert (entry.last, entry.version, entry.move) == (11, 3, b'{"seat":1,"move":null}')
    assert after == _game(events=11)


def test_a_scored_game_has_its_result_and_says_why_it_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    game = _game(status="scoring", since=(), pending="scoring")
    written = _decided(monkeypatch, finish, game)
    monkeypatch.setattr(finish, "archive_game", lambda *_: True)
    monkeypatch.setattr(type(TOY), "end_reason", lambda *_: "rounds", raising=False)
    finish.score(_context(), ID, 3)
    after = written[0][0]
    score: Score = TOY.score(game.dealt)
    assert (after.game.result, after.game.clock.status, after.game.clock.pending) == (score, "finished", "")
    assert after.expires == load_settings({}).finished_seconds
    told = msgspec.json.decode(after.entry.events)[0]
    assert (told["winners"], told["reason"]) == (list(score.winners), "rounds")


@pytest.mark.parametrize("clock", [{"status": "scoring", "version": 4}, {"status": "finished"}])
def test_what_is_not_to_be_scored_is_not(monkeypatch: pytest.MonkeyPatch, clock: dict[str, Any]) -> None:
    """Another version than was asked for, or over already."""
    _decided(monkeypatch, finish, _game(since=(), **clock))
    assert _refusal(finish.score, _context(), ID, 3).code == "not_scoring"


@pytest.mark.parametrize(("deadline", "is_over"), [(NOW + 1, False), (NOW, True), (NOW - 1, True)])
def test_an_open_game_is_abandoned_once_its_time_is_up(
    monkeypatch: pytest.MonkeyPatch, deadline: int, is_over: bool
) -> None:
    written = _decided(monkeypatch, finish, _game(status="open", deadline=deadline))
    if is_over:
        finish.abandon(_context(), ID)
        assert written[0][0].game.clock.status == "abandoned"
    else:
        assert _refusal(finish.abandon, _context(), ID).code == "still_open"


def test_those_who_listen_hear_that_a_game_was_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    written = _decided(monkeypatch, finish, _game(ADA, BOT))
    finish.delete(_context(), ID, TOKEN)
    after = written[0][0]
    assert (after.game.clock.status, after.expires) == ("abandoned", finish.DELETED_SECONDS)
    assert msgspec.json.decode(after.entry.events)[0]["type"] == "game_abandoned"


def test_a_game_at_which_nobody_sat_down_is_abandoned_and_soon_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    written = _decided(monkeypatch, finish, _game(status="open"))
    finish.discard(_context(), ID)
    assert (written[0][0].game.clock.status, written[0][0].entry, written[0][0].expires) == ("abandoned", None, 1)


@pytest.mark.parametrize(
    ("sitting", "clock", "may"),
    [
        ((ADA, BO), {"status": "open"}, False),
        ((ADA, BO), {"status": "open", "version": 0}, True),
        ((ADA, BOT), {"status": "open"}, True),
        ((ADA, BOT), {"status": "running"}, True),
        ((ADA, BO), {"status": "running", "version": 0}, True),
        ((ADA, BO), {"status": "running"}, False),
        ((ADA, BOT), {"status": "finished"}, False),
    ],
)
def test_a_game_is_deleted_before_it_began_or_where_nobody_would_miss_it(
    sitting: tuple[SeatRecord, ...], clock: dict[str, Any], may: bool
) -> None:
    assert finish._can_be_deleted(_game(*sitting, **clock)) is may


def test_a_bot_that_takes_over_is_greedy_whatever_sat_there() -> None:
    assert seats._bot_instead(BO) == SeatRecord("bot", "Bo", "greedy", taken_over=True)


def test_who_is_erased_has_nothing_left_at_the_seat() -> None:
    assert erase._anonymize(ADA) == SeatRecord("human")


def test_who_sits_down_sees_the_game_as_its_seat() -> None:
    answer = seats.seat_answer(1, TOKEN, "en", _game())
    told = msgspec.json.decode(answer.body)
    assert (told["seat"], told["token"], told["game"]["seat"], answer.status) == (1, TOKEN, 1, 201)
    assert told["game"]["seats"][0]["player"] == "ada"


def test_who_plays_sees_the_game_as_its_seat() -> None:
    told = msgspec.json.decode(Person(TOKEN, "en", ALL).answer(1, Entry(9, 4, b"", b"[]"), _game()).body)
    assert (told["version"], told["game"]["seat"]) == (4, 1)
    assert told["game"]["moves"]


def test_what_can_be_taken_back_keeps_the_time_that_was_left() -> None:
    step: Any = types.SimpleNamespace(events=(), state=_game().dealt)
    quiet = _game(left=(7000, 9000))
    decision: Any = quiet.clock.decision(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(takeback_eligibility, "is_final", lambda *_: False)
        after = takeback_eligibility.takebacks_after(quiet, quiet.rulebook, quiet.dealt, decision, None, step, 20)
    assert after.moves == (Before(1, 3, NOW + 5, 7000),)


def test_time_that_goes_by_on_the_way_is_nobodys() -> None:
    clock = _game(paused=NOW, takeback=(Before(1, 2, NOW),)).clock
    later = import_games._postpone(clock, 50)
    assert (later.deadline, later.paused) == (NOW + 60_050, NOW + 50)
    assert (later.since, later.takeback) == ((Since(1, 2, NOW + 55),), (Before(1, 2, NOW + 50),))
    assert import_games._postpone(replace(clock, paused=0), 50).paused == 0


WISH = CreateGame("toy", (CreateSeat("human", "Ada"), CreateSeat("bot")), {}, "private", 60, 0)


def test_a_table_is_what_was_wished_for() -> None:
    wish = replace(
        WISH, bank_seconds=600, increment_seconds=5, strong_budget=70, takebacks=False, hints="all", app="club",
        rig=Rig("00ff", ("a", "b")),
    )  # fmt: skip
    made = create.draft(_context(), wish, "tenant", 5)
    table = made.table
    assert (table.bank_seconds, table.increment_seconds, table.turn_seconds, table.strong_budget) == (600, 5, 0, 70)
    assert (table.takebacks, table.hints, table.app, table.tenant) == (False, "all", "club", "tenant")
    assert (table.rigged, table.draws, table.seed, table.created) == (True, ("a", "b"), b"\x00\xff", NOW)
    assert table.seed_hash == hashlib.sha256(table.seed).hexdigest()
    assert (table.invite, table.host) == (tokens.hash_secret(made.invite), 1)
    assert table.seats[0].token == tokens.hash_secret(made.token)
    assert table.idle_seconds == load_settings({}).idle_seconds
    public = create.draft(_context(), replace(WISH, visibility="public"), "", 5)
    assert (public.invite, public.table.turn_seconds, public.table.takebacks, public.table.hints) == (
        "",
        60,
        True,
        "bots",
    )


def test_a_new_game_is_told_and_waits_as_long_as_the_house_lets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = list[Any]()
    answer = Answer(201, b"")

    def commit(context: Any, before: Any, written: Any, key: Any) -> Any:
        kept.append((before, written, key))
        return answer

    monkeypatch.setattr(create, "commit", commit)
    key: Any = "once"
    open_table = replace(WISH, seats=(CreateSeat("human"), CreateSeat("human")))
    context = _context(OPEN_SECONDS="3600")
    assert create.store_draft(context, create.draft(context, open_table, "", 5), lambda _: answer, key) is answer
    assert create.store_draft(context, create.draft(context, WISH, "", 5), lambda _: answer, key) is answer
    (_, waits, _), (before, begun, given) = kept
    assert (waits.game.clock.status, waits.game.clock.deadline, waits.entry) == ("open", NOW + 3_600_000, None)
    assert (before, given, begun.game.clock.status) == (None, "once", "running")
    assert msgspec.json.decode(begun.entry.events)[0]["type"] == "game_started"


def _refusal(function: Callable[..., Any], *asked: Any) -> Any:
    with pytest.raises(Refused) as refused:
        function(*asked)
    return refused.value.refusal


def test_an_option_that_is_not_there_is_refused_with_those_that_are() -> None:
    refusal = _refusal(create.options_of, replace(WISH, options={"moon": "1"}))
    assert (refusal.field, refusal.why.key) == ("options.moon", "field.no_option")
    assert refusal.why.values == {"rulebook": "toy", "options": "rounds"}


@pytest.mark.parametrize(("running", "is_refused"), [(2, False), (3, True)])
def test_bots_alone_play_so_many_games_and_no_more(
    monkeypatch: pytest.MonkeyPatch, running: int, is_refused: bool
) -> None:
    monkeypatch.setattr(create, "bot_games", lambda store, tenant: running)
    bots = replace(WISH, seats=(CreateSeat("bot"), CreateSeat("bot")))
    context = _context(BOT_GAMES_MAX="3")
    create._check_thinking(context, WISH, "")
    if is_refused:
        assert _refusal(create._check_thinking, context, bots, "").code == "too_many_bot_games"
    else:
        create._check_thinking(context, bots, "")


def test_quick_play_opens_the_table_that_was_wished_for() -> None:
    wish = QuickPlay("toy", 2, "Ada", {"rounds": "1"}, 0, 600, 5, "club", "ada", {"elo": "7"})
    asked = quick_play._create_request(wish)
    assert asked.seats == (CreateSeat("human", "Ada", player="ada", metadata={"elo": "7"}), CreateSeat("human"))
    assert (asked.app, asked.bank_seconds, asked.increment_seconds, asked.visibility) == ("club", 600, 5, "public")


def test_who_sits_down_quickly_is_refused_by_the_fields_of_that_wish() -> None:
    wish = QuickPlay("toy", 2, "Ada", {}, 0, 0, 0, "", "ada", {})
    assert _refusal(quick_play.find_seat, _context(), wish).field == "player"
    much = replace(wish, app="club", metadata={"x": "y" * 99})
    assert _refusal(quick_play.find_seat, _context(METADATA_MAX="50"), much).field == "metadata"


@pytest.mark.parametrize(
    ("sitting", "fits"),
    [
        ((ADA, SeatRecord("human")), True),
        ((ADA, SeatRecord("human", reserved=True)), False),
        ((ADA, BOT), False),
        ((ADA, BO, BO), False),
    ],
)
def test_only_tables_for_people_whom_nobody_waits_for_fit(sitting: tuple[SeatRecord, ...], fits: bool) -> None:
    assert quick_play._fits(_game(*sitting).table, _game().table) is fits


def test_a_table_rests_and_goes_on_once_for_each_key(monkeypatch: pytest.MonkeyPatch) -> None:
    written = _decided(monkeypatch, pause, _game(ADA, BOT))
    key: Any = "once"
    pause.pause(_context(), ID, TOKEN, "en", key)
    assert (written[0][0].game.clock.paused, written[0][1]) == (NOW, "once")


def test_a_late_repetition_of_a_move_is_answered_by_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_move, "write", lambda *asked: asked)
    person, context = Person(TOKEN), _context()
    read: Any = None
    asked: Any = play_move.submit(context, ID, person, 3, read)
    assert (asked[4].func, asked[4].args) == (play_move.answer_again, (context, person, 3))


def test_a_player_without_a_seat_has_no_turn() -> None:
    assert player_games._is_mine_to_move(_game(), PlayerRecord("club", "ada"))
    assert not player_games._is_mine_to_move(_game(), PlayerRecord("club", "eve"))
    assert not player_games._is_mine_to_move(_game(paused=NOW), PlayerRecord("club", "ada"))


def test_eyes_are_those_of_all_seats() -> None:
    assert [replay._viewer_for(_game(), eyes, 1) for eyes in (None, 0, 1, 2)] == [1, None, 1, 2]
    refusal = _refusal(replay._viewer_for, _game(), 3, 1)
    assert (refusal.field, refusal.why.values) == ("eyes", {"least": 0, "most": 2})


def test_a_subscription_has_an_id_that_can_be_asked_for() -> None:
    wish = SubscribePush("https://push.example.org/x", "p", "a")
    device = push._subscription(_context(), 1, wish, "fr")
    assert re.fullmatch(DEVICE_PATTERN, device.id)
    assert (device.seat, device.url, device.language, device.created) == (1, wish.endpoint, "fr", NOW)
    assert device.id != push._subscription(_context(), 2, wish, "fr").id
    assert push._subscription(_context(), 1, replace(wish, language="uk"), "fr").language == "uk"


def test_an_endpoint_that_is_nobodys_we_know_is_refused_with_those_that_are() -> None:
    context = _context(PUSH_SERVICES="push.example.org,other.example.org")
    refusal = _refusal(push._check_endpoint, context, "https://evil.example.com/x")
    assert isinstance(refusal, InvalidField)
    assert (refusal.field, refusal.why.key) == ("endpoint", "field.push_service")
    assert refusal.why.values == {"services": "push.example.org, other.example.org"}
    wrong = _refusal(push._check_endpoint, context, "https://push.example.org/" + "x" * push.LONGEST_URL)
    assert (wrong.field, wrong.why.values) == ("endpoint", {"most": push.LONGEST_URL})


def test_what_was_sealed_by_an_earlier_version_is_unsealed() -> None:
    sealed = "sealed:Z08UYIJ8kOSAgpoJtSdWHMX+rBePGT/ZAUtCZAdqpaBIdrZY2QHBpQ=="
    assert encryption.decrypt(["another key", "a key of some length"], sealed, "wh_1") == "whsec_secret"


def test_a_notice_is_signed_with_its_time() -> None:
    signed = hmac.new(b"secret", b"17.body", hashlib.sha256).hexdigest()
    assert signing.signature("secret", b"body", 17) == f"t=17,v1={signed}"


@pytest.mark.parametrize(
    ("name", "scopes", "limits", "said"),
    [
        ("Not A Name", ("games",), "", "not 'Not A Name'"),
        ("club", ("games", "moon"), "", "not 'games,moon'"),
        ("club", (), "", "Scopes are some of games, "),
        ("club", ("games",), "often", "not 'often'"),
    ],
)
def test_a_key_that_cannot_be_is_refused_with_what_is_wrong(
    name: str, scopes: tuple[str, ...], limits: str, said: str
) -> None:
    api_keys._check("club", ("games",), "100 per minute")
    api_keys._check("club", ("games",), "")
    with pytest.raises(CannotDo, match=re.escape(said)):
        api_keys._check(name, scopes, limits)


def test_a_key_that_is_not_there_is_named() -> None:
    apps: Any = types.SimpleNamespace(remove=lambda _: False)
    with pytest.raises(CannotDo, match="There is no key k1"):
        api_keys.revoke_key(_context(types.SimpleNamespace(apps=apps)), "k1")


def test_a_state_is_shown_by_text_where_it_has_numbers_for_keys() -> None:
    """A rulebook may have any: the state is printed as JSON."""
    game: Any = types.SimpleNamespace(table=_game().table, state={1: {2: "card"}})
    assert json.loads(orjson.dumps(games._secrets(game)))["state"] == {"1": {"2": "card"}}


def test_work_that_was_forgotten_is_queue_again() -> None:
    assert games._queue_again(_game(ADA, BOT, pending=""), NOW).clock.pending == "bot"


def test_a_player_sees_its_own_game_as_its_seat_and_watches_those_of_others() -> None:
    ada, eve = PlayerRecord("club", "ada"), PlayerRecord("club", "eve")
    assert [access.viewer_of(_game(), shown) for shown in (ada, eve, TOKEN, None)] == [1, None, 1, None]
    private = replace(_game(), table=replace(_game().table, visibility="private"))
    assert access.viewer_of(private, ada) == 1
    assert _refusal(access.viewer_of, private, eve).code == "unknown_game"


def test_who_shows_no_token_shares_no_places_with_others_who_show_none() -> None:
    assert access.digest_of(None) == ""
    assert access.digest_of(TOKEN) == tokens.hash_secret(TOKEN)


@pytest.mark.parametrize(("rounds", "reason"), [(2, "rounds"), (1, None)])
def test_a_notice_of_the_end_says_why_it_came_and_who_won(rounds: int, reason: str | None) -> None:
    """None where the game was abandoned."""
    before = _game(status="scoring", since=())
    state: Any = replace(before.dealt, round=rounds, points=(3, 2))
    score = TOY.score(state) if reason else None
    status = "finished" if reason else "abandoned"
    after = replace(before, state=state, result=score, clock=replace(before.clock, status=status))
    (told,) = notices.notices_for(before, after, NOW)
    found = msgspec.json.decode(told.body)
    assert (found["type"], found["reason"], found["winners"]) == ("game.finished", reason, [1] if reason else [])


def test_work_that_nobody_owes_is_not_queue_again() -> None:
    with pytest.raises(CannotDo, match=f"Game {ID} owes nothing to a worker: it is running"):
        games._queue_again(_game(pending=""), NOW)


HOOK = Webhook("wh_1", "club", "https://a.example", ("turn.changed",), "plain:secret", NOW)
NOTICE = keys.notice_id(ID, NOW, 4, 0)


def _hooks(store: Store, webhook: Webhook = HOOK, health: ReceiverHealth = WELL) -> Any:
    receivers = types.SimpleNamespace(health=lambda _: health, note=store.note)
    found = types.SimpleNamespace(find=lambda _: webhook, of_app=store.of_app, change=store.change)
    return _context(
        types.SimpleNamespace(webhooks=found, receivers=receivers, deliveries=store, secure=lambda _: None),
        WEBHOOK_NETWORKS="10.0.0.0/8",
    )


def test_deliveries_come_by_pages() -> None:
    body = msgspec.json.encode({"type": "turn.changed", "game": ID})
    ids = [keys.notice_id(ID, NOW, number, 0) for number in (3, 2, 1)]
    store = Store(page=[Delivery(each, body, Tries("delivered", 1, NOW, NOW, 0, 200, "")) for each in ids])
    answer = webhooks.deliveries(_hooks(store), "club", "wh_1", "delivered", "", 2)
    told = msgspec.json.decode(answer.body)
    assert answer.status == 200
    assert store.told == [("page", "wh_1", "delivered", "", 3)]
    assert ([each["id"] for each in told["deliveries"]], told["next"]) == (ids[:2], ids[1])
    last = msgspec.json.decode(webhooks.deliveries(_hooks(store), "club", "wh_1", "delivered", "", 3).body)
    assert (len(last["deliveries"]), last["next"]) == (3, None)


def test_a_webhook_is_shown_with_how_it_has_been() -> None:
    answer = webhooks.show(_hooks(Store(), health=ReceiverHealth(2, NOW, NOW + 5)), "club", "wh_1")
    told = msgspec.json.decode(answer.body)
    assert (answer.status, told["id"], told["status"]) == (200, "wh_1", "active")
    assert told["failing_since"] < told["next_try_at"]


def test_a_preview_tells_what_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    game = _game()
    monkeypatch.setattr(lookup, "load", lambda *_: game)
    move = next(iter(TOY.legal_moves(TOY.known(game.dealt, 1), 1)))
    whole = msgspec.json.decode(lookup.preview(_context(), ID, TOKEN, lambda _: move, "en", ALL).body)
    step = TOY.apply(TOY.known(game.dealt, 1), 1, move)
    assert whole["version"] == 3
    assert whole["view"] is not None
    assert whole["score"] is not None
    assert (whole["moves"] is not None) is (1 in TOY.deciders(step.state))
    bare = msgspec.json.decode(lookup.preview(_context(), ID, TOKEN, lambda _: move, "en").body)
    assert (bare["view"], bare["moves"], bare["score"]) == (None, None, None)


def test_a_frame_has_the_score_as_far_as_the_viewer_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(TOY), "score", lambda _, state: Score((SeatScore(1, state.chosen[0], ()),), ()))
    game = _game()
    state: Any = replace(game.dealt, chosen=(2, None))
    seen = [frames.frame(replace(game, state=state), viewer, "en", ALL).score for viewer in (1, 2, None)]
    assert [score and score.seats[0].total for score in seen] == [2, 0, 0]


def test_a_score_is_as_far_as_the_caller_may_know(monkeypatch: pytest.MonkeyPatch) -> None:
    game = _game()
    monkeypatch.setattr(lookup, "load", lambda *_: game)
    answer = lookup.score(_context(), ID, TOKEN)
    told = msgspec.json.decode(answer.body)
    assert (told["version"], told["final"]) == (3, False)
    assert msgspec.convert(told["score"], Score) == TOY.score(TOY.known(game.dealt, 1))
    assert ".1" in answer.etag
    assert lookup.score(_context(), ID, None).etag != answer.etag
