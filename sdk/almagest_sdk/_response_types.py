"""The types of the responses of one rulebook. Written by hand; each table class has one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class ResponseTypes:
    """Types, or unions of them."""

    game: Any
    legal_moves: Any
    event_page: Any
    played_move: Any
    preview: Any
    replay: Any
    hints: Any
    analysis: Any
    content: Any
