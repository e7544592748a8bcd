"""The galaxy as bit sets: bit k is the k-th cell of the pack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Protocol

from msgspec import Meta

CELLS = 21
Mask = Annotated[int, Meta(ge=0, lt=1 << CELLS)]
"""A set of cells."""

_CHUNK = 11
_CHUNK_MASK = (1 << _CHUNK) - 1
_CHUNK_COUNT = 2


class CellData(Protocol):
    """What the board reads of a cell of the pack."""

    @property
    def id(self) -> str: ...
    @property
    def orbit(self) -> int: ...
    @property
    def position(self) -> int: ...
    @property
    def constellation(self) -> str | None: ...
    @property
    def glowing(self) -> bool: ...


class GalaxyData(Protocol):
    """What the board reads of the galaxy of the pack."""

    @property
    def cells(self) -> Sequence[CellData]: ...
    @property
    def constellation_ids(self) -> tuple[str, ...]: ...
    @property
    def all_links(self) -> Sequence[tuple[str, str]]: ...
    @property
    def dotted_links(self) -> Sequence[tuple[str, str]]: ...
    @property
    def opposite(self) -> Sequence[tuple[str, str]]: ...
    @property
    def neighbouring(self) -> Sequence[tuple[str, str]]: ...


def bits(mask: Mask) -> Iterator[int]:
    """The numbers of the cells in a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(masks: Iterable[Mask]) -> Mask:
    return reduce(or_, masks, 0)


class Board:
    """Every question about places that rules and goals ask, answered by masks made once per pack."""

    def __init__(self, galaxy: GalaxyData) -> None:
        cells = galaxy.cells
        self.ids = tuple(cell.id for cell in cells)
        self.numbers = {cell_id: number for number, cell_id in enumerate(self.ids)}
        self.all = (1 << len(cells)) - 1
        self.centre = self._mask(cell for cell in cells if cell.constellation is None)
        self.glowing = self._mask(cell for cell in cells if cell.glowing)
        self.outer_glowing = self.glowing & ~self.centre
        self.orbits = self._orbits(cells)
        self.constellation_ids = galaxy.constellation_ids
        self.constellations = tuple(
            self._mask(cell for cell in cells if cell.constellation in (name, None))
            for name in galaxy.constellation_ids
        )
        self.links = tuple(self._pair(link) for link in galaxy.all_links)
        self.neighbours = tuple(self._neighbours(1 << number) for number in range(len(cells)))
        self.dotted = tuple(self._pair(link) for link in galaxy.dotted_links)
        self.dotted_cells = union(self.dotted)
        self.beside_glowing = self._beside_glowing(cells)
        self.opposite = self._constellation_pairs(galaxy.opposite)
        self.neighbouring = self._constellation_pairs(galaxy.neighbouring)
        self._neighbours_of_chunks = tuple(self._neighbours_of_chunk(chunk) for chunk in range(_CHUNK_COUNT))

    def neighbours_of(self, mask: Mask) -> Mask:
        """The cells connected to any cell of the mask by a direct, dotted or orbital link."""
        low, high = self._neighbours_of_chunks
        return low[mask & _CHUNK_MASK] | high[mask >> _CHUNK]

    def _mask(self, cells: Iterable[CellData]) -> Mask:
        return union(1 << self.numbers[cell.id] for cell in cells)

    def _pair(self, link: tuple[str, str]) -> Mask:
        return 1 << self.numbers[link[0]] | 1 << self.numbers[link[1]]

    def _orbits(self, cells: Sequence[CellData]) -> tuple[Mask, ...]:
        numbers = sorted({cell.orbit for cell in cells})
        return tuple(self._mask(cell for cell in cells if cell.orbit == number) for number in numbers)

    def _neighbours(self, cell: Mask) -> Mask:
        return union(link for link in self.links if link & cell) & ~cell

    def _beside_glowing(self, cells: Sequence[CellData]) -> Mask:
        """N-23: next to a glowing cell on its orbit; the centre is left out."""
        outer = {(cell.orbit, cell.position) for cell in cells if cell.glowing and cell.constellation is not None}
        return self._mask(
            cell for cell in cells if {(cell.orbit, cell.position - 1), (cell.orbit, cell.position + 1)} & outer
        )

    def _constellation_pairs(self, pairs: Sequence[tuple[str, str]]) -> tuple[Mask, ...]:
        of = dict(zip(self.constellation_ids, self.constellations, strict=True))
        return tuple(of[one] | of[other] for one, other in pairs)

    def _neighbours_of_chunk(self, chunk: int) -> tuple[Mask, ...]:
        first = chunk * _CHUNK
        return tuple(
            union(self.neighbours[first + bit] for bit in bits(part) if first + bit < len(self.neighbours))
            for part in range(1 << _CHUNK)
        )
