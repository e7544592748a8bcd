"""The automa. Astra's, the Dreamer (A-13), dreams for the resting player's good, with what that player knows, one reply
ahead."""

from __future__ import annotations

from typing import Any

from service.games.base import Seat
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook

REPLIES = 40
"""Replies looked at in all, shared among the dreams, so that nobody waits for a dream."""


def play_automa(rulebook: AnyRulebook, known: Any, seat: Seat, rng: Rng) -> Any:
    """The dream that leaves the resting player best off after the reply that suits the others best."""
    dreams = rulebook.legal_moves(known, seat)
    if len(dreams) == 1:
        return dreams[0]
    whose = rulebook.acts_for(known, seat)
    share = max(REPLIES // len(dreams), 1)
    world = rulebook.imagine(known, whose, rng)
    values = [_after_reply(rulebook, rulebook.apply(world, seat, dream).state, whose, share) for dream in dreams]
    best = max(values)
    return rng.choice([dream for dream, value in zip(dreams, values, strict=True) if value == best])


def _after_reply(rulebook: AnyRulebook, state: Any, whose: Seat, share: int) -> float:
    """What the state is worth to `whose` when the next to decide has made the move that is best for itself."""
    deciders = rulebook.deciders(state)
    if not deciders or rulebook.acts_for(state, deciders[0]) == whose:
        return rulebook.evaluate(state, whose)
    replier = deciders[0]
    replies = rulebook.legal_moves(state, replier)
    after = [rulebook.apply(state, replier, reply).state for reply in replies[:: -(-len(replies) // share)]]
    return rulebook.evaluate(max(after, key=lambda reply: rulebook.evaluate(reply, replier)), whose)
