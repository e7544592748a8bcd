"""What waits for workers: taken once, kept while somebody is at it, and forgotten with its game."""

from __future__ import annotations

import pytest

from service.store.games.records import JobMeta
from service.store.jobs.outbox import BotJob, Outbox, PendingJob, bot_games
from service.store.jobs.questions import Question, ask, is_asked
from service.store.redis import keys
from service.store.redis.client import Client
from service.store.redis.clock import WAKEUP_GRACE
from service.usecases.context import Context
from tests.worker.driver import HUMAN, RANDOM, Sitting

GAME = keys.new_game_id(7, 1_700_000_000_000)
OTHER = keys.new_game_id(7, 1_700_000_000_001)


@pytest.fixture
def store(context: Context) -> Client:
    return context.store.client


@pytest.fixture
def outbox(context: Context) -> Outbox:
    return Outbox(context.store)


def _owe(store: Client, game_id: str = GAME, due: int = 5_000, whose: str = "bot nobody me") -> None:
    store.zadd(keys.outbox(7), {game_id: due})
    store.hset(keys.job_meta(7), game_id, whose)


def test_what_bots_owe_is_offered_with_who_waits_and_who_made_it(store: Client, outbox: Outbox) -> None:
    _owe(store)
    (waiting,) = outbox.bot_jobs(4_000)
    assert waiting == BotJob(GAME, 5_000, "nobody", "me")
    assert (waiting.shard, waiting.name, waiting.since) == (7, GAME, 5_000 - WAKEUP_GRACE)


def test_what_is_taken_is_nobody_elses_until_the_lease_is_over(store: Client, outbox: Outbox) -> None:
    _owe(store)
    (waiting,) = outbox.bot_jobs(4_000)
    assert outbox.take(waiting, 4_000, lease=1_000) is True
    assert outbox.take(waiting, 4_000) is False
    assert list(outbox.bot_jobs(4_999)) == []
    assert list(outbox.bot_jobs(5_000)) == [waiting]
    assert outbox.take(waiting, 5_000) is True
    assert store.zscore(keys.jobs_in_progress(7), GAME) == 5_000 + WAKEUP_GRACE


def test_who_is_still_at_it_keeps_it_and_who_gives_it_back_does_not(store: Client, outbox: Outbox) -> None:
    _owe(store)
    (waiting,) = outbox.bot_jobs(4_000)
    outbox.take(waiting, 4_000)
    outbox.extend_lease(waiting, 5_000, lease=9_000)
    assert store.zscore(keys.jobs_in_progress(7), GAME) == 14_000
    outbox.extend_lease(waiting, 5_000)
    assert store.zscore(keys.jobs_in_progress(7), GAME) == 5_000 + WAKEUP_GRACE
    assert list(outbox.bot_jobs(6_999)) == []
    outbox.release(waiting)
    assert list(outbox.bot_jobs(6_000)) == [waiting]


def test_a_game_that_went_on_is_not_taken_as_it_was(store: Client, outbox: Outbox) -> None:
    _owe(store)
    (waiting,) = outbox.bot_jobs(4_000)
    _owe(store, due=6_000)
    assert outbox.take(waiting, 4_000) is False


def test_what_was_asked_waits_until_it_is_answered(context: Context, store: Client, outbox: Outbox) -> None:
    question = Question(GAME, "hint", 2, 9)
    ask(context.store, question, "person", "me", 1_000)
    ask(context.store, question, "person", "me", 3_000)
    (waiting,) = outbox.bot_jobs(9_000)
    assert waiting == BotJob(GAME, 1_000 + WAKEUP_GRACE, "person", "me", question), "asked again, it keeps its place"
    assert waiting.name == f"{GAME}/hint/2/9"
    assert outbox.take(waiting, 9_000)
    assert store.zcard(keys.questions_in_progress(7)) == 1
    assert is_asked(context.store, question)
    outbox.remove_question(waiting)
    assert not is_asked(context.store, question)
    assert store.exists(keys.questions(7), keys.question_meta(7), keys.questions_in_progress(7)) == 0


