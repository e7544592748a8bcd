"""A sheet of characters: dotted lines first, words on top of them."""

from __future__ import annotations


class Canvas:
    """Takes coordinates from 0 to 1, whatever its size."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._cells = [[" "] * width for _ in range(height)]

    def _at(self, x: float, y: float) -> tuple[int, int]:
        return round(x * (self._width - 1)), round(y * (self._height - 1))

    def line(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        (left, top), (right, bottom) = self._at(*start), self._at(*end)
        steps = max(abs(right - left), abs(bottom - top), 1)
        for step in range(0, steps + 1, 2):
            across, down = left + (right - left) * step / steps, top + (bottom - top) * step / steps
            self._cells[round(down)][round(across)] = "."

    def word(self, x: float, y: float, text: str) -> None:
        """Centred on the spot, but never beyond the edge."""
        across, down = self._at(x, y)
        start = max(0, min(self._width - len(text), across - len(text) // 2))
        self._cells[down][start : start + len(text)] = text

    def lines(self) -> list[str]:
        """What is drawn, without empty lines above and below."""
        lines = ["".join(row).rstrip() for row in self._cells]
        drawn = [number for number, line in enumerate(lines) if line]
        return lines[drawn[0] : drawn[-1] + 1] if drawn else []
