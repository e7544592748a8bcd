"""A table whose people do not give up: what is not answered with 200 is sent again with the same key."""

from __future__ import annotations

import threading

from flask import Flask

from service.store.games import events
from tests.driver import Table


def history(table: Table) -> list[int]:
    """The numbers of all events."""
    entries = events.all_entries(table.context.store, table.id)
    return [number for entry in entries for number, _ in events.split(entry)]


class Persistent:
    """Two people at a table, until they are told to stop."""

    def __init__(self, app: Flask, stop: threading.Event) -> None:
        self.table, self._stop = Table.full(app, "toy", 2), stop
        self.acknowledged = 0
        self._answers: set[int] = set()

    def run(self) -> None:
        while not self._stop.is_set():
            answer = self.table.get()
            self._answers.add(answer.status_code)
            if answer.status_code == 200 and answer.json:
                self._move(answer.json["deciders"][0], answer.json["version"])

    def _move(self, seat: int, version: int) -> None:
        """A version that was seen and is gone again, in a failover, is no reason to stop."""
        while not self._stop.is_set():
            answer = self.table.play(seat, {"type": "draw"}, version, f"move-{version}")
            self._answers.add(answer.status_code)
            if answer.status_code == 200:
                self.acknowledged = version + 1
            if answer.status_code in (200, 412):
                return

    def check(self) -> None:
        """What was acknowledged is there, once; and nobody was told anything but to wait."""
        game = self.table.game()
        assert game["version"] in (self.acknowledged, self.acknowledged + 1)
        assert history(self.table) == list(range(1, game["last_event"] + 1))
        assert self._answers <= {200, 412, 503}
