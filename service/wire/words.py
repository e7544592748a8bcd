"""Enums that answers, events and records share."""

from __future__ import annotations

from typing import Literal

Status = Literal["open", "running", "scoring", "finished", "abandoned"]
ENDED: tuple[Status, ...] = ("finished", "abandoned")
SeatKind = Literal["human", "bot"]
Visibility = Literal["public", "private"]
HintsFor = Literal["bots", "all", "none"]
"""Who may ask for hints: those who play against bots alone, everybody, nobody."""
HintStatus = Literal["thinking", "ready"]
AfterLeaving = Literal["free", "bot", "abandoned"]
"""The seat is free again, a bot plays on, or nobody is left."""
AfterResigning = Literal["bot", "abandoned"]