@pytest.mark.parametrize("name", ["g/hint", "g/hint/1", "g/hint/1/2/3", "g/hint/x/2", "g/dance/1/2"])
def test_a_question_that_nobody_asks_like_that_is_not_read(name: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        Question.read(name)


def test_a_question_is_read_as_it_was_written() -> None:
    assert Question.read(f"{GAME}/analysis/0/0") == Question(GAME, "analysis")
    assert Question.read(GAME) is None


@pytest.mark.parametrize("text", ["bot nobody", "bot nobody me again", "bot  nobody", "dance nobody me"])
def test_whose_work_it_is_is_read_whole_or_not_at_all(text: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        JobMeta.read(text)


def test_a_game_that_was_deleted_by_hand_owes_nothing(store: Client, outbox: Outbox) -> None:
    for game_id in (GAME, OTHER):
        _owe(store, game_id, whose="automa nobody me")
        store.zadd(keys.deadlines(7), {game_id: 5_000})
        store.zadd(keys.bot_games(7), {f"me {game_id}": 0})
    assert outbox.claim_pending(7, 6_000, limit=1) == []
    assert store.zrange(keys.outbox(7), 0, -1) == store.zrange(keys.deadlines(7), 0, -1) == [OTHER.encode()]
    assert store.hkeys(keys.job_meta(7)) == [OTHER.encode()]
    assert store.zrange(keys.bot_games(7), 0, -1) == [f"me {OTHER}".encode()]


def _stored(store: Client, game_id: str, owed: str) -> None:
    store.hset(keys.game(game_id), "clock", f'{{"schema":2,"status":"running","version":3,"owed":"{owed}"}}')


def test_lost_messages_are_repeated_but_for_what_bots_owe(context: Context, store: Client, outbox: Outbox) -> None:
    _owe(store, GAME, whose="automa nobody me")
    _owe(store, OTHER)
    _stored(store, GAME, "automa")
    assert outbox.claim_pending(7, 4_999) == []
    assert outbox.claim_pending(7, 5_000) == [PendingJob("automa", GAME, 3)]
    assert outbox.claim_pending(7, 5_000) == []
    assert outbox.claim_pending(7, 5_000 + WAKEUP_GRACE) == [PendingJob("automa", GAME, 3)]


def test_a_deadline_that_has_passed_is_told_once_in_a_while(context: Context, store: Client, outbox: Outbox) -> None:
    store.zadd(keys.deadlines(7), {GAME: 5_000})
    _stored(store, GAME, "")
    assert outbox.claim_late(7, 4_999) == []
    assert outbox.claim_late(7, 5_000) == [PendingJob("late", GAME, 3)]
    assert outbox.claim_late(7, 4_999 + WAKEUP_GRACE) == []
    assert outbox.claim_late(7, 5_000 + WAKEUP_GRACE) == [PendingJob("late", GAME, 3)]


def test_games_without_a_person_are_counted_for_who_made_them(context: Context, store: Client) -> None:
    store.zadd(keys.bot_games(7), {"me a": 0, "mean c": 0, "you d": 0, " e": 0})
    store.zadd(keys.bot_games(63), {"me b": 0})
    counted = {tenant: bot_games(context.store, tenant) for tenant in ("me", "mean", "you", "", "her")}
    assert counted == {"me": 2, "mean": 1, "you": 1, "": 1, "her": 0}


def test_counting_the_games_of_a_tenant_reads_no_row_of_the_outbox(context: Context, store: Client) -> None:
    games = [Sitting(context, *seats, tenant="me") for seats in ([RANDOM, RANDOM], [HUMAN, RANDOM], [RANDOM, RANDOM])]
    store.hset(keys.job_meta(7), GAME, "not to be read")
    assert bot_games(context.store, "me") == 2
    games[0].play_out()
    assert bot_games(context.store, "me") == 1
    store.delete(*(name(keys.shard_of(game.id)) for game in games for name in (keys.outbox, keys.job_meta)))
    assert bot_games(context.store, "me") == 1, "it is the index that is read"


CROWD = 1_000
LOOKED_AT = 300
"""Of one shard, at most."""
TURNS = range(0, 250 * 11, 250)
"""In so many milliseconds all of the crowd are looked at."""


def _crowd(store: Client) -> list[str]:
    """One tenant has a thousand games that wait, and others one each: in the middle, and last of all."""
    ids = [keys.new_game_id(7, 1_700_000_000_000 + number) for number in range(CROWD)]
    store.zadd(keys.outbox(7), {game_id: number for number, game_id in enumerate(ids)})
    store.hset(keys.job_meta(7), mapping=dict.fromkeys(ids, "bot person crowd"))
    return ids


def _looks(store: Client) -> int:
    return int(store.info("commandstats").get("cmdstat_hget", {"calls": 0})["calls"])


def test_whoever_comes_last_is_found_behind_a_crowd_and_not_all_of_it_is_looked_at(
    store: Client, outbox: Outbox
) -> None:
    ids, before = _crowd(store), _looks(store)
    store.hset(keys.job_meta(7), ids[500], "bot person middle")
    store.hset(keys.job_meta(7), ids[-1], "bot person newcomer")
    found = [{each.tenant: each.game_id for each in outbox.bot_jobs(now)} for now in TURNS]
    assert _looks(store) - before <= LOOKED_AT * len(TURNS)
    assert {each["crowd"] for each in found} == {ids[0]}
    assert {each["newcomer"] for each in found} == {ids[-1]}
    assert [each["middle"] for each in found if "middle" in each] == [ids[500]]


@pytest.mark.parametrize("place", [0, 500, CROWD - 1])
def test_a_lost_message_among_a_crowd_of_bots_is_found_in_turn(store: Client, outbox: Outbox, place: int) -> None:
    ids, before = _crowd(store), _looks(store)
    store.hset(keys.job_meta(7), ids[place], "automa person somebody")
    taken = [outbox._claim(keys.outbox(7), 10_000 + now, 9_000, 100, keys.job_meta(7)) for now in TURNS]
    assert [found for found in taken if found] == [[ids[place]]]
    assert _looks(store) - before <= LOOKED_AT * len(TURNS)


def test_deadlines_of_a_crowd_are_all_taken(store: Client, outbox: Outbox) -> None:
    ids = _crowd(store)
    taken = [outbox._claim(keys.outbox(7), CROWD, 9_000, 400) for _ in range(3)]
    assert [game_id for found in taken for game_id in found] == ids
