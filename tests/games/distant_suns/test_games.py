"""Whole games: their laws, their length, what explains what cannot be done, and the heuristic for bots."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from service.games.base import LANGUAGES, Seat
from service.games.distant_suns import RULEBOOK
from service.games.distant_suns.moves import DistantSunsMove
from service.games.distant_suns.state import DistantSunsState
from service.games.rng import Rng
from tests.games.distant_suns import invariants
from tests.games.distant_suns.tables import MOON, STAR, assigned, draws_of, full_but, moves_of, play, sheet, table

every_number_of_players = pytest.mark.parametrize("players", [2, 3, 4])


def random_game(players: int, seed: int) -> Iterator[DistantSunsState]:
    choose = random.Random(seed)
    state = RULEBOOK.setup(players, {"pack": "classic"}, Rng(f"game {seed}".encode()))
    yield state
    while deciders := RULEBOOK.deciders(state):
        seat = choose.choice(deciders)
        state = RULEBOOK.apply(state, seat, choose.choice(RULEBOOK.legal_moves(state, seat))).state
        yield state


@every_number_of_players
def test_the_laws_hold_in_every_state(players: int) -> None:
    for seed in range(20):
        for state in random_game(players, seed):
            invariants.check(RULEBOOK, state)


def test_games_end_after_12_to_15_turns() -> None:
    reasons = set()
    for seed in range(150):
        *_, last = random_game(2, seed)
        reasons.add(RULEBOOK.end_reason(last))
    assert reasons == set(RULEBOOK.end_reasons)


@every_number_of_players
def test_states_stay_small(players: int) -> None:
    assert max(len(RULEBOOK.encode(state)) for state in random_game(players, 1)) < 1024


@every_number_of_players
def test_a_kind_of_move_is_explained_exactly_when_there_is_none(players: int) -> None:
    kinds = {"assign", "draw", "pass", "fill_slot"}
    for state in random_game(players, 2):
        for seat in range(1, players + 1):
            possible = {move.type for move in RULEBOOK.legal_moves(state, seat)}
            assert {reason.type for reason in RULEBOOK.explain(state, seat)} == kinds - possible


@pytest.mark.parametrize(
    ("state", "seat", "codes"),
    [
        (table(), 1, {"draw": "wrong_phase", "pass": "wrong_phase", "fill_slot": "no_upgrade_to_place"}),
        (table(), 2, dict.fromkeys(("assign", "draw", "pass", "fill_slot"), "not_your_decision")),
        (table(sheet(owed=1)), 1, dict.fromkeys(("assign", "draw", "pass"), "slot_due")),
        (
            assigned(table(), MOON, STAR),
            1,
            {"assign": "wrong_phase", "pass": "shape_fits", "fill_slot": "no_upgrade_to_place"},
        ),
        (
            assigned(table(full_but()), MOON, STAR),
            1,
            {"assign": "wrong_phase", "draw": "nothing_fits", "fill_slot": "no_upgrade_to_place"},
        ),
        (table(round=4), 1, dict.fromkeys(("assign", "draw", "pass", "fill_slot"), "game_over")),
    ],
)
def test_why_a_move_cannot_be_made(state: DistantSunsState, seat: Seat, codes: dict[str, str]) -> None:
    assert {reason.type: reason.refusal.code for reason in RULEBOOK.explain(state, seat)} == codes


def test_ties_share_the_victory_and_nobody_wins_before_the_end() -> None:
    assert RULEBOOK.score(table(players=3, round=4)).winners == (1, 2, 3)
    assert RULEBOOK.score(table(players=3)).winners == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels(language: str) -> None:
    state = assigned(table(sheet(filled=0b1)), MOON, STAR)
    labels = {RULEBOOK.label(state, move, language) for move in moves_of(state, 1)}
    assert len(labels) == len(moves_of(state, 1))
    assert RULEBOOK.label(table(), moves_of(table(), 1)[0], language)
    assert all(RULEBOOK.ruling_of(move) for move in moves_of(state, 1))


def greedy_move(state: DistantSunsState, seat: Seat) -> DistantSunsMove:
    known = RULEBOOK.known(state, seat)

    def value(move: DistantSunsMove) -> float:
        return RULEBOOK.evaluate(RULEBOOK.apply(known, seat, move).state, seat)

    return max(RULEBOOK.legal_moves(state, seat), key=value)


@pytest.mark.parametrize("greedy", [1, 2])
def test_looking_one_move_ahead_beats_chance(greedy: Seat) -> None:
    choose = random.Random(greedy)
    for seed in range(2):
        state = RULEBOOK.setup(2, {"pack": "classic"}, Rng(bytes([seed])))
        while deciders := RULEBOOK.deciders(state):
            seat = deciders[0]
            chance = choose.choice(RULEBOOK.legal_moves(state, seat))
            state = play(state, seat, greedy_move(state, seat) if seat == greedy else chance)
        assert RULEBOOK.score(state).winners == (greedy,)


def test_the_own_sealed_drawing_counts_in_the_evaluation() -> None:
    state = assigned(table(), MOON, STAR)
    values = {RULEBOOK.evaluate(play(state, 1, draw), 1) for draw in draws_of(state, 1)}
    assert len(values) > 1
