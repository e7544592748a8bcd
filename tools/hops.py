"""How often a reader changes files who walks one move from socket to socket: `python -m tools.hops`.

Counts the calls during one POST of a move (Astra, a person and a bot, with an idempotency key) whose nearest caller in
the service stands in another file. The rules are left out; a loop counts each time.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

from service.api.app import create_app
from service.core import logs
from service.core.settings import load_settings
from tests.driver import Table
from tests.processes import StoreProcess

SERVICE = str(Path(__file__).parent.parent / "service")
RULES = f"{SERVICE}/games"


def _is_ours(frame: FrameType) -> bool:
    return frame.f_code.co_filename.startswith(SERVICE) and not frame.f_code.co_filename.startswith(RULES)


def _caller(frame: FrameType) -> str | None:
    """The file of the nearest caller in the service."""
    outer = frame.f_back
    while outer is not None and not _is_ours(outer):
        outer = outer.f_back
    return outer.f_code.co_filename if outer else None


class Walk:
    """Notes every change of file. A generator that goes on is told as a call, too; it is read once."""

    def __init__(self) -> None:
        self.hops: list[tuple[str, str]] = []
        self._begun: set[FrameType] = set()

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call" and _is_ours(frame) and frame not in self._begun:
            self._begun.add(frame)
            came_from, file = _caller(frame), frame.f_code.co_filename
            if came_from and came_from != file:
                self.hops.append((came_from, file))


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        store = StoreProcess(Path(home))
        store.start()
        settings = load_settings({"REDIS_URL": store.url, "RATELIMIT_ENABLED": "false", "LOG_LEVEL": "error"})
        logs.configure(settings)
        table = Table(create_app(settings), "astra", [{"kind": "human"}, {"kind": "bot"}])
        move = table.moves(1)["moves"][0]["move"]
        walk = Walk()
        sys.setprofile(walk)
        table.play(1, move, 0, key="a-key-of-its-own")
        sys.setprofile(None)
        store.kill()
    for came_from, file in walk.hops:
        print(f"{Path(came_from).relative_to(SERVICE)} -> {Path(file).relative_to(SERVICE)}")
    print(f"{len(walk.hops)} changes of file, {len(set(walk.hops))} different ones")


if __name__ == "__main__":
    main()
