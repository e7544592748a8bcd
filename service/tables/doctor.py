"""Is everything as it should be? Each check says what it found, and where that is wrong, what to do."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain, islice
from typing import Any, Literal

import msgspec

from service.run.queue import celery
from service.store import census, checkup
from service.store.checkup import Node
from service.store.client import StoreAway
from service.store.readiness import Readiness
from service.tables.house import House
from service.tables.operating import STUCK_SECONDS, Obstructed, read
from service.tables.sealing import is_sealed

Level = Literal["ok", "warn", "bad"]
CLOCK_SECONDS = 5.0
"""A machine whose clock is off by more writes log lines that are hard to put in order."""
FULL, NEARLY_FULL = 0.9, 0.75


class Finding(msgspec.Struct, frozen=True):
    """What was looked at, how it is, what was found; and what to do, unless it is fine."""

    what: str
    level: Level
    found: str
    advice: str = ""


def _settings(node: Node) -> Iterator[Finding]:
    what = f"{node.name}: settings"
    if node.settings is None:
        yield Finding(
            what, "warn", "it does not tell its settings", "Have its host say that it is as the next lines want."
        )
        return
    for wish in _WISHES:
        yield wish.held_against(node)


class Wish(msgspec.Struct, frozen=True):
    """How a setting of the store should be."""

    setting: str
    wanted: tuple[str, ...]
    level: Level
    advice: str

    def held_against(self, node: Node) -> Finding:
        found = (node.settings or {}).get(self.setting, "")
        what = f"{node.name}: {self.setting}"
        return Finding(what, "ok", found) if found in self.wanted else Finding(what, self.level, found, self.advice)


_WISHES = (
    Wish("appendonly", ("yes",), "bad", "Games are lost when the store ends: set `appendonly yes`."),
    Wish(
        "appendfsync",
        ("always",),
        "warn",
        "The last second of acknowledged moves can be lost with the machine: set `appendfsync always`.",
    ),
    Wish(
        "maxmemory-policy",
        ("noeviction",),
        "bad",
        "A full store throws running games away: set `maxmemory-policy noeviction`.",
    ),
)


def _disk(node: Node) -> Finding:
    info, what = node.info, f"{node.name}: disk"
    failed = [name for name in ("aof_last_write_status", "aof_last_bgrewrite_status") if info.get(name, "ok") != "ok"]
    if failed:
        return Finding(what, "bad", f"{', '.join(failed)} failed", "Is its disk full? Make room; its log says more.")
    size = info.get("aof_current_size")
    return Finding(what, "ok", "no file is kept" if size is None else f"its file has {_megabytes(size)}")


def _megabytes(number: int) -> str:
    return f"{number / 2**20:.1f} MiB"


def _memory(node: Node) -> Finding:
    used, most, what = node.info["used_memory"], node.info["maxmemory"], f"{node.name}: memory"
    if not most:
        found = f"{_megabytes(used)} used, no maxmemory"
        return Finding(
            what, "warn", found, "It is killed instead of refusing writes when memory runs out: set `maxmemory`."
        )
    found = f"{_megabytes(used)} of {_megabytes(most)} used"
    level: Level = "bad" if used > FULL * most else "warn" if used > NEARLY_FULL * most else "ok"
    return Finding(what, level, found, "" if level == "ok" else "Raise `maxmemory`, or lower FINISHED_SECONDS.")


def _replication(node: Node) -> Finding:
    what, role = f"{node.name}: replication", node.info.get("role", "")
    if role != "master":
        return Finding(what, "bad", f"it is a {role}", "Replicas take no moves: REDIS_URL has to name the primary.")
    return Finding(what, "ok", f"primary, replicas: {node.info.get('connected_slaves', 0)}")


def _clock(node: Node) -> Finding:
    off, what = node.time / 1000 - time.time(), f"{node.name}: clock"
    found = f"{off:+.1f} s against this machine"
    if abs(off) <= CLOCK_SECONDS:
        return Finding(what, "ok", found)
    return Finding(what, "warn", found, "Games follow the store's clock, log lines this one's: synchronise them (NTP).")


_OF_NODES: tuple[Callable[[Node], Finding], ...] = (_disk, _memory, _replication, _clock)


def of_node(node: Node) -> list[Finding]:
    """All that is asked of each node; a cluster has several."""
    return [*_settings(node), *(check(node) for check in _OF_NODES)]


def _writes(house: House) -> Finding:
    cause = Readiness(house.store).cause()
    if cause:
        return Finding(
            "writes", "bad", cause, "Moves are refused with 503: see AlmagestStoreAway in docs/operating.md."
        )
    return Finding("writes", "ok", "a move could be written on every shard")


_OF_RECORDS: dict[str, str] = {
    "newer_record": "A newer version wrote them: finish the upgrade, or bring the newer version back.",
    "pack_missing": "Lay the packs into PACKS_DIR of every API and worker.",
    "rulebook_missing": "Install the packages of these games with every API and worker.",
    "unreadable": "Keep a backup, and look at them with `almagest admin games --stuck`.",
}


def _records(house: House, limit: int) -> Finding:
    ids = census.game_ids(house.store)
    looked = list(islice(ids, limit))
    found = Counter(game.code for each in looked if isinstance(game := read(house.store, each), Obstructed))
    if not found:
        return Finding("records", "ok", f"{len(looked)} of {len(ids)} games read")
    told = ", ".join(f"{code}: {count}" for code, count in found.items())
    return Finding("records", "bad", told, " ".join(_OF_RECORDS[code] for code in found))


def _age(times: dict[str, int], now: int) -> float:
    """For how many seconds the oldest is over."""
    return max(now - min(times.values(), default=now), 0) / 1000


def _outbox(house: House) -> Finding:
    owed = census.owed_since(house.store)
    age = _age(owed, house.now())
    found = f"{len(owed)} games, the oldest since {age:.0f} s"
    if age <= STUCK_SECONDS:
        return Finding("outbox", "ok", found)
    return Finding("outbox", "bad", found, "No worker gets on: start workers, or add some (AlmagestOutboxOld).")


def _deadlines(house: House) -> Finding:
    times = census.deadlines(house.store)
    age = _age(times, house.now())
    if age <= STUCK_SECONDS:
        return Finding("deadlines", "ok", f"{len(times)} games have one")
    return Finding("deadlines", "bad", f"one is over since {age:.0f} s", "No sweeper runs: start a worker.")


def _webhooks(house: House) -> Finding:
    found = house.store.webhooks.all()
    parked, plain = [each for each in found if each.parked], [each for each in found if not is_sealed(each.secret)]
    if parked:
        apps = ", ".join(sorted({each.app for each in parked}))
        advice = "Their receivers took nothing for a day: tell the apps (AlmagestWebhooksParked)."
        return Finding("webhooks", "warn", f"{len(parked)} of {len(found)} are parked: {apps}", advice)
    if plain:
        advice = "Set SECRETS_KEY, and have the apps give them new secrets."
        return Finding("webhooks", "warn", f"the secrets of {len(plain)} are stored as they are", advice)
    return Finding("webhooks", "ok", f"{len(found)} webhooks")


def _broker(_: House) -> Finding:
    try:
        with celery.connection_for_write() as connection:
            connection.connect()
    except Exception as error:
        advice = "Bots answer late: workers find work in the store alone. Start the broker; is BROKER_URL right?"
        return Finding("broker", "warn", f"it is away ({type(error).__name__})", advice)
    return Finding("broker", "ok", "it answers")


def _limits(house: House) -> Finding:
    if not house.settings.ratelimit_enabled:
        return Finding("limits", "ok", "requests are not limited")
    if checkup.answers(house.settings.limits_url):
        return Finding("limits", "ok", "requests are counted")
    return Finding(
        "limits", "warn", "the counters are away", "Each API process counts for itself; is LIMITS_URL right?"
    )


def examine(house: House, limit: int) -> list[Finding]:
    """Everything, the store first; if that is away nothing else can be asked. At most `limit` games are read."""
    try:
        nodes = chain.from_iterable(of_node(node) for node in checkup.look(house.store))
        of_store = [*nodes, _writes(house), _records(house, limit), _outbox(house), _deadlines(house), _webhooks(house)]
    except StoreAway as away:
        of_store = [Finding("store", "bad", f"it is away ({away})", "Start it; is REDIS_URL right?")]
    return [*of_store, _broker(house), _limits(house)]


def is_well(findings: list[Finding]) -> bool:
    return not any(finding.level == "bad" for finding in findings)


def plain(findings: list[Finding]) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = msgspec.to_builtins(findings)
    return rows
