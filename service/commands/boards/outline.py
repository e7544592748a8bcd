"""Any view as an indented list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.commands.boards.scene import Scene


def _lines(name: str, value: Any, depth: int) -> list[str]:
    indent = "  " * depth
    if isinstance(value, Mapping):
        inner = [line for key, each in value.items() for line in _lines(key.replace("_", " "), each, depth + 1)]
        return [f"{indent}{name}:", *inner]
    if isinstance(value, list) and any(isinstance(each, Mapping) for each in value):
        inner = [line for number, each in enumerate(value, 1) for line in _lines(str(number), each, depth + 1)]
        return [f"{indent}{name}:", *inner]
    shown = ", ".join(map(str, value)) if isinstance(value, list) else value
    return [f"{indent}{name}: {shown}"]


def draw(scene: Scene) -> list[str]:
    return [line for key, value in scene.view.items() for line in _lines(key.replace("_", " "), value, 0)]
