"""What beginners do wrong, each sent to a real server: the answer says what to do instead."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import requests
from almagest_sdk import Almagest, astra, errors
from almagest_sdk.aio import AsyncAlmagest

from tests.processes import HUNG
from tests.samples.running import Script, run_javascript
from tests.samples.stages import Stages
from tests.sdk.serving import Server

WISH = {"rulebook": "astra", "seats": [{"kind": "human", "name": "Ada"}, {"kind": "human"}]}
MISTAKES: list[dict[str, Any]] = json.loads(Path(__file__).with_name("mistakes.json").read_text())
"""Requests, and what their answers have to say. Words in braces stand for what the scene has."""


class Scene:
    """Games and tokens that the mistakes are made with."""

    def __init__(self, server: Server, stages: Stages) -> None:
        self._server, self._stages = server, stages

    @cached_property
    def words(self) -> dict[str, str]:
        client = self._stages.client
        ada = client.games.create("astra", seats=2, name="Ada")
        bo = client.games.join(ada.id, "Bo")
        decider, waiting = (ada, bo) if ada.refresh().seat in ada.deciders else (bo, ada)
        opened = client.games.create("astra", seats=2, name="Ada")
        return {
            "{game}": ada.id,
            "{token}": str(decider.token),
            "{waiting_token}": str(waiting.token),
            "{guest_token}": str(bo.token),
            "{open}": opened.id,
            "{open_token}": str(opened.token),
            "{other_token}": str(opened.token),
            "{key}": self._stages.app()["key"],
            "{rig}": self._server.rig,
            "{large}": "x" * 20_000,
        }

    def fill(self, value: Any) -> Any:
        if isinstance(value, dict):
            return {name: self.fill(each) for name, each in value.items()}
        if isinstance(value, str):
            for word, meant in self.words.items():
                value = value.replace(word, meant)
        return value

    def send(self, request: str, **options: Any) -> requests.Response:
        method, path = request.split(" ")
        url = self._server.url + self.fill(path)
        return requests.request(method, url, timeout=HUNG, allow_redirects=False, **self.fill(options))


@pytest.fixture(scope="session")
def scene(server: Server, stages: Stages) -> Scene:
    return Scene(server, stages)


def test_there_are_many_and_each_has_a_name_of_its_own() -> None:
    assert len({mistake["name"] for mistake in MISTAKES}) == len(MISTAKES) > 60


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake["name"])
def test_the_answer_says_what_to_do(mistake: dict[str, Any], scene: Scene) -> None:
    options = {name: mistake[name] for name in ("json", "data", "headers") if name in mistake}
    answer = scene.send(mistake["request"], **options)
    assert answer.status_code == mistake["status"], answer.text
    problem = answer.json()
    said = [problem["detail"], *(f"{each['field']}: {each['detail']}" for each in problem.get("errors", []))]
    assert any(scene.fill(mistake["says"]) in each for each in said), said


def test_a_key_of_another_request(scene: Scene, server: Server) -> None:
    headers = {"Idempotency-Key": "a-key-that-was-used-before"}
    url = f"{server.url}/v1/games"
    assert requests.post(url, json=WISH, headers=headers, timeout=HUNG).status_code == 201
    again = requests.post(url, json={**WISH, "rulebook": "nebula"}, headers=headers, timeout=HUNG)
    assert again.status_code == 422
    assert "Choose a new one" in again.json()["detail"]


def test_the_log_names_the_setting_for_a_foreign_origin_once(scene: Scene, server: Server) -> None:
    headers = {"Origin": "https://elsewhere.example.org", "Sec-Fetch-Site": "cross-site"}
    for _ in range(3):
        assert requests.get(f"{server.url}/v1/games", headers=headers, timeout=HUNG).ok
    logged = (server.directory / "log").read_text().splitlines()
    told = [line for line in logged if "elsewhere.example.org" in line]
    assert len(told) == 1
    assert "CORS_ORIGINS" in told[0]


# With the Python SDK

ADDRESSES = ["{url}/", "{url}/v1", "{url}/v1/", " {url} "]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_base_url_may_have_a_slash_and_the_version(address: str, server: Server) -> None:
    with Almagest(address.format(url=server.url)) as client:
        assert client.rulebooks.list().rulebooks


@pytest.mark.parametrize("client", [Almagest, AsyncAlmagest])
def test_a_base_url_without_a_scheme_is_refused(client: Callable[[str], Any]) -> None:
    with pytest.raises(errors.Unreachable, match="begins with http:// or https://, like http://"):
        client("127.0.0.1:8000")


@pytest.mark.parametrize("move", ["observe", None, [astra.Rest()], 7])
def test_what_is_no_move_is_refused_by_the_sdk(move: Any, stages: Stages) -> None:
    table = stages.against_bots()["table"]
    with pytest.raises(errors.BadRequest, match="or an offer of `moves\\(\\)`"):
        table.play(move)


def test_a_table_says_what_it_waits_for(stages: Stages) -> None:
    table = stages.open()["table"]
    with pytest.raises(errors.NotStarted, match="waits for players"):
        _ = table.view
    with pytest.raises(errors.Unauthorized, match="join the game, or resume it"):
        stages.client.games.watch(table.id).moves()


# With the JavaScript client

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="it needs node")
SCRIPTS = {
    "an address with a slash and the version": """
        import { Almagest } from "almagest-client";
        for (const end of ["", "/", "/v1", "/v1/"]) {
          if (!(await new Almagest(url + end).rulebooks.list()).length) throw new Error(end);
        }""",
    "an address without a scheme": """
        import { Almagest } from "almagest-client";
        try { new Almagest("127.0.0.1:8000"); } catch (error) {
          if (!error.message.includes("begins with http:// or https://")) throw error;
          globalThis.wasRefused = true;
        }
        if (!globalThis.wasRefused) throw new Error("it was taken");""",
    "a page of another origin": """
        import { Almagest } from "almagest-client";
        globalThis.location = { origin: "http://localhost:3000" };
        const fetch = async () => { throw new TypeError("Failed to fetch"); };
        const client = new Almagest(url, { fetch, retry: { attempts: 1 } });
        const said = await client.rulebooks.list().catch((error) => error.message);
        delete globalThis.location;
        if (!said.includes("CORS_ORIGINS")) throw new Error(said);""",
}


@needs_node
def test_the_javascript_client_says_so_too(server: Server, tmp_path: Path) -> None:
    scripts = [Script(name, source, {"url": server.url}) for name, source in SCRIPTS.items()]
    assert run_javascript(scripts, server.url, tmp_path) == {}
