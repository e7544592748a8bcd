"""What is printed on the board, the tiles and the sheets: the words that are always the same, and the numbers."""

from __future__ import annotations

from typing import Literal, get_args

DistantSunsPhase = Literal["assign", "draw", "over"]
DistantSunsEndReason = Literal["turns_12", "turns_13", "turns_14", "turns_15"]
MissionId = Literal["aliens", "upgrades", "treasures", "group", "black_hole"]
SectorKind = Literal["start", "world", "alien", "upgrade", "treasure"]

MISSIONS: tuple[MissionId, ...] = get_args(MissionId)
END_REASONS: tuple[DistantSunsEndReason, ...] = get_args(DistantSunsEndReason)
"""Three rounds of four or five turns (D-1)."""

ROUNDS = 3
MODULES = 5
SIDES = (1, 2)
POSITIONS = 6
BLACK_HOLE_POSITION = 6
"""D-1: the black hole is printed at the end of the row."""

MISSION_POINTS = (0, 3, 6, 10, 15, 20)
MISSION_POINTS_BEYOND = 5
TREASURE_BONUS = 10
ALIEN_PENALTY = 5
