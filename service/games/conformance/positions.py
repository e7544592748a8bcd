"""The games that the suite looks at: one whole random game per table, played once."""

from __future__ import annotations

import functools
from typing import Any, ClassVar, NamedTuple

import pytest

from service.games.base import Seat, Viewer
from service.games.play_out import Turn, random_game, tables
from service.games.rulebook import AnyRulebook


class Table(NamedTuple):
    """A player count with a combination of options."""

    players: int
    options: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        return "-".join([str(self.players), *(value for _, value in self.options)])


def tables_of(rulebook: AnyRulebook) -> list[Table]:
    return [Table(players, tuple(options.items())) for players, options in tables(rulebook)]


@functools.cache
def _play_game(rulebook: AnyRulebook, table: Table) -> tuple[Turn, ...]:
    seed = f"contract/{table.players}".encode()
    return tuple(random_game(rulebook, table.players, dict(table.options), seed))


class Positions:
    """The games that all parts of the suite test. A test with a `table` runs once for each table of the rulebook."""

    rulebook: ClassVar[AnyRulebook]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "table" in metafunc.fixturenames:
            metafunc.parametrize("table", tables_of(self.rulebook), ids=lambda table: table.name)

    def game(self, table: Table) -> tuple[Turn, ...]:
        """One whole random game."""
        return _play_game(self.rulebook, table)

    def sample(self, table: Table, most: int = 30) -> list[Turn]:
        """Some turns of the game, spread over it, the last one included."""
        turns = self.game(table)
        step = max(len(turns) // most, 1)
        return [*turns[::step], turns[-1]]

    def states(self, table: Table) -> list[Any]:
        """Every state of the game, the first and the final one included."""
        turns = self.game(table)
        return [turns[0].state, *(turn.step.state for turn in turns)]

    def final(self, table: Table) -> Any:
        return self.game(table)[-1].step.state


def viewers(state: Any) -> list[Viewer]:
    return [None, *range(1, state.players + 1)]


def seats(state: Any) -> list[Seat]:
    """All seats, the automa's included."""
    return [*range(state.players + 1)]
