"""Bots and the automa: legal, deterministic, blind to secrets, and each better than the last."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

from service.games.base import AUTOMA, Seat
from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from tests.bench.bench_bots import RUNGS, share
from worker.bots import BOTS, Bot, decide, play_automa, play_random
from worker.bots.hints import best_moves
from worker.bots.simple import lead_of
from worker.bots.strong import Search, play_strong

RULEBOOK_IDS = sorted(RULEBOOKS)


def quick(rulebook: AnyRulebook, known: Any, seat: Seat, rng: Rng) -> Any:
    """The strong bot with little time."""
    return play_strong(rulebook, known, seat, rng, budget=60)


PLAYERS: dict[str, Bot] = {**BOTS, "strong": quick}


def positions(rulebook: AnyRulebook, players: int, every: int, seed: bytes) -> Iterator[tuple[Any, Seat]]:
    """Decisions out of a random game."""
    state, rng = rulebook.setup(players, rulebook.complete_options({}), Rng(seed)), Rng(seed)
    number = 0
    while deciders := rulebook.deciders(state):
        for seat in deciders:
            if number % every == 0:
                yield state, seat
        number += 1
        state = rulebook.apply(state, deciders[-1], decide(play_random, rulebook, state, deciders[-1], rng)).state


def twin(rulebook: AnyRulebook, state: Any, viewer: Seat, chance: bytes) -> Any:
    """Another state that the viewer cannot tell from this one."""
    return rulebook.imagine(rulebook.known(state, viewer), viewer, Rng(chance))


@pytest.mark.parametrize("rulebook_id", RULEBOOK_IDS)
@pytest.mark.parametrize("name", sorted(PLAYERS))
def test_same_view_same_seed_same_move(name: str, rulebook_id: str) -> None:
    rulebook = RULEBOOKS[rulebook_id]
    for number, (state, seat) in enumerate(positions(rulebook, 2, 15, b"twins")):
        chance = f"twin/{number}".encode()
        other = twin(rulebook, state, rulebook.acts_for(state, seat), chance)
        moves = [decide(PLAYERS[name], rulebook, twins, seat, Rng(b"same")) for twins in (state, other)]
        assert moves[0] == moves[1]
        rulebook.check(state, seat, moves[0])


@pytest.mark.parametrize("rulebook_id", RULEBOOK_IDS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_strong_bot_plays_legally_at_every_table(rulebook_id: str, players: int) -> None:
    rulebook = RULEBOOKS[rulebook_id]
    for state, seat in positions(rulebook, players, 25, b"tables"):
        rulebook.check(state, seat, decide(quick, rulebook, state, seat, Rng(b"any")))


@pytest.mark.parametrize("rulebook_id", RULEBOOK_IDS)
def test_a_strong_bot_comes_to_an_end_where_the_game_does(rulebook_id: str) -> None:
    """After the last moves there is nothing to look at."""
    rulebook = RULEBOOKS[rulebook_id]
    for state, seat in list(positions(rulebook, 2, 1, b"ends"))[-4:]:
        rulebook.check(state, seat, decide(BOTS["strong"], rulebook, state, seat, Rng(b"any")))


def dreams() -> Iterator[Any]:
    """Positions of Astra in which the Dreamer has a choice."""
    rulebook = RULEBOOKS["astra"]
    for seed in (b"dream 1", b"dream 2", b"dream 3"):
        for state, seat in positions(rulebook, 2, 1, seed):
            if seat == AUTOMA and len(rulebook.legal_moves(state, AUTOMA)) > 1:
                yield state


def test_a13_the_dreamer_dreams_legally_and_always_the_same() -> None:
    rulebook = RULEBOOKS["astra"]
    states = list(dreams())
    assert len(states) > 10
    for state in states:
        dream = decide(play_automa, rulebook, state, AUTOMA, Rng(b"same"))
        rulebook.check(state, AUTOMA, dream)
        assert dream == decide(play_automa, rulebook, state, AUTOMA, Rng(b"same"))


def test_a13_the_dreamer_knows_what_the_resting_player_knows() -> None:
    rulebook = RULEBOOKS["astra"]
    for number, state in enumerate(dreams()):
        other = twin(rulebook, state, state.turn.seat, f"dream/{number}".encode())
        dreamt = [decide(play_automa, rulebook, twins, AUTOMA, Rng(b"same")) for twins in (state, other)]
        assert dreamt[0] == dreamt[1]


def _after_reply(state: Any, dream: Any) -> float:
    """What the resting player has after the other's best move, judged on the real state."""
    rulebook = RULEBOOKS["astra"]
    me, after = state.turn.seat, rulebook.apply(state, AUTOMA, dream).state
    other = rulebook.deciders(after)[0]
    if other == me:
        return rulebook.evaluate(after, me)
    replies = [rulebook.apply(after, other, move).state for move in rulebook.legal_moves(after, other)]
    return rulebook.evaluate(max(replies, key=lambda reply: rulebook.evaluate(reply, other)), me)


