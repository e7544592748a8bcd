"""The receiver of a webhook in the storm: it refuses now and then, and afterwards says what it was told, and how."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec

from service.core.settings import load_settings
from service.games.rng import Rng
from service.store.change_messages import Entry
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.redis import keys
from service.usecases.accounts.api_keys import create_key
from service.usecases.context import Context
from service.usecases.delivery import webhooks
from service.usecases.delivery.webhooks import WebhookRequest
from service.wire.narrowing import union
from service.wire.notices import NOTICE_TYPES
from tests.chaos.clients import Json
from tests.processes import until
from tests.receivers import Received, Receiver

REFUSED = 0.03
"""The share of requests that the receiver does not take, while the storm lasts."""
SETTINGS = {"WEBHOOK_HTTP": "true", "WEBHOOK_NETWORKS": "127.0.0.0/8", "WEBHOOK_SECONDS": "2"}


class Subscriber:
    """An app that is told everything, and keeps what it has taken: what was refused does not count as told."""

    def __init__(self, store_url: str, seed: int) -> None:
        self._chance, self._is_calm = random.Random(seed), False
        self._store = GameStore(store_url)
        self._taken: list[Json] = []
        self._receiver = Receiver(self._answer)
        self.refused = 0

    def subscribe(self) -> str:
        """The app's key."""
        context = Context(
            self._store, load_settings({"REDIS_URL": self._store.url, "BROKER_URL": "memory://", **SETTINGS})
        )
        webhooks.create(context, "storm", WebhookRequest(self._receiver.url, NOTICE_TYPES))
        return create_key(context, "storm").key

    def _answer(self, got: Received) -> int:
        if not self._is_calm and self._chance.random() < REFUSED:
            self.refused += 1
            return 503
        self._taken.append(got.notice)
        return 204

    def wait(self) -> None:
        """Until nothing waits for it any more."""
        self._is_calm = True
        until(lambda: not self._store.receivers.with_deliveries(range(keys.SHARDS)))
        self._receiver.close()

    @property
    def deliveries(self) -> int:
        return len(self._taken)

    def told(self, game_id: str) -> list[Json]:
        """Each notice of a game once, in the order in which they came first."""
        found = {notice["id"]: notice for notice in reversed(self._taken) if notice["game"] == game_id}
        return list(found.values())[::-1]


def _turns(game: GameRecord, entries: list[Entry]) -> Iterator[tuple[int, list[int]]]:
    """Who decided after each version, as the rules say when the moves are played again."""
    rulebook, moves = game.rulebook, union(game.rulebook.move_classes)
    state = rulebook.setup(len(game.table.seats), game.table.options, Rng(game.table.deal_seed))
    yield 0, list(rulebook.deciders(state))
    for entry in entries:
        if entry.move:
            played = msgspec.json.decode(entry.move, type=dict[str, msgspec.Raw])
            move = msgspec.json.decode(played["move"], type=moves)
            state = rulebook.apply(state, int(bytes(played["seat"])), move).state
            yield entry.version, list(rulebook.deciders(state))


def _changes(turns: Iterator[tuple[int, list[int]]]) -> list[tuple[int, list[int]]]:
    """The turns that began: those with other deciders than before, up to the end, when nobody decides."""
    found, before = [], None
    for version, deciders in turns:
        if deciders and deciders != before:
            found.append((version, deciders))
        before = deciders
    return found


def problems(game: GameRecord, entries: list[Entry], told: list[Json]) -> Iterator[str]:
    """Every turn that was committed was told, none that was not, and in order."""
    if [notice["rev"] for notice in told] != sorted(notice["rev"] for notice in told):
        yield f"{game.id}: told out of order"
    ends = [notice["type"] for notice in told if notice["type"] in ("game.started", "game.finished")]
    if ends != ["game.started", "game.finished"]:
        yield f"{game.id}: begun and ended by {ends}"
    turns = dict(_turns(game, entries))
    changes = _changes(iter(turns.items()))
    said = [(notice["version"], notice["deciders"]) for notice in told if notice["type"] == "turn.changed"]
    if any(turns.get(version) != deciders for version, deciders in said):
        yield f"{game.id}: told of turns that were never committed"
    # With a bank every decision ends at a time of its own, so there is more to tell than other deciders.
    is_same = said == changes if not game.table.bank_seconds else all(change in said for change in changes)
    if not is_same:
        yield f"{game.id}: told {len(said)} turns of {len(changes)}"
