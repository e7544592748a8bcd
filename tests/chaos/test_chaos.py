"""The short form of `make chaos`: whatever is killed, every game goes on, and every move is played once."""

from __future__ import annotations

from tests.chaos.chaos import Plan, storm
from tests.processes import HUNG

PLAN = Plan(
    games=20,
    kills=20,
    pause=0.2,
    players=10,
    workers=1,
    seed=7,
    most_kills=20,
    patience=HUNG,
    rulebooks=("distant_suns", "astra"),
)


def test_twenty_games_survive_twenty_kills() -> None:
    counts = storm(PLAN)
    assert counts["problems"] == []
    assert counts["games_finished"] == counts["games"] >= 20
    assert sum(counts["kills"].values()) >= 20
    assert min(counts["kills"].values()) >= 2
    assert counts["streams"] > counts["games"]
    assert counts["frames_seen"] > counts["games"]
    assert counts["streams_cut"] > 0
    assert counts["duplicates_absorbed"] > 0
    assert counts["notices_taken"] > counts["moves"] / 4
    assert counts["notices_refused"] > 0
    assert counts["banks"] >= 12
