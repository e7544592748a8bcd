"""Samples in the API's description: for every operation, in three languages; those in Python really run."""

from __future__ import annotations

import itertools
import re
import shlex
from typing import Any

import pytest
import requests
from almagest_sdk import Almagest, models

from service.api.openapi import samples
from service.api.openapi.description import build_document
from service.core.settings import load_settings
from service.store.games.repository import GameStore
from service.usecases.accounts.api_keys import create_key
from service.usecases.context import Context
from tests.processes import HUNG, Server
from tests.pushing import Browser

LATER = {
    "askHints",
    "getHints",
    "getAnalysis",
    "getReplay",
    "rematch",
    "handSeatToBot",
    "replaceHost",
    "listEvents",
    "takeBackMove",
    "resumeGame",
} | {
    "createPlayerToken",
    "erasePlayer",
    "listMyGames",
    "listMyEvents",
    "sendAgain",
    "abandonGame",
}
"""They need a worker, a game that is over, somebody idle, a move to take back, a table that rests, a key,
or a delivery."""


def _operations() -> list[dict[str, Any]]:
    return [
        operation
        for path in build_document()["paths"].values()
        for method, operation in path.items()
        if method != "parameters"
    ]


OPERATIONS = _operations()


def _source(operation: dict[str, Any], label: str) -> str:
    return next(str(each["source"]) for each in operation["x-codeSamples"] if each["label"] == label)


def test_every_operation_has_its_samples() -> None:
    assert {operation["operationId"] for operation in OPERATIONS} == set(samples.CALLS)
    for operation in OPERATIONS:
        assert [each["label"] for each in operation["x-codeSamples"]] == ["curl", "Python", "JavaScript"]
        assert "{" not in shlex.split(_source(operation, "curl").replace("\\\n", ""))[-1]


@pytest.fixture
def table(server: Server) -> Any:
    """Of two people, as the one sees it who has to decide."""
    client = Almagest(server.url)
    ada = client.games.create("astra", seats=2, name="Ada")
    bo = client.games.join(ada.id, "Bo")
    return ada if ada.seat in bo.game.deciders else bo


def _webhook(server: Server) -> dict[str, str]:
    """An app's key, and a webhook that it has."""
    settings = load_settings(server.environment)
    key = create_key(Context(GameStore(settings.redis_url), settings), "club").key
    request = models.WebhookWish(url="https://club.example.org/hook", events=["turn.changed"])
    made = Almagest(server.url).api.webhooks.create(request, token=key)
    return {"key": key, "webhook_id": made.webhook.id}


def _browser() -> dict[str, Any]:
    """What it subscribes with."""
    told = Browser("https://updates.push.services.mozilla.com").subscription
    return {"endpoint": told["endpoint"], "keys": models.PushKeys(**told["keys"])}


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: str(operation["operationId"]))
def test_a_sample_in_python_runs(operation: dict[str, Any], server: Server, table: Any) -> None:
    source = _source(operation, "Python").replace(samples.SERVER, server.url)
    compiled = compile(source, "sample", "exec")
    if operation["operationId"] in LATER:
        return
    if operation["operationId"] == "takeSeat":
        table = Almagest(server.url).games.create("astra", seats=2, name="Ada")
    names = {"game_id": table.id, "token": table.token, **_browser()}
    names |= _webhook(server) if "=key" in source else {}
    exec(compiled, names)  # noqa: S102 - our own sample


@pytest.mark.parametrize("name", ["createGame", "getGame", "listMoves", "getContentByHash"])
def test_a_sample_of_curl_is_a_request_as_the_api_takes_it(name: str, server: Server, table: Any) -> None:
    operation = next(each for each in OPERATIONS if each["operationId"] == name)
    source = _source(operation, "curl").replace(samples.SERVER, server.url).replace("\\\n", "")
    words = shlex.split(re.sub(r"/games/\w{20}", f"/games/{table.id}", source).replace("$TOKEN", table.token))
    options = dict(itertools.pairwise(words))
    headers = dict(words[at + 1].split(": ", 1) for at, word in enumerate(words) if word == "--header")
    method = options.get("--request", "GET")
    answer = requests.request(method, words[-1], headers=headers, data=options.get("--data"), timeout=HUNG)
    assert answer.ok, answer.text
