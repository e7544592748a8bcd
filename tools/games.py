"""Playing seeded games to their end, for tests and tools. No bots here: moves are drawn evenly from the legal ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from service.games.base import Rulebook, Seat, Step
from service.games.registry import RULEBOOKS
from service.games.rng import Rng

TESTS = Path(__file__).parent.parent / "tests" / "games"

Turn = tuple[Any, Seat, Any, Step[Any]]
"""A state, who moved, the move, and the step it led to."""


def option_sets(rulebook: Rulebook[Any, Any]) -> list[dict[str, str]]:
    """Every combination of the rulebook's options."""
    names = [option.name for option in rulebook.options]
    return [dict(zip(names, values, strict=True)) for values in product(*(o.choices for o in rulebook.options))]


def tables(rulebook: Rulebook[Any, Any]) -> list[tuple[int, dict[str, str]]]:
    """Every player count with every combination of options."""
    counts = range(rulebook.min_players, rulebook.max_players + 1)
    return [(players, options) for players in counts for options in option_sets(rulebook)]


def random_game(rulebook: Rulebook[Any, Any], players: int, options: Mapping[str, str], seed: bytes) -> Iterator[Turn]:
    """Play to the end, yielding every turn; the last step's state is the final one."""
    state = rulebook.setup(players, rulebook.complete_options(options), Rng(seed))
    rng = Rng(seed + b"/moves")
    while deciders := rulebook.deciders(state):
        seat = rng.choice(deciders)
        move = rng.choice(rulebook.legal_moves(state, seat))
        step = rulebook.apply(state, seat, move)
        yield state, seat, move, step
        state = step.state


def folder(rulebook: Rulebook[Any, Any]) -> Path:
    """Where the proofs of a rulebook are kept."""
    return TESTS / rulebook.id


def chosen(names: list[str]) -> list[Rulebook[Any, Any]]:
    """The rulebooks of these names, or all."""
    return [RULEBOOKS[name] for name in names or RULEBOOKS]
