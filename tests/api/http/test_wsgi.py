"""The WSGI middleware around applications of one line: CORS, compression, caching, raw answers."""

from __future__ import annotations

import gzip
import io
import json
import re
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import Client

from service.api import app
from service.api.http import middleware
from service.api.http.compression import SMALLEST
from service.api.http.middleware import HEADERS, Headers, HttpMiddleware, Wsgi, raw_answer
from service.api.http.problems import PROBLEM_TYPE
from service.api.resources import games
from service.core.settings import load_settings
from service.wire.json import MAX_BYTES

FRIEND = "https://play.example.org"
ALLOWED = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-ID"
EXPOSED = "Content-Location, ETag, Location, Retry-After, X-Request-ID"


def _answering(headers: Headers, body: Iterable[bytes], status: str = "200 OK") -> Wsgi:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        # What werkzeug's client leaves there is no request of Flask's.
        environ.pop("werkzeug.request", None)
        start(status, headers)
        return body

    return application


def _client(*headers: tuple[str, str], body: bytes = b"", status: str = "200 OK", origins: Any = ()) -> Client:
    length = ("Content-Length", str(len(body)))
    return Client(HttpMiddleware(_answering([*headers, length], [body], status), origins))


def _cors(client: Client, method: str, origin: str | None) -> Headers:
    answer = client.open("/", method=method, headers={"Origin": origin} if origin else {})
    return [pair for pair in answer.headers if pair[0].startswith("Access-Control") or pair[0] == "Vary"]


def test_an_allowed_origin_may_read_our_headers() -> None:
    expected = [("Vary", "Origin"), ("Access-Control-Allow-Origin", FRIEND), ("Access-Control-Expose-Headers", EXPOSED)]
    assert _cors(_client(origins=(FRIEND,)), "GET", FRIEND) == expected
    assert _cors(_client(origins=("https://a.example", FRIEND)), "GET", FRIEND) == expected


def test_a_preflight_of_an_allowed_origin_lists_methods_and_headers() -> None:
    headers = _cors(_client(origins=(FRIEND,)), "OPTIONS", FRIEND)
    assert headers[3:] == [
        ("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE"),
        ("Access-Control-Allow-Headers", ALLOWED),
        ("Access-Control-Max-Age", "600"),
    ]


@pytest.mark.parametrize("origin", [None, "https://evil.example.org", "*", "null"])
def test_other_origins_get_no_cors_headers(origin: str | None) -> None:
    assert _cors(_client(origins=(FRIEND,)), "OPTIONS", origin) == [("Vary", "Origin")]
    assert _cors(_client(), "OPTIONS", FRIEND) == []


def test_a_star_allows_every_origin_only_if_it_stands_alone() -> None:
    assert ("Access-Control-Allow-Origin", "https://a.example") in _cors(
        _client(origins=("*",)), "GET", "https://a.example"
    )
    assert _cors(_client(origins=("*", FRIEND)), "GET", "https://a.example") == [("Vary", "Origin")]


def test_an_answer_without_cache_control_is_not_stored() -> None:
    assert _client().get("/").headers.get_all("Cache-Control") == ["no-store"]
    assert _client(("Cache-Control", "private")).get("/").headers.get_all("Cache-Control") == ["private"]


class Log:
    """Remembers its lines."""

    def __init__(self) -> None:
        self.lines = list[tuple[str, dict[str, Any]]]()

    def info(self, line: str, **values: Any) -> None:
        self.lines.append((line, values))


def test_every_request_is_a_line_of_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()
    monkeypatch.setattr(middleware, "_log", log)
    environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/v1", "werkzeug.request": SimpleNamespace(endpoint="games.list")}
    middleware._record_request(environ, "204", 0.0123456)
    values = {"method": "GET", "path": "/v1", "endpoint": "games.list", "status": 204, "milliseconds": 12.35}
    assert log.lines == [("request", values)]
    assert middleware._endpoint({"werkzeug.request": SimpleNamespace(endpoint=None)}) == "none"


