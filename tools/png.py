"""PNG files half as large as a browser writes them: boards are flat, so plain rows with zlib's best do better than its
filters, and colours that nobody can tell apart are made one."""

from __future__ import annotations

import base64
import struct
import zlib

from playwright.sync_api import Browser

_PIXELS = """async (png) => {
  const image = new Image();
  image.src = "data:image/png;base64," + png;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const bytes = pen.getImageData(0, 0, canvas.width, canvas.height).data;
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return [canvas.width, canvas.height, btoa(text)];
}"""
SIGNATURE = b"\x89PNG\r\n\x1a\n"
RGB = 2
_ROUNDED = bytes(min(round(value / 4) * 4, 255) for value in range(256))
"""Six bits for a colour."""


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _without_alpha(rgba: bytes) -> bytes:
    rgb = bytearray(len(rgba) // 4 * 3)
    for place in range(3):
        rgb[place::3] = rgba[place::4]
    return bytes(rgb)


def encode_png(width: int, height: int, rgb: bytes) -> bytes:
    """A PNG file of these pixels, row by row, without filters."""
    rows = b"".join(b"\0" + rgb[at : at + 3 * width] for at in range(0, len(rgb), 3 * width))
    head = struct.pack(">IIBBBBB", width, height, 8, RGB, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", head) + _chunk(b"IDAT", zlib.compress(rows, 9)) + _chunk(b"IEND", b"")


def compress(browser: Browser, picture: bytes) -> bytes:
    page = browser.new_page()
    width, height, pixels = page.evaluate(_PIXELS, base64.b64encode(picture).decode())
    page.close()
    return encode_png(width, height, _without_alpha(base64.b64decode(pixels)).translate(_ROUNDED))
