"""Boards as text, a module per game. A new game that has none is drawn as an outline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from service.cli.boards import astra, distant_suns, nebula, outline
from service.cli.boards.scene import Scene

Draw = Callable[[Scene[Any, Any]], list[str]]

_BOARDS: dict[str, Draw] = {"astra": astra.draw, "nebula": nebula.draw, "distant_suns": distant_suns.draw}


def draw(rulebook: str, scene: Scene[Any, Any]) -> list[str]:
    return _BOARDS.get(rulebook, outline.draw)(scene)


__all__ = ["Scene", "draw"]
