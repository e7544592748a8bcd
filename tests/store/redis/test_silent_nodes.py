"""A subscription that is dead without having ended, as behind a proxy that forgot it."""

from __future__ import annotations

import contextlib
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.api.app import create_app
from service.core.settings import load_settings
from service.store.games.repository import GameStore
from service.store.live import hub, pubsub
from service.store.live.quotas import ListenerId, ListenerQuotas
from service.store.redis.client import SingleNode
from tests.driver import Table
from tests.processes import HOST, HUNG, StoreProcess, until


class Forgetful:
    """A proxy to a store's socket that at some point passes nothing on any more, and closes nothing either."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._server = socket.create_server((HOST, 0))
        self.url = f"redis://{HOST}:{self._server.getsockname()[1]}/0"
        self._forgotten: set[socket.socket] = set()
        self._open: set[socket.socket] = set()
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._server.accept()
                store = socket.socket(socket.AF_UNIX)
                store.connect(str(self._store))
                self._open |= {client, store}
                threading.Thread(target=self._pass_on, args=(client, store), daemon=True).start()
                threading.Thread(target=self._pass_on, args=(store, client), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65_536):
                if source not in self._forgotten:
                    target.sendall(data)

    def forget(self) -> None:
        """Whoever is connected now hears nothing any more."""
        self._forgotten |= self._open

    def close(self) -> None:
        """A shutdown wakes who accepts; closing alone lets one more in."""
        self._server.shutdown(socket.SHUT_RDWR)
        self._accepting.join()
        self._server.close()
        for connection in self._open:
            connection.close()


def test_a_silent_subscription_is_replaced(
    store_process: StoreProcess, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pubsub, "TICK_SECONDS", 0.1)
    monkeypatch.setattr(pubsub, "SILENT_SECONDS", 0.5)
    table = Table.full(create_app(load_settings({"REDIS_URL": store_process.url})), "toy", 2)
    newest = table.game()["last_event"]
    proxy = Forgetful(store_process.home / "s")
    behind = GameStore(store_process.url)
    assert isinstance(behind.connection, SingleNode)
    behind.connection.url = proxy.url
    listening = hub.Hub(behind, ListenerQuotas(10, 10, 10))
    with ThreadPoolExecutor(1) as pool, listening.game_channel(table.id, ListenerId("here")) as (channel, slot):
        assert channel.wait(newest, 10, 0, slot) == []
        waiting = pool.submit(channel.wait, newest, 10, HUNG, slot)
        proxy.forget()
        table.play(1, {"type": "draw"}, 0)
        assert [number for number, _ in waiting.result(HUNG)] == [newest + 1]
    until(lambda: listening.waiters == 0)
    proxy.close()
