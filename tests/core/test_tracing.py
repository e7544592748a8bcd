"""One trace from a request over its commit and the outbox to a worker's move, as a real collector receives it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import requests
from flask import Flask
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from service.core.settings import SettingsError, load_settings
from service.store.games.repository import GameStore
from service.usecases.context import Context
from tests.chaos.family import Family
from tests.processes import HOST, HUNG, until

CALLER = "b7ad6b7169203331"
BOTS = {"rulebook": "astra", "seats": [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]}


class Collector(ThreadingHTTPServer):
    """Takes traces by OTLP over HTTP, as the OpenTelemetry Collector does."""

    def __init__(self) -> None:
        super().__init__((HOST, 0), Receiver)
        self.spans: list[tuple[str, Span]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server_port}"

    def take(self, message: ExportTraceServiceRequest) -> None:
        for group in message.resource_spans:
            names = {each.key: each.value.string_value for each in group.resource.attributes}
            self.spans += [(names["service.name"], span) for scope in group.scope_spans for span in scope.spans]


class Receiver(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.path == "/v1/traces"
        self.server.take(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.shutdown()
    made.server_close()


@pytest.fixture(scope="module")
def traced(collector: Collector) -> Iterator[Family]:
    home = Path(tempfile.mkdtemp(prefix="alm"))
    made = Family(home, LOG_LEVEL="info", OTEL_EXPORTER_OTLP_ENDPOINT=collector.url, OTEL_BSP_SCHEDULE_DELAY="200")
    made.start()
    yield made
    made.kill()
    shutil.rmtree(home)


def _play(family: Family, trace: str, request_id: str) -> str:
    headers = {"X-Request-ID": request_id, "traceparent": f"00-{trace}-{CALLER}-01"}
    made = requests.post(f"{family.url}/v1/games", json=BOTS, headers=headers, timeout=HUNG)
    assert made.status_code == 201, made.text
    game_id: str = made.json()["game"]["id"]
    until(lambda: requests.get(f"{family.url}/v1/games/{game_id}", timeout=HUNG).json()["status"] == "finished")
    return game_id


def _tasks(family: Family, game_id: str) -> list[dict[str, Any]]:
    lines = family.workers[0].log.read_text().splitlines()
    found = [json.loads(line) for line in lines if line.startswith("{")]
    return [line for line in found if line["event"] == "task" and line["game"] == game_id]


def _of_trace(collector: Collector, trace: str) -> dict[str, list[Span]]:
    """By process and name."""
    found: dict[str, list[Span]] = {}
    for process, span in list(collector.spans):
        if span.trace_id.hex() == trace:
            found.setdefault(f"{process}: {span.name}", []).append(span)
    return found


def test_one_trace_leads_from_the_request_to_the_score(traced: Family, collector: Collector) -> None:
    trace = "0af7651916cd43dd8448eb211c80319c"
    game_id = _play(traced, trace, "one-trace")
    done = {"almagest-worker: task bot", "almagest-worker: task scoring", "almagest-api: wake bot"}
    done.add("almagest-api: POST games.create_game")
    until(lambda: done <= set(_of_trace(collector, trace)))
    spans = _of_trace(collector, trace)
    (server,) = spans["almagest-api: POST games.create_game"]
    assert server.parent_span_id.hex() == CALLER
    (wakeup,) = spans["almagest-api: wake bot"]
    assert wakeup.parent_span_id == server.span_id
    assert {"almagest-api: store commit", "almagest-worker: store commit", "almagest-worker: store load"} <= set(spans)
    assert all(span.parent_span_id for _, span in collector.spans if span.name.startswith("store"))
    stored = GameStore(traced.store_url).origin(game_id)
    assert stored.startswith(f"one-trace 00-{trace}-")


def test_every_task_logs_one_line_with_the_request_it_comes_from(traced: Family) -> None:
    game_id = _play(traced, "1" * 32, "one-line-each")
    until(lambda: any(line["result"] == "scored" for line in _tasks(traced, game_id)))
    tasks = _tasks(traced, game_id)
    assert {line["request_id"] for line in tasks} == {"one-line-each"}
    assert {line["kind"] for line in tasks} >= {"bot", "scoring"}
    assert all(line["milliseconds"] > 0 and line["version"] >= 0 for line in tasks)
    played = [line["version"] for line in tasks if line["result"] == "played"]
    assert len(set(played)) == len(played)


def test_a_lost_wakeup_breaks_neither_trace_nor_log(traced: Family, collector: Collector) -> None:
    """The broker is gone, so bot processes find the job in the outbox, with the request that caused it."""
    traced.broker.kill()
    trace = "2" * 32
    game_id = _play(traced, trace, "a-lost-wakeup")
    until(lambda: "almagest-worker: task bot" in _of_trace(collector, trace))
    assert {line["request_id"] for line in _tasks(traced, game_id)} == {"a-lost-wakeup"}


def test_where_no_traces_are_sent_none_is_stored(app: Flask, context: Context) -> None:
    made = app.test_client().post("/v1/games", json=BOTS, headers={"X-Request-ID": "untraced-request"})
    assert made.json
    assert context.store.origin(made.json["game"]["id"]) == "untraced-request"


def test_the_service_needs_nothing_of_opentelemetry() -> None:
    check = "import sys; sys.modules['opentelemetry'] = None; import service.api.app, worker.main"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(SettingsError, match="OTEL_EXPORTER_OTLP_ENDPOINT must be a URL"):
        load_settings({"OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4318"})
