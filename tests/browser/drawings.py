"""The games that have a drawing of their own: a folder with its three files."""

from __future__ import annotations

from pathlib import Path

WEB = Path(__file__).parents[2] / "service" / "web"
DRAWN = sorted(path.parent.name for path in (WEB / "games").glob("*/index.js"))
