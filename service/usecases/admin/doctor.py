"""Is everything as it should be? Each check says what it found, and where that is wrong, what to do."""

from __future__ import annotations

import platform
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, Literal

import msgspec

from service.core import python_build
from service.store.errors import StoreUnavailable
from service.store.games import all_games
from service.store.health import node_report
from service.store.health.node_report import Away, Node
from service.store.health.readiness import causes
from service.store.jobs.broker import celery
from service.store.redis import keys
from service.usecases.admin.faulty_games import faulty_games
from service.usecases.admin.games import STUCK_SECONDS
from service.usecases.context import Context
from service.usecases.delivery.encryption import is_encrypted

Level = Literal["ok", "warn", "bad"]
CLOCK_SECONDS = 5.0
"""Clocks that differ by more make log lines hard to put in order."""
APART_SECONDS = 1.0
"""Report masters of a cluster whose clocks differ by more."""
SHARDED_CHANNELS = 7
"""The first Redis version with sharded channels."""
FULL, NEARLY_FULL = 0.9, 0.75
NAMED = 3
"""Faulty games that a finding names."""


class Finding(msgspec.Struct, frozen=True):
    """What the doctor checked, how bad it is, what it found, and what to do about it."""

    what: str
    level: Level
    found: str
    advice: str = ""


def _settings(node: Node) -> Iterator[Finding]:
    what = f"{node.name}: settings"
    if node.settings is None:
        yield Finding(what, "warn", "it does not tell its settings", "Ask its host for appendonly and the like.")
        return
    for expected in _EXPECTED_SETTINGS:
        yield expected.check(node)


class ExpectedSetting(msgspec.Struct, frozen=True):
    """How a setting of the store should be."""

    setting: str
    wanted: tuple[str, ...]
    level: Level
    advice: str

    def check(self, node: Node) -> Finding:
        found = (node.settings or {}).get(self.setting, "")
        what = f"{node.name}: {self.setting}"
        return Finding(what, "ok", found) if found in self.wanted else Finding(what, self.level, found, self.advice)