def test_a13_the_dreamer_dreams_for_the_good_of_the_resting_player() -> None:
    """Better than a dream by lot, one reply later."""
    rulebook, gain = RULEBOOKS["astra"], 0.0
    for state in dreams():
        chosen = decide(play_automa, rulebook, state, AUTOMA, Rng(b"same"))
        all_dreams = rulebook.legal_moves(state, AUTOMA)
        gain += _after_reply(state, chosen) - sum(_after_reply(state, dream) for dream in all_dreams) / len(all_dreams)
    assert gain > 0


@pytest.mark.parametrize("rulebook_id", RULEBOOK_IDS)
@pytest.mark.parametrize(("worse", "better"), RUNGS[:2])
def test_each_level_beats_the_one_below(worse: str, better: str, rulebook_id: str) -> None:
    """A small form of `make bench-bots`, on the same seeds."""
    assert share(better, worse, rulebook_id, games=6, jobs=1) >= 0.6


def leading(rulebook: AnyRulebook, seat: Seat) -> Any:
    """A state in which the seat, who played greedily against one who plays anything, is far ahead and decides."""
    state, rng = rulebook.setup(2, rulebook.complete_options({}), Rng(b"ahead")), Rng(b"ahead")
    while deciders := rulebook.deciders(state):
        is_ahead = lead_of(rulebook, rulebook.known(state, seat), seat) > rulebook.ease.lead
        if is_ahead and len(rulebook.legal_moves(state, seat)) > 5:
            return state
        bot = BOTS["greedy" if deciders[0] == seat else "random"]
        state = rulebook.apply(state, deciders[0], decide(bot, rulebook, state, deciders[0], rng)).state
    raise AssertionError("never ahead")


@pytest.mark.parametrize("rulebook_id", RULEBOOK_IDS)
def test_an_easy_bot_gives_a_great_lead_away(rulebook_id: str) -> None:
    rulebook = RULEBOOKS[rulebook_id]
    state = leading(rulebook, 1)
    greedy, easy = (decide(BOTS[name], rulebook, state, 1, Rng(b"same")) for name in ("greedy", "easy"))
    after = [rulebook.evaluate(rulebook.apply(state, 1, move).state, 1) for move in (greedy, easy)]
    assert after[1] < after[0]


def assigning(active: Seat) -> Any:
    """A turn of Distant Suns whose active seat has to fill a slot, to assign a module, and to draw with the other."""
    rulebook = RULEBOOKS["distant_suns"]
    for state, seat in positions(rulebook, 2, 1, b"slots"):
        moves = rulebook.legal_moves(state, seat)
        if seat == active and rulebook.phase(state) == "assign" and len(moves) > 1 and moves[0].prepares:
            return state
    raise AssertionError("no upgrade was gained")


@pytest.mark.parametrize("active", [1, 2])
def test_a_strong_bot_looks_through_its_turn_whichever_seat_it_has(active: Seat) -> None:
    """Also where others decide at the same time, and have lower numbers; and no two lines are the same one."""
    rulebook, state = RULEBOOKS["distant_suns"], assigning(active)
    ends = Search(rulebook, rulebook.known(state, active), active, Rng(b"any"), 3000)._ends_of_turn(state, 4)
    assert len({(end.state.modules, end.state.seals) for end in ends}) == 4
    assert all(rulebook.deciders(end.state) == (3 - active,) for end in ends)


def test_lines_that_come_to_the_same_are_followed_once() -> None:
    """In Nebula the order in which stars are placed makes no difference."""
    rulebook = RULEBOOKS["nebula"]
    for state, seat in positions(rulebook, 2, 5, b"lines"):
        ends = Search(rulebook, rulebook.known(state, seat), seat, Rng(b"any"), 3000)._ends_of_turn(state, 4)
        assert len({rulebook.encode(end.state) for end in ends}) == len(ends)


def test_moves_that_come_to_the_same_are_looked_at_once() -> None:
    """D-6: whichever slot is filled."""
    rulebook, state = RULEBOOKS["distant_suns"], assigning(1)
    known = rulebook.known(state, 1)
    assert [hint.move for hint in best_moves(rulebook, known, 1, Rng(b"any"), rulebook.budget)] == [
        rulebook.legal_moves(known, 1)[0]
    ]


@pytest.mark.parametrize("foresight", [0, 2])
def test_a_strong_bot_looks_farther_at_what_remains(foresight: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rulebook = RULEBOOKS["distant_suns"]
    monkeypatch.setattr(type(rulebook), "foresight", foresight)
    state = rulebook.setup(2, rulebook.complete_options({}), Rng(b"far"))
    search = Search(rulebook, state, 1, Rng(b"any"), 3000)
    reached = list[int]()

    def value(state: Any) -> float:
        reached.append(state.turns)
        return float(len(reached))

    monkeypatch.setattr(search, "_value", value)
    monkeypatch.setattr(search, "_foresee", value)
    search.rank(rulebook.legal_moves(state, 1))
    assert max(reached) == 1 + foresight


def test_strong_beats_greedy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small form of `make bench-bots`, with less time to think."""
    monkeypatch.setitem(BOTS, "strong", partial(play_strong, budget=100))
    assert share("strong", "greedy", "astra", games=4, jobs=1) >= 0.75