def test_a_harmless_request_id_is_kept_and_any_other_replaced() -> None:
    for given in ("a" * 8, "a" * 64, "A.b_c-9x"):
        assert _client().get("/", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given
    for given in ("a" * 7, "a" * 65, "a b c d e f", "abcdefg\u00e4"):
        assert re.fullmatch("[0-9a-f]{16}", _client().get("/", headers={"X-Request-ID": given}).headers["X-Request-ID"])


JSON = ("Content-Type", "application/json")
LONG = b'"' + b"x" * SMALLEST + b'"'
ZIPPED = {"Accept-Encoding": "gzip"}


def test_long_json_is_compressed_and_has_its_own_length() -> None:
    answer = _client(JSON, body=LONG).get("/", headers=ZIPPED)
    assert gzip.decompress(answer.data) == LONG
    assert answer.headers.get_all("Content-Length") == [str(len(answer.data))]
    assert (answer.headers["Content-Encoding"], answer.headers["Vary"]) == ("gzip", "Accept-Encoding")
    assert {pair[0] for pair in HEADERS} <= {name for name, _ in answer.headers}


def test_a_request_takes_as_long_as_its_answer_did(monkeypatch: pytest.MonkeyPatch) -> None:
    accounts, times = list[tuple[Any, ...]](), iter((1000.0, 1000.25))
    monkeypatch.setattr(middleware, "time", SimpleNamespace(perf_counter=lambda: next(times)))
    monkeypatch.setattr(middleware, "_record_request", lambda *account: accounts.append(account))
    _client(status="204 NO CONTENT").get("/")
    assert accounts[0][1:] == ("204", 0.25)


def test_as_many_proxies_are_believed_as_are_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    believed = list[dict[str, int]]()

    def fixed(application: Wsgi, **trusted: int) -> Wsgi:
        believed.append(trusted)
        return application

    monkeypatch.setattr(app, "ProxyFix", fixed)
    app._wrap(Flask("asked"), load_settings({"TRUSTED_PROXIES": "2"}))
    app._wrap(Flask("asked"), load_settings({}))
    assert believed == [{"x_for": 2, "x_proto": 2, "x_host": 0}]


def test_what_holds_connections_is_made_as_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GameStore", "Context", "Readiness", "Hub"):
        monkeypatch.setattr(app, name, lambda *given, name=name: (name, *given))
    made = Flask("asked")
    settings = load_settings({"REDIS_URL": "redis://one", "IDEMPOTENCY_SECONDS": "7200", "STORE_REPLICAS": "1"})
    app.build_context(made, settings, print)
    store = ("GameStore", "redis://one", 7200, 1)
    assert made.extensions["context"] == ("Context", store, settings, print)
    assert made.extensions["readiness"] == ("Readiness", store)
    assert made.extensions["hub"] == ("Hub", store, app.listener_quotas(settings))


def test_a_client_without_an_encoding_gets_vary_all_the_same() -> None:
    answer = _client(JSON, body=LONG).get("/")
    assert (answer.data, answer.headers["Vary"]) == (LONG, "Accept-Encoding")
    assert "Content-Encoding" not in answer.headers


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ([JSON], b"x" * SMALLEST),
        ([("Content-Type", "text/event-stream")], LONG),
        ([("Content-Type", "application/problem+json")], LONG),
        ([], LONG),
        ([JSON, ("Content-Encoding", "br")], LONG),
    ],
)
def test_what_is_short_or_no_json_or_compressed_already_is_sent_as_it_is(headers: Headers, body: bytes) -> None:
    answer = _client(*headers, body=body).get("/", headers=ZIPPED)
    assert answer.data == body
    assert "Vary" not in answer.headers


def test_a_head_and_an_error_are_not_compressed() -> None:
    assert "Content-Encoding" not in _client(JSON, body=LONG).head("/", headers=ZIPPED).headers
    error = _client(JSON, body=LONG, status="404 NOT FOUND").get("/", headers=ZIPPED)
    assert (error.data, error.headers["Vary"]) == (LONG, "Accept-Encoding")


@pytest.mark.parametrize(("endpoint", "is_packed"), [("games.create_game", False), ("games.get_game", True)])
def test_an_answer_with_a_secret_in_it_is_not_compressed(endpoint: str, is_packed: bool) -> None:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        environ["werkzeug.request"] = SimpleNamespace(endpoint=endpoint)
        start("200 OK", [JSON, ("Content-Length", str(len(LONG)))])
        return [LONG]

    answer = Client(HttpMiddleware(application, ())).get("/", headers=ZIPPED)
    assert ("Content-Encoding" in answer.headers) is is_packed


def test_a_body_that_comes_in_parts_is_compressed_as_one() -> None:
    application = _answering([JSON, ("Content-Length", str(len(LONG)))], [LONG[:9], LONG[9:500], LONG[500:]])
    answer = Client(HttpMiddleware(application, ())).get("/", headers=ZIPPED)
    assert gzip.decompress(answer.data) == LONG


def test_a_body_that_is_too_large_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unread(io.BytesIO):
        def read(self, *_: Any) -> bytes:
            raise AssertionError("nobody reads it")

    monkeypatch.setattr(app, "BLUEPRINTS", (games,))
    made = app.create_app(load_settings({"RATELIMIT_ENABLED": "false"}))
    sent = {"CONTENT_TYPE": "application/json", "CONTENT_LENGTH": str(MAX_BYTES + 1), "wsgi.input": Unread()}
    answer = made.test_client().post("/v1/games", environ_overrides=sent)
    assert (answer.status_code, (answer.json or {})["code"]) == (413, "body_too_large")


def test_a_body_is_closed_when_it_was_packed() -> None:
    class Body(list[bytes]):
        is_closed = False

        def close(self) -> None:
            self.is_closed = True

    body = Body([LONG])
    application = _answering([JSON, ("Content-Length", str(len(LONG)))], body)
    Client(HttpMiddleware(application, ())).get("/", headers=ZIPPED)
    assert body.is_closed


def _raw(code: str) -> tuple[str, dict[str, str], dict[str, Any]]:
    head, _, body = raw_answer(code, ValueError("a secret detail")).partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    return first, dict(line.split(": ", 1) for line in lines), json.loads(body)


@pytest.mark.parametrize(
    ("code", "first"),
    [("bad_request", "HTTP/1.1 400 BAD REQUEST"), ("internal_error", "HTTP/1.1 500 INTERNAL SERVER ERROR")],
)
def test_what_the_server_sends_by_itself_is_a_problem_like_any_other(code: str, first: str) -> None:
    line, headers, body = _raw(code)
    assert line == first
    assert dict(HEADERS).items() <= headers.items()
    assert (headers["Content-Type"], headers["Connection"]) == (PROBLEM_TYPE, "close")
    assert int(headers["Content-Length"]) == len(raw_answer(code, ValueError()).partition(b"\r\n\r\n")[2])
    assert re.fullmatch("[0-9a-f]{16}", headers["X-Request-ID"])
    assert (body["code"], body["status"]) == (code, int(first[9:12]))
    assert "secret" not in json.dumps(body)
