"""The conformance suite: what every registered rulebook promises (service/games/base.py)."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import orjson
import pytest

from service.games.base import LANGUAGES, IllegalMove, OptionError, Refusal, Rulebook, Seat, Viewer
from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from tools.games import Turn, option_sets, random_game, tables

TABLES = [
    pytest.param(rulebook.id, players, options, id=f"{rulebook.id}-{players}-{'-'.join(options.values())}")
    for rulebook in RULEBOOKS.values()
    for players, options in tables(rulebook)
]
BOOKS = [pytest.param(rulebook, id=rulebook.id) for rulebook in RULEBOOKS.values()]
every_table = pytest.mark.parametrize(("name", "players", "options"), TABLES)
every_rulebook = pytest.mark.parametrize("rulebook", BOOKS)


@functools.cache
def _game(name: str, players: int, options: tuple[tuple[str, str], ...]) -> list[Turn]:
    return list(random_game(RULEBOOKS[name], players, dict(options), f"contract/{players}".encode()))


def game(name: str, players: int, options: dict[str, str]) -> list[Turn]:
    """One whole random game of this kind, played once."""
    return _game(name, players, tuple(options.items()))


def sampled(turns: list[Turn], most: int = 30) -> list[Turn]:
    """Some turns of a game, spread over it, the last one included."""
    step = max(len(turns) // most, 1)
    return [*turns[::step], turns[-1]]


def viewers(state: Any) -> list[Viewer]:
    return [None, *range(1, state.players + 1)]


def seats(rulebook: Rulebook[Any, Any], state: Any) -> list[Seat]:
    """All seats, the automa's included."""
    return [*range(state.players + 1)]


def refusal(rulebook: Rulebook[Any, Any], state: Any, seat: Seat, move: Any) -> Refusal | None:
    try:
        rulebook.check(state, seat, move)
    except IllegalMove as error:
        return error.refusal
    return None


def is_refused(rulebook: Rulebook[Any, Any], state: Any, seat: Seat, move: Any) -> bool:
    """Whether the move is refused, and then with a code, a ruling and a sentence."""
    found = refusal(rulebook, state, seat, move)
    assert found is None or (found.code and found.ruling and found.detail.endswith("."))
    return found is not None


@every_table
def test_every_decider_has_a_legal_move_until_the_end(name: str, players: int, options: dict[str, str]) -> None:
    rulebook = RULEBOOKS[name]
    turns = game(name, players, options)
    for state, _, _, _ in turns:
        deciders = rulebook.deciders(state)
        assert deciders
        assert list(deciders) == sorted(set(deciders))
        for seat in seats(rulebook, state):
            assert bool(rulebook.legal_moves(state, seat)) == (seat in deciders)
    final = turns[-1][3].state
    assert rulebook.is_over(final)
    assert rulebook.end_reason(final) in rulebook.end_reasons
    assert not any(rulebook.legal_moves(final, seat) for seat in seats(rulebook, final))


@every_table
def test_legal_moves_pass_the_check_and_are_listed_once(name: str, players: int, options: dict[str, str]) -> None:
    rulebook = RULEBOOKS[name]
    for state, _, _, _ in sampled(game(name, players, options)):
        for seat in rulebook.deciders(state):
            moves = rulebook.legal_moves(state, seat)
            assert len(set(moves)) == len(moves)
            assert not any(is_refused(rulebook, state, seat, move) for move in moves)


