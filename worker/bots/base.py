"""What a bot is: a pure function of what its seat knows."""

from __future__ import annotations

from typing import Any, Protocol

from service.games.base import Seat
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook


class Bot(Protocol):
    """Chooses a legal move. `known` is what `Rulebook.known` leaves for the seat it acts for; equal knowledge and
    an equal rng give the same move."""

    def __call__(self, rulebook: AnyRulebook, known: Any, seat: Seat, rng: Rng) -> Any: ...


def decide(bot: Bot, rulebook: AnyRulebook, state: Any, seat: Seat, rng: Rng) -> Any:
    """Let a bot decide for a seat without showing it more than the seat may know."""
    return bot(rulebook, rulebook.known(state, rulebook.acts_for(state, seat)), seat, rng)
