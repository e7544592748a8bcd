"""Whose turn it is: people first, then who had least; and a place that is kept for people."""

from __future__ import annotations

import itertools
from collections import defaultdict
from typing import Literal

from service.store.jobs.outbox import BotJob
from worker.thinking.fair_share import HALF_SECONDS, FairShare

Priority = Literal["person", "nobody"]
PRIORITIES: tuple[Priority, ...] = ("person", "nobody")
_dues = itertools.count(1)


def game(tenant: str, priority: Priority = "person", game_id: str = "0" * 20) -> BotJob:
    return BotJob(game_id, next(_dues), priority, tenant)


def test_a_seat_that_a_person_waits_for_goes_first() -> None:
    alone, watched = game("a", "nobody"), game("b")
    assert FairShare(2).order([alone, watched]) == [watched, alone]


def test_who_was_thought_for_least_is_next() -> None:
    shares = FairShare(1)
    for tenant, seconds in (("a", 3.0), ("b", 1.0), ("c", 2.0)):
        shares.begin(job := game(tenant))
        shares.end(job, seconds)
    waiting = [game(tenant) for tenant in "abcd"]
    assert [each.tenant for each in shares.order(waiting)] == ["d", "b", "c", "a"]


def test_equals_go_by_how_long_they_wait() -> None:
    first, second = game("a"), game("b")
    assert FairShare(2).order([second, first]) == [first, second]


def test_thinking_is_shared_by_seconds_not_by_games() -> None:
    """One tenant has ten games of long thoughts, the other one game of short thoughts."""
    now, thought = 0.0, defaultdict[str, float](float)
    shares = FairShare(1, lambda: now)
    for _ in range(400):
        job = shares.order([*(game("many") for _ in range(10)), game("one")])[0]
        seconds = 2.0 if job.tenant == "many" else 0.1
        shares.begin(job)
        now += seconds
        thought[job.tenant] += seconds
        shares.end(job, seconds)
    assert 0.4 < thought["one"] / sum(thought.values()) < 0.6


def test_what_was_long_ago_is_forgotten() -> None:
    now = 0.0
    shares = FairShare(1, lambda: now)
    shares.begin(before := game("a"))
    shares.end(before, 10.0)
    now = 20 * HALF_SECONDS
    shares.begin(since := game("b"))
    shares.end(since, 0.1)
    assert [each.tenant for each in shares.order([game("b"), game("a")])] == ["a", "b"]


def test_a_person_takes_any_free_place_whoever_has_the_others() -> None:
    shares = FairShare(3)
    for priority in PRIORITIES:
        shares.begin(game("a", priority))
    assert [each.priority for each in shares.order([game("a", "nobody"), game("a")])] == ["person", "nobody"]
    shares.begin(game("a", "nobody"))
    assert [each.priority for each in shares.order([game("a", "nobody"), game("a")])] == ["person"]


def test_what_a_tenants_bots_think_alone_does_not_count_for_its_people() -> None:
    shares = FairShare(2)
    shares.begin(crowd := game("a", "nobody"))
    shares.end(crowd, 100.0)
    shares.begin(game("a", "nobody"))
    shares.begin(other := game("b"))
    shares.end(other, 0.1)
    assert [each.tenant for each in shares.order([game("b"), game("a")])] == ["a", "b"]


def test_of_people_behind_one_address_the_game_that_had_least_is_next() -> None:
    shares = FairShare(2)
    slow, quick = game("a", game_id="slow"), game("a", game_id="quick")
    for job, seconds in ((slow, 3.0), (quick, 0.1)):
        shares.begin(job)
        shares.end(job, seconds)
    assert shares.order([slow, quick]) == [quick, slow]


def test_games_without_a_person_leave_a_place_whoever_made_them() -> None:
    shares = FairShare(2)
    shares.begin(game("a", "nobody"))
    assert shares.order([game("b", "nobody")]) == []
    assert [each.tenant for each in shares.order([game("c")])] == ["c"]


def test_a_place_that_is_free_again_can_be_taken() -> None:
    shares = FairShare(2)
    shares.begin(job := game("a", "nobody"))
    shares.end(job, 1.0)
    assert len(shares.order([game("a", "nobody")])) == 1


def test_a_single_place_is_for_everybody() -> None:
    assert len(FairShare(1).order([game("a"), game("b", "nobody")])) == 2
