"""Files that take long come first, so that no worker is left with one of them when the others are done.

`make suite` gives out file after file in this order; within a file the order is its own.
"""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent
LONGEST = (
    "browser/test_table.py",
    "chaos/test_chaos.py",
    "browser/test_nebula.py",
    "chaos/test_masters.py",
    "browser/test_axe.py",
    "browser/test_distant_suns.py",
    "store/test_cluster.py",
    "browser/test_reference.py",
    "browser/test_astra.py",
    "sdk_javascript/test_client.py",
    "api/test_schemathesis.py",
    "store/test_archive.py",
    "browser/test_hints.py",
    "store/test_durability.py",
    "browser/test_calls.py",
    "browser/test_replay.py",
    "browser/test_keeping.py",
    "browser/test_tools.py",
    "store/test_sentinel.py",
    "run/test_faults.py",
    "run/test_serve.py",
    "run/test_counters.py",
    "test_adding_a_game.py",
    "worker/test_processes.py",
    "browser/test_any_game.py",
    "browser/test_network.py",
    "run/test_odd_clients.py",
    "sdk/test_frames.py",
    "sdk/test_stream.py",
    "games/test_proofs.py",
    "worker/test_rabbitmq.py",
    "worker/test_ladder.py",
    "run/test_backup.py",
    "browser/test_weight.py",
    "sdk/test_whole_games.py",
    "tables/test_again.py",
    "sdk/test_planted.py",
    "sdk/test_typescript.py",
    "worker/test_players.py",
    "tables/test_secrets.py",
    "tables/test_analysis.py",
    "games/test_contract.py",
    "cli/test_sdk.py",
    "cli/test_play.py",
    "worker/test_smoke.py",
    "store/test_encrypted.py",
)
"""By how long they took, the longest first."""
_PLACES = {TESTS / name: place for place, name in enumerate(LONGEST)}


def place(path: Path) -> int:
    return _PLACES.get(path, len(LONGEST))
