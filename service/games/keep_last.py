"""Remembers the last answer about a state, as listing moves, checking one and going on ask the same questions."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TypeVar

from service.games.base import S, Seat

Answer = TypeVar("Answer")


def keep_last(question: Callable[[S, Seat], Answer]) -> Callable[[S, Seat], Answer]:
    """Ask about a state and a seat only once in a row. States never change, so the same object has the same answer."""
    last: tuple[S, Seat, Answer] | None = None

    @functools.wraps(question)
    def ask(state: S, seat: Seat) -> Answer:
        nonlocal last
        if last and last[0] is state and last[1] == seat:
            return last[2]
        answer = question(state, seat)
        last = (state, seat, answer)
        return answer

    return ask
