"""Rules that follow one another, each telling its events."""

from __future__ import annotations

from collections.abc import Callable

from service.games.base import Step
from service.games.nebula.state import NebulaState

NebulaStep = Step[NebulaState]


def follow(step: NebulaStep, *rules: Callable[[NebulaState], NebulaStep]) -> NebulaStep:
    """One rule after the other, their events in order."""
    for rule in rules:
        following = rule(step.state)
        step = Step(following.state, step.events + following.events)
    return step