def variants(value: Any, words: list[str]) -> Iterator[Any]:
    """Values like this one, but a little off."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, -1, 99)
    elif isinstance(value, str):
        yield from (*words, "", "nothing")
    elif isinstance(value, tuple):
        value = list(value)
        yield from ([], value[:-1], value[::-1], value + value[-1:], [*value, 99], [-1])
        for index, item in enumerate(value[:4]):
            yield from ([*value[:index], other, *value[index + 1 :]] for other in variants(item, words[:3]))


def near_misses(rulebook: Rulebook[Any, Any], move: Any, words: list[str]) -> Iterator[Any]:
    """Moves of the right shape that differ from a given one in one field."""
    plain = msgspec.to_builtins(move)
    for field, value in plain.items():
        if field == "type":
            continue
        for other in variants(value, words):
            try:
                yield msgspec.convert({**plain, field: other}, type(move))
            except msgspec.ValidationError:
                continue


def words_in(rulebook: Rulebook[Any, Any], moves: list[Any]) -> list[str]:
    found: dict[str, None] = {}
    for move in moves:
        for value in msgspec.to_builtins(move).values():
            if isinstance(value, str):
                found[value] = None
    return list(found)[:8]


@every_table
def test_a_move_is_legal_exactly_when_the_check_passes(name: str, players: int, options: dict[str, str]) -> None:
    """Moves of other moments of the game, by every seat, and near misses of legal ones."""
    rulebook = RULEBOOKS[name]
    turns = game(name, players, options)
    pool = list({move for _, _, move, _ in turns})
    rng = Rng(b"near misses")
    refused = 0
    for state, _, _, _ in sampled(turns, 20):
        for seat in seats(rulebook, state):
            legal = list(rulebook.legal_moves(state, seat))
            some = [rng.choice(legal) for _ in range(4)] if legal else []
            words = words_in(rulebook, pool)
            tried = pool + [other for move in some for other in near_misses(rulebook, move, words)]
            accepted = set(legal)
            for move in tried:
                assert is_refused(rulebook, state, seat, move) == (move not in accepted), (seat, move)
                refused += move not in accepted
    assert refused > 100


@every_table
def test_apply_never_changes_its_input_and_refuses_what_check_refuses(
    name: str, players: int, options: dict[str, str]
) -> None:
    rulebook = RULEBOOKS[name]
    turns = game(name, players, options)
    for state, seat, move, step in sampled(turns):
        before = rulebook.encode(state)
        again = rulebook.apply(state, seat, move)
        assert rulebook.encode(state) == before
        assert rulebook.encode(again.state) == rulebook.encode(step.state)
        assert again.events == step.events
        stranger = next(other for other in seats(rulebook, state) if other not in rulebook.deciders(state))
        with pytest.raises(IllegalMove):
            rulebook.apply(state, stranger, move)


@every_table
def test_states_survive_encoding(name: str, players: int, options: dict[str, str]) -> None:
    rulebook = RULEBOOKS[name]
    for _, _, _, step in game(name, players, options):
        data = rulebook.encode(step.state)
        again = rulebook.decode(data)
        assert again == step.state
        assert rulebook.encode(again) == data
        assert len(data) <= 4096


REPLAY = """
import sys
from service.games.registry import RULEBOOKS
from tools.games import random_game
for name, rulebook in RULEBOOKS.items():
    for players in range(rulebook.min_players, rulebook.max_players + 1):
        for _, _, _, step in random_game(rulebook, players, {}, b"hash"):
            pass
        print(name, players, rulebook.digest(step.state))
