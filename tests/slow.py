"""Which test files `make check` and `make test` leave out, and in which order xdist gets them.

Long files come first, so that no worker is left with one of them when the others are done. A browser's tests are known
by their fixtures instead.
"""

from __future__ import annotations

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SYSTEM = (
    "chaos/test_chaos.py",
    "chaos/test_masters.py",
    "store/redis/test_cluster.py",
    "store/redis/test_sentinel.py",
    "sdk_javascript/test_client.py",
    "sdk_javascript/test_react_native.py",
    "api/openapi/test_schemathesis.py",
    "serve/test_odd_clients.py",
    "serve/test_backup.py",
    "serve/test_waiting.py",
    "worker/test_rabbitmq.py",
    "worker/test_processes.py",
    "worker/test_heartbeat.py",
    "worker/bots/test_ladder.py",
    "worker/thinking/test_fairness.py",
    "store/redis/test_durability.py",
    "store/redis/test_store_away.py",
    "api/resources/test_crowds.py",
    "sdk/test_typescript.py",
    "sdk_javascript/test_apps.py",
    "samples/test_reference.py",
    "samples/test_documents.py",
    "bench/peers/test_peers.py",
)
"""Need RabbitMQ, Node, a cluster or many processes, kill some of them, or send thousands of requests."""
SLOW = (
    "usecases/admin/test_mutated_exports.py",
    "sdk/test_frames.py",
    "serve/test_errors.py",
    "serve/test_serve.py",
    "cli/test_play.py",
    "test_adding_a_game.py",
    "store/archive/test_codec.py",
    "core/test_metric_files.py",
    "games/test_proofs.py",
    "cli/test_sdk.py",
    "sdk/test_stream.py",
    "sdk/test_whole_games.py",
    "sdk/test_apps.py",
    "core/test_tracing.py",
    "helm/test_policies.py",
    "sdk/test_planted.py",
    "api/site/test_wheel.py",
    "store/redis/test_encrypted.py",
    "worker/test_smoke.py",
)
"""Start the service in processes of its own, or calculate for seconds; need nothing but Python."""
BROWSER = "playwright"
"""A fixture of every test that needs a browser."""
_ORDER = {TESTS / name: place for place, name in enumerate((*SYSTEM, *SLOW))}


def mark(item: pytest.Item) -> None:
    """Mark a test as `slow` or `system`, or as neither."""
    place = _ORDER.get(item.path, len(_ORDER))
    if BROWSER in getattr(item, "fixturenames", ()) or place < len(SYSTEM):
        item.add_marker("system")
    elif place < len(_ORDER):
        item.add_marker("slow")


def order(item: pytest.Item) -> int:
    return -1 if BROWSER in getattr(item, "fixturenames", ()) else _ORDER.get(item.path, len(_ORDER))