_LAST_SECOND = "The last second of acknowledged moves can be lost with the machine"
_THROWN_AWAY = "A full store throws running games away"
_EXPECTED_SETTINGS = (
    ExpectedSetting("appendonly", ("yes",), "bad", "Games are lost when the store ends: set `appendonly yes`."),
    ExpectedSetting("appendfsync", ("always",), "warn", f"{_LAST_SECOND}: set `appendfsync always`."),
    ExpectedSetting("maxmemory-policy", ("noeviction",), "bad", f"{_THROWN_AWAY}: set `maxmemory-policy noeviction`."),
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
        return Finding(what, "warn", found, "Without memory it is killed, and refuses no writes: set `maxmemory`.")
    found = f"{_megabytes(used)} of {_megabytes(most)} used"
    level: Level = "bad" if used > FULL * most else "warn" if used > NEARLY_FULL * most else "ok"
    return Finding(what, level, found, "" if level == "ok" else "Raise `maxmemory`, or lower FINISHED_SECONDS.")


def _replication(node: Node, wanted: int) -> Finding:
    what, role = f"{node.name}: replication", node.info.get("role", "")
    if role != "master":
        return Finding(what, "bad", f"it is a {role}", "Replicas take no moves: REDIS_URL has to name the primary.")
    replicas = node.info.get("connected_slaves", 0)
    if replicas >= wanted:
        return Finding(what, "ok", f"primary, replicas: {replicas}")
    advice = "Writes are refused with 503 until there are as many: bring replicas back, or lower STORE_REPLICAS."
    return Finding(what, "bad", f"primary, replicas: {replicas} of {wanted}", advice)


def _clock(node: Node) -> Finding:
    what, found = f"{node.name}: clock", f"{node.ahead:+.1f} s against this machine"
    if abs(node.ahead) <= CLOCK_SECONDS:
        return Finding(what, "ok", found)
    return Finding(what, "warn", found, "Games follow the store's clock, log lines this one's: synchronise them (NTP).")


def _version(node: Node) -> Finding:
    what, found = f"{node.name}: version", str(node.info.get("redis_version", "it does not tell"))
    is_old = found[0].isdigit() and int(found.partition(".")[0]) < SHARDED_CHANNELS
    if is_old and node.info.get("cluster_enabled"):
        advice = f"Every node hears of every move: with Redis {SHARDED_CHANNELS} only who has the game does."
        return Finding(what, "warn", found, advice)
    return Finding(what, "ok", found)


def _running_versions(node: Node) -> Finding:
    what, found = f"{node.name}: almagest", ", ".join(node.running) or "it does not tell"
    if len(node.running) < 2:
        return Finding(what, "ok", found)
    return Finding(what, "warn", found, "Several versions are connected, this command included: finish the upgrade.")


_OF_NODES: tuple[Callable[[Node], Finding], ...] = (_version, _running_versions, _disk, _memory, _clock)


def check_node(node: Node | Away, replicas: int) -> list[Finding]:
    """Check one node; it has to have `replicas` replicas."""
    if isinstance(node, Away):
        return [Finding(node.name, "bad", f"it is away ({node.reason})", "Start it; is REDIS_URL right?")]
    return [*_settings(node), *(check(node) for check in _OF_NODES), _replication(node, replicas)]


def check_clocks(nodes: Sequence[Node]) -> list[Finding]:
    """Check that the nodes' clocks agree: games follow one of them, and after a failover another."""
    if len(nodes) < 2:
        return []
    apart = max(node.ahead for node in nodes) - min(node.ahead for node in nodes)
    found = f"{apart:.1f} s apart"
    if apart <= APART_SECONDS:
        return [Finding("clocks", "ok", found)]
    advice = "When another master comes to tell the time, all games gain or lose that: synchronise them (NTP)."
    return [Finding("clocks", "warn", found, advice)]


def _writes(context: Context) -> Finding:
    found = causes(context.store, range(keys.SHARDS))
    counts = Counter(cause for cause in found if cause)
    if not counts:
        return Finding("writes", "ok", "a move could be written on every shard")
    details = (
        cause if count == len(found) else f"{cause}: {count} of {len(found)} shards" for cause, count in counts.items()
    )
    advice = "Moves are refused with 503: see AlmagestStoreAway in docs/operating.md."
    return Finding("writes", "bad", ", ".join(details), advice)


_OF_RECORDS: dict[str, str] = {
    "newer_record": "A newer version wrote them: finish the upgrade, or bring the newer version back.",
    "pack_missing": "Lay the packs into PACKS_DIR of every API and worker.",
    "rulebook_missing": "Install the packages of these games with every API and worker.",
    "unreadable": "Keep a backup, and see AlmagestRecordsDamaged in docs/operating.md.",
    "inconsistent": "They do not fit together: keep a backup, and see AlmagestRecordsDamaged in docs/operating.md.",
}


def _records(context: Context, limit: int) -> Finding:
    ids = all_games.game_ids(context.store)
    looked = list(islice(ids, limit))
    found = faulty_games(context, looked)
    if not found:
        return Finding("records", "ok", f"{len(looked)} of {len(ids)} games read")
    details = ", ".join(f"{code}: {len(faults)} ({_some(faults)})" for code, faults in found.items())
    return Finding("records", "bad", details, " ".join(_OF_RECORDS[code] for code in found))


def _some(faults: Sequence[str]) -> str:
    """The first faults; the log and `almagest admin games --stuck` have the others."""
    return "; ".join([*faults[:NAMED], *(["..."] if len(faults) > NAMED else [])])


def _age(times: dict[str, int], now: int) -> float:
    """How many seconds ago the oldest was due."""
    return max(now - min(times.values(), default=now), 0) / 1000


def _outbox(context: Context) -> Finding:
    waiting = all_games.pending_since(context.store)
    age = _age(waiting, context.now())
    found = f"{len(waiting)} games, the oldest since {age:.0f} s"
    if age <= STUCK_SECONDS:
        return Finding("outbox", "ok", found)
    return Finding("outbox", "bad", found, "No worker gets on: start workers, or add some (AlmagestOutboxOld).")


def _deadlines(context: Context) -> Finding:
    times = all_games.deadlines(context.store)
    age = _age(times, context.now())
    if age <= STUCK_SECONDS:
        return Finding("deadlines", "ok", f"{len(times)} games have one")
    return Finding("deadlines", "bad", f"one is over since {age:.0f} s", "No sweeper runs: start a worker.")


def _accounts(context: Context) -> Finding:
    """Check that every record of a key and a webhook can be read."""
    store = context.store
    keys_damaged = store.apps.count() - len(store.apps.all())
    webhooks_damaged = store.webhooks.count() - len(store.webhooks.all())
    if keys_damaged or webhooks_damaged:
        found = f"damaged: {keys_damaged} keys of apps, {webhooks_damaged} webhooks"
        return Finding("accounts", "bad", found, "Have their apps make new ones (AlmagestRecordsDamaged).")
    return Finding("accounts", "ok", f"{store.apps.count()} keys of apps and {store.webhooks.count()} webhooks read")


def _deliveries(context: Context, limit: int) -> Finding:
    found = [*context.store.deliveries.damaged_entries(limit), *context.store.push.damaged_entries(limit)]
    if found:
        advice = "They are not sent, others are: see AlmagestRecordsDamaged in docs/operating.md."
        return Finding("deliveries", "bad", f"damaged: {len(found)} ({_some(found)})", advice)
    return Finding("deliveries", "ok", "all that wait can be read")


def _webhooks(context: Context) -> Finding:
    found = context.store.webhooks.all()
    parked, plain = ([each for each in found if each.parked], [each for each in found if not is_encrypted(each.secret)])
    if parked:
        apps = ", ".join(sorted({each.app for each in parked}))
        advice = "Their receivers took nothing for a day: tell the apps (AlmagestWebhooksParked)."
        return Finding("webhooks", "warn", f"{len(parked)} of {len(found)} are parked: {apps}", advice)
    if plain:
        advice = "Set SECRETS_KEY, and have the apps give them new secrets."
        return Finding("webhooks", "warn", f"the secrets of {len(plain)} are stored as they are", advice)
    return Finding("webhooks", "ok", f"{len(found)} webhooks")


def _broker(_: Context) -> Finding:
    try:
        with celery.connection_for_write() as connection:
            connection.connect()
    except Exception as error:
        advice = "Bots answer late: workers find work in the store alone. Start the broker; is BROKER_URL right?"
        return Finding("broker", "warn", f"it is away ({type(error).__name__})", advice)
    return Finding("broker", "ok", "it answers")


def _limits(context: Context) -> Finding:
    if not context.settings.ratelimit_enabled:
        return Finding("limits", "ok", "requests are not limited")
    if node_report.answers(context.settings.limits_url):
        return Finding("limits", "ok", "requests are counted")
    return Finding("limits", "warn", "the counters are away", "Each process counts for itself; is LIMITS_URL right?")


def _python() -> Finding:
    hint = python_build.speed_hint()
    return Finding("python", "warn" if hint else "ok", platform.python_version(), hint)


def _games(context: Context, limit: int) -> list[Finding]:
    try:
        checks = (_outbox, _deadlines, _accounts, _webhooks)
        return [_records(context, limit), *(check(context) for check in checks), _deliveries(context, limit)]
    except StoreUnavailable as away:
        return [Finding("games", "bad", f"not all can be asked for ({away})", "Bring back first what is away.")]


def _store(context: Context, limit: int) -> list[Finding]:
    """Check the store; nothing else if no node answers."""
    nodes = node_report.look(context.store)
    found = [*chain.from_iterable(check_node(node, context.settings.store_replicas) for node in nodes)]
    if all(isinstance(node, Away) for node in nodes):
        return found
    clocks = check_clocks([node for node in nodes if isinstance(node, Node)])
    return [*found, *clocks, _writes(context), *_games(context, limit)]


def examine(context: Context, limit: int) -> list[Finding]:
    """Check everything, the store first, and at most `limit` games."""
    return [*_store(context, limit), _broker(context), _limits(context), _python()]


def is_well(findings: list[Finding]) -> bool:
    return not any(finding.level == "bad" for finding in findings)


def to_builtins(findings: list[Finding]) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(finding) for finding in findings]
