"""The QR code of an invitation is read back, by a reader written here from the standard, which corrects nothing."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Arrive

MASKS = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (y // 2 + x // 3) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
ALIGNED = {1: (), 2: (6, 18), 3: (6, 22), 4: (6, 26), 5: (6, 30), 6: (6, 34), 7: (6, 22, 38), 8: (6, 24, 42)}
BLOCKS = {1: (1, 19), 2: (1, 34), 3: (1, 55), 4: (1, 80), 5: (1, 108), 6: (2, 68), 7: (2, 78), 8: (2, 97)}


def _is_fixed(x: int, y: int, size: int, version: int) -> bool:
    corners = (x < 9 and y < 9) or (x >= size - 8 and y < 9) or (x < 9 and y >= size - 8)
    places = ALIGNED[version]
    squares = [(a, b) for a in places for b in places if (a, b) not in ((6, 6), (6, size - 7), (size - 7, 6))]
    told = version >= 7 and (min(x, y) < 6 and max(x, y) >= size - 11)
    return corners or 6 in (x, y) or told or any(abs(x - a) <= 2 and abs(y - b) <= 2 for a, b in squares)


def _bits(rows: list[list[int]]) -> list[int]:
    size = len(rows)
    version = (size - 17) // 4
    mask = ((rows[8][2] ^ 1) << 2) | (rows[8][3] << 1 ^ 0) | (rows[8][4] ^ 1)
    found, up = [], True
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        for y in reversed(range(size)) if up else range(size):
            found += [
                rows[y][x] ^ (MASKS[mask](x, y) == 0) for x in (right, right - 1) if not _is_fixed(x, y, size, version)
            ]
        up = not up
    return found


def _read(rows: list[list[int]]) -> str:
    count, length = BLOCKS[(len(rows) - 17) // 4]
    bits = _bits(rows)
    data = [int("".join(map(str, bits[at : at + 8])), 2) for at in range(0, count * length * 8, 8)]
    joined = bytes(data[block + count * at] for block in range(count) for at in range(length))
    stream = "".join(f"{byte:08b}" for byte in joined)
    assert stream[:4] == "0100"
    size = int(stream[4:12], 2)
    return bytes(int(stream[12 + 8 * at : 20 + 8 * at], 2) for at in range(size)).decode()


@pytest.mark.parametrize("length", [9, 60, 120, 150])
def test_a_code_says_what_was_written(arrive: Arrive, length: int) -> None:
    ada = arrive()
    ada.enter()
    text = ("https://almagest.example/#game=1m7kgz7znd5ef0e5v5z2&invite=" + "x" * 200)[:length]
    files = ada.measure("document.documentElement.dataset.files")
    rows = ada.measure(f"import('{files}/lobby/qr.js').then(({{ qrCode }}) => qrCode('{text}'))")
    assert _read(rows) == text