"""


def test_the_same_seed_and_moves_give_the_same_hash_in_every_process() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", REPLAY],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1
    assert len(outputs.pop().splitlines()) == sum(
        book.max_players - book.min_players + 1 for book in RULEBOOKS.values()
    )


def is_plain(value: Any) -> bool:
    if isinstance(value, dict):
        return all(type(key) is str and is_plain(item) for key, item in value.items())
    if isinstance(value, list):
        return all(is_plain(item) for item in value)
    return value is None or type(value) in (str, int, float, bool)


@every_table
def test_views_are_made_of_plain_data(name: str, players: int, options: dict[str, str]) -> None:
    rulebook = RULEBOOKS[name]
    for _, _, _, step in sampled(game(name, players, options)):
        for viewer in viewers(step.state):
            view = rulebook.view(step.state, viewer)
            assert is_plain(view)
            assert orjson.loads(orjson.dumps(view)) == view


def what_a_viewer_gets(rulebook: Rulebook[Any, Any], state: Any, viewer: Viewer) -> dict[str, Any]:
    """All that the service answers to a viewer that depends on the state."""
    got: dict[str, Any] = {
        "deciders": rulebook.deciders(state),
        "known": rulebook.encode(rulebook.known(state, viewer)),
        "view": orjson.dumps(rulebook.view(state, viewer)),
        "score": rulebook.score(rulebook.known(state, viewer)),
    }
    if viewer is not None:
        moves = rulebook.legal_moves(state, viewer)
        got["moves"] = list(moves)
        got["labels"] = [rulebook.label(state, move, "en") for move in moves]
        got["explain"] = rulebook.explain(state, viewer)
        seen = rulebook.known(state, viewer)
        got["preview"] = [rulebook.apply(seen, viewer, move).events for move in moves[:10]]
    return got


@every_table
def test_twins_that_differ_in_secrets_look_the_same(name: str, players: int, options: dict[str, str]) -> None:
    rulebook = RULEBOOKS[name]
    rng = Rng(b"twins")
    different = 0
    for state, _, _, _ in sampled(game(name, players, options)):
        for viewer in viewers(state):
            seen = rulebook.known(state, viewer)
            assert rulebook.known(seen, viewer) == seen
            twin = rulebook.imagine(seen, viewer, rng)
            different += twin != state
            assert what_a_viewer_gets(rulebook, twin, viewer) == what_a_viewer_gets(rulebook, state, viewer)
    assert different


@every_table
def test_known_states_allow_the_viewers_own_moves(name: str, players: int, options: dict[str, str]) -> None:
    """The moves a seat has do not depend on what it does not know, and each of them can be tried out."""
    rulebook = RULEBOOKS[name]
    for state, _, _, _ in sampled(game(name, players, options)):
        for seat in rulebook.deciders(state):
            seen = rulebook.known(state, rulebook.acts_for(state, seat))
            assert list(rulebook.legal_moves(seen, seat)) == list(rulebook.legal_moves(state, seat))
            for move in rulebook.legal_moves(seen, seat)[:40]:
                after = rulebook.apply(seen, seat, move).state
                assert isinstance(rulebook.evaluate(after, rulebook.acts_for(state, seat)), float)


@every_table
def test_explain_names_exactly_the_kinds_of_move_that_are_not_possible(
    name: str, players: int, options: dict[str, str]
) -> None:
    rulebook = RULEBOOKS[name]
    kinds = {str(kind.__struct_config__.tag) for kind in rulebook.move_types}
    for state, _, _, step in sampled(game(name, players, options), 60):
        for position in (state, step.state):
            for seat in seats(rulebook, position):
                possible = {move.type for move in rulebook.legal_moves(position, seat)}
                reasons = rulebook.explain(position, seat)
                assert {reason.type for reason in reasons} == kinds - possible
                assert len(reasons) == len(kinds - possible)
                assert all(
                    reason.refusal.code and reason.refusal.ruling and reason.refusal.detail for reason in reasons
                )


@every_table
def test_events_are_of_the_kinds_declared_and_plain(name: str, players: int, options: dict[str, str]) -> None:
    rulebook = RULEBOOKS[name]
    for _, _, _, step in game(name, players, options):
        assert step.events, "whoever waits for events is woken by every move"
        for event in step.events:
            assert type(event) in rulebook.event_types
            plain = event.plain()
            assert is_plain(orjson.loads(orjson.dumps(plain)))
            assert plain["type"] == event.type
            assert 0 <= plain["seat"] <= players


@every_table
def test_ledgers_add_up_and_winners_come_at_the_end(name: str, players: int, options: dict[str, str]) -> None:
    rulebook = RULEBOOKS[name]
    for state, _, _, step in sampled(game(name, players, options)):
        for position in (state, step.state):
            score = rulebook.score(position)
            assert [seat.seat for seat in score.seats] == list(range(1, players + 1))
            assert all(seat.total == sum(line.amount for line in seat.lines) for seat in score.seats)
            assert bool(score.winners) == rulebook.is_over(position)


@every_table
def test_labels_speak_four_languages(name: str, players: int, options: dict[str, str]) -> None:
    rulebook = RULEBOOKS[name]
    for state, _, _, _ in sampled(game(name, players, options)):
        for seat in rulebook.deciders(state):
            for move in rulebook.legal_moves(state, seat)[:30]:
                labels = [rulebook.label(state, move, language) for language in LANGUAGES]
                assert all(labels)
                assert len(set(labels)) > 1
                assert rulebook.ruling(move)


@every_rulebook
def test_content_is_plain_and_speaks_four_languages(rulebook: Rulebook[Any, Any]) -> None:
    packs = {options["pack"] for options in option_sets(rulebook)}
    for pack in packs:
        contents = [rulebook.content(pack, language) for language in LANGUAGES]
        assert all(is_plain(content) for content in contents)
        assert len({orjson.dumps(content) for content in contents}) == len(LANGUAGES)


@every_rulebook
def test_options_are_completed_and_wrong_ones_named(rulebook: Rulebook[Any, Any]) -> None:
    assert rulebook.complete_options({}) == {option.name: option.default for option in rulebook.options}
    with pytest.raises(OptionError) as unknown:
        rulebook.complete_options({"nonsense": "x"})
    assert unknown.value.field == "nonsense"
    with pytest.raises(OptionError) as wrong:
        rulebook.complete_options({rulebook.options[0].name: "nonsense"})
    assert wrong.value.field == rulebook.options[0].name


@every_rulebook
def test_names_and_options_speak_four_languages(rulebook: Rulebook[Any, Any]) -> None:
    assert set(rulebook.names) == set(LANGUAGES)
    assert all(set(option.texts) == set(LANGUAGES) for option in rulebook.options)


@every_rulebook
def test_a_broken_pack_is_refused_with_a_reason(rulebook: Rulebook[Any, Any]) -> None:
    assert rulebook.content_problems(b"{")
    assert rulebook.content_problems(b"[]")
