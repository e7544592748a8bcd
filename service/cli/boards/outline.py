"""Draws any game: the fields of its view by name, and a row for each seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.cli.boards import words
from service.cli.boards.scene import Scene

AnyScene = Scene[Any, Any]
_DRAWN_ELSEWHERE = ("phase", "seats", "active", "deciders")


def _item(name: str, value: Any, known: words.Names) -> Iterator[str]:
    """A field; a list of objects gets a line for each."""
    if words.is_list(value) and any(not isinstance(each, str | int | None) for each in value):
        yield f"{name}:"
        yield from (f"  {words.format_value(each, known)}" for each in value)
    else:
        yield f"{name}: {words.format_value(value, known)}"


def _table(scene: AnyScene, known: words.Names) -> Iterator[str]:
    for name, value in words.fields(scene.view).items():
        if name not in _DRAWN_ELSEWHERE and value is not None:
            yield from _item(words.humanize(name), value, known)


def _deciders(scene: AnyScene) -> str:
    return ", ".join(scene.player(seat) for seat in scene.view.deciders) or "nobody"


def _seat(seat: Any, known: words.Names) -> dict[str, str]:
    return {
        words.humanize(name): words.format_value(each, known)
        for name, each in words.fields(seat).items()
        if name != "seat"
    }


def _sentence(player: str, row: dict[str, str]) -> str:
    return f"{player}: {'; '.join(f'{name} {value}' for name, value in row.items())}."


def _align_columns(rows: list[list[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]  # fmt: skip


def _seats(scene: AnyScene, known: words.Names) -> list[str]:
    players = [scene.player(seat.seat) for seat in scene.view.seats]
    rows = [_seat(seat, known) for seat in scene.view.seats]
    if scene.plain:
        return [_sentence(player, row) for player, row in zip(players, rows, strict=True)]
    return _align_columns(
        [["seat", *rows[0]], *([player, *row.values()] for player, row in zip(players, rows, strict=True))]
    )


def draw(scene: AnyScene) -> list[str]:
    known = words.names(scene.content)
    return [f"{scene.phase}. Waiting for: {_deciders(scene)}.", *_table(scene, known), *_seats(scene, known)]
