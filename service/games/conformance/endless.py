"""No move takes for ever, whatever the hidden parts of a state are."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any

import msgspec
import pytest

from service.games import codec
from service.games.conformance.positions import Positions, Table, viewers
from service.games.play_out import play_on
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook

LINES = 2_000_000
"""Of Python that one question may run through."""
LONGER = 20
"""Times as many moves as the game had may be played from an imagined state."""

Place = tuple[int, ...]


class TooLong(BaseException):
    """More lines than any answer needs. No `except Exception` on the way stops it."""


@contextlib.contextmanager
def limit_lines(lines: int = LINES) -> Iterator[None]:
    """Fail after so many lines of Python; unlike time, lines do not depend on the machine."""
    count = itertools.count()

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if next(count) > lines:
            raise TooLong
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield
    except TooLong:
        pytest.fail(f"no answer after {lines} lines")
    finally:
        sys.settrace(before)


def secret_places(whole: Any, seen: Any, place: Place = ()) -> Iterator[Place]:
    """Where a state differs from what is known of it."""
    if isinstance(whole, list) and isinstance(seen, list) and len(whole) == len(seen):
        for index, (item, shown) in enumerate(zip(whole, seen, strict=True)):
            yield from secret_places(item, shown, (*place, index))
    elif whole != seen:
        yield place


def value_at(plain: Any, place: Place) -> Any:
    for index in place:
        plain = plain[index]
    return plain


def with_value_at(plain: Any, place: Place, value: Any) -> Any:
    """The same lists with another value at this place."""
    if not place:
        return value
    index, *rest = place
    return [*plain[:index], with_value_at(plain[index], tuple(rest), value), *plain[index + 1 :]]


def exchange(secrets: list[Any]) -> list[Any]:
    """Give each secret the value of the next one of its type; reverse bytes."""
    return [
        value[::-1] if isinstance(value, bytes) else next_alike(secrets, index) for index, value in enumerate(secrets)
    ]


def next_alike(secrets: list[Any], index: int) -> Any:
    others = [*secrets[index + 1 :], *secrets[: index + 1]]
    return next(other for other in others if type(other) is type(secrets[index]))


def repeat_first(secrets: list[Any]) -> list[Any]:
    """Give each secret the value of the first one of its type: the same card twice."""
    return [
        value[:1] * len(value)
        if isinstance(value, bytes)
        else next(other for other in secrets if type(other) is type(value))
        for value in secrets
    ]


def contradictory_states(rulebook: AnyRulebook, state: Any) -> Iterator[Any]:
    """States that can be decoded, with hidden parts that no game can reach."""
    whole, seen = (codec.plain(rulebook.encode(each)) for each in (state, rulebook.known(state, None)))
    places = list(secret_places(whole, seen))
    secrets = [value_at(whole, place) for place in places]
    for values in (exchange(secrets), repeat_first(secrets)):
        changed = whole
        for place, value in zip(places, values, strict=True):
            changed = with_value_at(changed, place, value)
        with contextlib.suppress(msgspec.ValidationError):
            yield rulebook.decode(msgspec.msgpack.encode(changed))


def try_all(rulebook: AnyRulebook, state: Any, most: int = 12) -> None:
    """Ask for moves and make some of them, spread over the list. A contradiction may raise."""
    for seat in rulebook.deciders(state):
        with contextlib.suppress(Exception):
            moves = rulebook.legal_moves(state, seat)
            for move in moves[:: max(len(moves) // most, 1)]:
                with contextlib.suppress(Exception):
                    rulebook.apply(state, seat, move)


class Endless(Positions):
    """Bots play on what they imagine, and a stored game may be damaged."""

    def test_imagined_games_can_be_played_to_their_end(self, table: Table) -> None:
        book, rng = self.rulebook, Rng(b"imagined")
        turns = self.game(table)
        for turn in self.sample(table, 3):
            for viewer in viewers(turn.state):
                state = book.imagine(book.known(turn.state, viewer), viewer, rng)
                played = sum(1 for _ in itertools.islice(play_on(book, state, rng), LONGER * len(turns)))
                assert played < LONGER * len(turns)

    def test_a_state_that_contradicts_itself_is_answered(self, table: Table) -> None:
        for turn in self.sample(table, 6):
            for state in contradictory_states(self.rulebook, turn.state):
                with limit_lines():
                    try_all(self.rulebook, state)
