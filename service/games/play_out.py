"""Playing seeded games to their end, for tests and tools. No bots here: moves are drawn evenly from the legal ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from service.games.base import Seat, Step
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook


class Turn(NamedTuple):
    """A state, who moved, the move, and the step it led to."""

    state: Any
    seat: Seat
    move: Any
    step: Step[Any]


def option_sets(rulebook: AnyRulebook) -> list[dict[str, str]]:
    """Every combination of the rulebook's options."""
    names = [option.name for option in rulebook.options]
    return [dict(zip(names, values, strict=True)) for values in product(*(o.choices for o in rulebook.options))]


def tables(rulebook: AnyRulebook) -> list[tuple[int, dict[str, str]]]:
    """Every player count with every combination of options."""
    counts = range(rulebook.min_players, rulebook.max_players + 1)
    return [(players, options) for players in counts for options in option_sets(rulebook)]


def random_game(rulebook: AnyRulebook, players: int, options: Mapping[str, str], seed: bytes) -> Iterator[Turn]:
    """Play to the end, yielding every turn; the last step's state is the final one."""
    state = rulebook.setup(players, rulebook.complete_options(options), Rng(seed))
    return play_on(rulebook, state, Rng(seed + b"/moves"))


def play_on(rulebook: AnyRulebook, state: Any, rng: Rng) -> Iterator[Turn]:
    """Random moves from this state to the end."""
    while deciders := rulebook.deciders(state):
        seat = rng.choice(deciders)
        move = rng.choice(rulebook.legal_moves(state, seat))
        step = rulebook.apply(state, seat, move)
        yield Turn(state, seat, move, step)
        state = step.state
