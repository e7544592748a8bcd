"""Every sample of the API reference (`/docs`) runs at a real server: curl, Python and JavaScript of each operation."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from service.api.openapi import samples
from service.api.openapi.description import build_document
from tests.samples.running import Script, run_javascript, run_python, run_shell
from tests.samples.stages import STAGES, Stages
from tests.sdk.serving import Server

OPERATIONS: dict[str, dict[str, Any]] = {
    operation["operationId"]: operation
    for path in build_document()["paths"].values()
    for method, operation in path.items()
    if method != "parameters"
}
NEEDED = {
    "takeSeat": "open",
    "deleteGame": "against_bots",
    "pauseGame": "against_bots",
    "resumeGame": "paused",
    "replaceHost": "host_away",
    "handSeatToBot": "idle",
    "takeBackMove": "after_a_move",
    "askHints": "against_bots",
    "getHints": "advised",
    "rematch": "finished_anew",
    "listEvents": "finished",
    "getReplay": "finished",
    "getAnalysis": "finished",
    "abandonGame": "player",
    "listMyGames": "player",
    "listMyEvents": "player",
    "getWebhook": "webhook",
    "changeWebhook": "webhook",
    "deleteWebhook": "webhook",
    "listDeliveries": "webhook",
    "sendAgain": "delivery",
    "subscribePush": "subscribed",
    "unsubscribePush": "subscribed",
}
"""What a sample needs before it; others need a seat, a key or a player's token, as the description says."""
ENDLESS = {"listMyEvents": ""}
"""They go on printing."""
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="samples in JavaScript do not run: they need node")


def _stage(name: str) -> str:
    security = OPERATIONS[name].get("security", [])
    for scheme, stage in (("seat", "seated"), ("player", "player"), ("app", "app")):
        if {scheme: []} in security and {} not in security:
            return NEEDED.get(name, stage)
    return NEEDED.get(name, "seated" if {"seat": []} in security or name == "getContentByHash" else "nothing")


def _source(name: str, label: str) -> str:
    return next(str(each["source"]) for each in OPERATIONS[name]["x-codeSamples"] if each["label"] == label)


def test_every_operation_has_its_samples() -> None:
    assert set(OPERATIONS) == set(samples.CALLS)
    for operation in OPERATIONS.values():
        assert [each["label"] for each in operation["x-codeSamples"]] == ["curl", "Python", "JavaScript"]


@pytest.mark.parametrize("name", OPERATIONS)
def test_curl_runs(name: str, server: Server, stages: Stages) -> None:
    source = _source(name, "curl")
    assert ("Idempotency-Key" in source) == any(
        "Idempotency-Key" in str(each) for each in OPERATIONS[name].get("parameters", [])
    )
    run_shell(source, server.url, server.directory, STAGES[_stage(name)](stages))


@pytest.mark.parametrize("name", OPERATIONS)
def test_python_runs(name: str, server: Server, stages: Stages) -> None:
    found = STAGES[_stage(name)](stages)
    found.pop("table", None)
    run_python(_source(name, "Python"), server.url, found, ENDLESS.get(name))


@needs_node
def test_javascript_runs(server: Server, stages: Stages, tmp_path: Path) -> None:
    scripts = [
        Script(name, _source(name, "JavaScript"), STAGES[_stage(name)](stages), ENDLESS.get(name))
        for name in OPERATIONS
    ]
    assert run_javascript(scripts, server.url, tmp_path) == {}
