"""Words of the API that stand in answers, events and records alike."""

from __future__ import annotations

from typing import Literal

Status = Literal["open", "running", "scoring", "finished", "abandoned"]
ENDED: tuple[Status, ...] = ("finished", "abandoned")
SeatKind = Literal["human", "bot"]
Visibility = Literal["public", "private"]
HintsFor = Literal["bots", "all", "none"]
"""Who may ask what the strong bot would play: whoever has none but bots beside, everybody, nobody."""
HintStatus = Literal["thinking", "ready"]
