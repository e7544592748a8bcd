"""A short form of `make chaos CLUSTER=1`: what webhooks are told of games on all masters, while slots are moved and
masters are lost."""

from __future__ import annotations

from collections.abc import Callable

from service.store.redis import keys
from tests.chaos.chaos import Plan, storm
from tests.chaos.cluster import MASTERS, ClusterFamily, ClusterKiller
from tests.processes import HUNG

PLAN = Plan(
    games=24,
    kills=4,
    pause=0.5,
    players=12,
    workers=1,
    seed=16,
    most_kills=4,
    patience=HUNG,
    rulebooks=("distant_suns",),
)


class MastersKiller(ClusterKiller):
    """Strikes at nobody else."""

    def _strikes(self) -> dict[str, Callable[[], None]]:
        return self._strikes_at_masters()


def test_webhooks_are_told_of_games_on_all_masters_while_slots_move_and_masters_die() -> None:
    counts = storm(PLAN, ClusterFamily, MastersKiller)
    assert counts["problems"] == []
    assert counts["games_finished"] == counts["games"] >= 24
    assert counts["kills"] == {"store": 2, "slot": 2}
    assert {keys.SPREAD.index(shard) * MASTERS // len(keys.SPREAD) for shard in counts["shards"]} == set(range(MASTERS))
    assert counts["notices_taken"] > counts["moves"] / 4
