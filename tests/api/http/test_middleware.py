"""What every answer has: request id, security headers; limits, CORS, log lines."""

from __future__ import annotations

import contextlib
import io
import json
import socket
from collections.abc import Callable

import pytest
import structlog
from flask import Flask
from werkzeug.test import Client

from service.api.http.metrics_listener import application
from service.core import logs
from service.core.settings import load_settings
from tests.driver import Table, humans

SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@pytest.mark.parametrize("path", ["/healthz", "/v1/rulebooks", "/nothing", "/v1/games/x", "/openapi.json", "/docs/"])
def test_every_answer_has_an_id_and_security_headers(app: Flask, path: str) -> None:
    answer = app.test_client().get(path)
    assert len(answer.headers["X-Request-ID"]) == 16
    assert {name: answer.headers[name] for name in SECURITY} == SECURITY
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'self';")
    assert not any(word in policy for word in ("unsafe", "script-src", "*", "http:")), "no script but our own files"


def test_log_lines_are_json_with_the_request_id_and_no_token(
    app: Flask, toy: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    logs.configure(load_settings({"LOG_FORMAT": "json"}))
    monkeypatch.setattr(structlog.get_config()["logger_factory"], "_file", written)
    monkeypatch.setattr("service.api.http.middleware._log", structlog.get_logger())
    table = Table(app, "toy", humans(2), visibility="private")
    table.sit("B", table.created["invite"])
    answer = table.play(1, {"type": "draw"}, 0)
    lines = [json.loads(line) for line in written.getvalue().splitlines()]
    assert lines[-1]["request_id"] == answer.headers["X-Request-ID"]
    assert lines[-1]["status"] == 200
    assert lines[-1]["endpoint"] == "moves.play_move"
    for secret in (*table.tokens.values(), table.created["invite"]):
        assert secret.encode() not in written.getvalue()


def test_limits_per_token_and_per_address(make_app: Callable[..., Flask], toy: None) -> None:
    app = make_app(RATELIMIT_ENABLED="true", RATELIMIT_TOKEN="5 per minute", RATELIMIT_ADDRESS="12 per minute")
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "bot"}])
    answers = [table.get(seat=1) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [200] * 5 + [429]
    assert all("Retry-After" not in answer.headers for answer in answers[:5])
    refused = answers[-1]
    assert (refused.json or {})["code"] == "too_many_requests"
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert refused.content_type == "application/problem+json"
    others = [table.http.get(table.path, headers={"Authorization": f"Bearer x{n}"}).status_code for n in range(10)]
    assert others[0] == 401
    assert others[-1] == 429
    assert table.http.get("/healthz").status_code == 200


def test_all_endpoints_count_for_one_limit(make_app: Callable[..., Flask], toy: None) -> None:
    """Of a token, and of an address without one; the limits are equal here, and count apart."""
    app = make_app(RATELIMIT_ENABLED="true", RATELIMIT_TOKEN="5 per minute", RATELIMIT_ADDRESS="5 per minute")
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "bot"}])
    ends = ("", "/moves", "/events", "?include=score", "/replay", "/score")

    def statuses(address: str, headers: dict[str, str], *paths: str) -> list[int]:
        there = {"REMOTE_ADDR": address}
        return [table.http.get(path, headers=headers, environ_base=there).status_code for path in paths]

    seated = statuses("127.0.0.2", table.headers(1), *(table.path + end for end in ends))
    assert 429 not in seated[:5]
    assert seated[5] == 429
    assert statuses("127.0.0.3", table.headers(1), table.path) == [429]
    pages = ("/v1/rulebooks", "/v1/games", "/openapi.json", "/docs/", table.path, "/v1/rulebooks/toy", "/")
    assert statuses("127.0.0.4", {}, *pages) == [200] * 5 + [429] * 2


@pytest.mark.parametrize("seated", [True, False], ids=["a seat's token", "an unknown token"])
def test_a_token_has_one_limit_however_its_header_is_spelled(
    make_app: Callable[..., Flask], toy: None, seated: bool
) -> None:
    app = make_app(RATELIMIT_ENABLED="true", RATELIMIT_TOKEN="5 per minute", RATELIMIT_ADDRESS="100 per minute")
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "bot"}])
    token = table.tokens[1] if seated else "x" * 43
    schemes = ("Bearer ", "bearer ", "BEARER ", "bEARER ", "Bearer  ", "bearer    ", "BEARER          ")
    spelled = [f"{scheme}{token}{end}" for scheme in schemes for end in ("", " ", "   ")]
    answers = [table.http.get(table.path, headers={"Authorization": each}).status_code for each in spelled]
    assert answers == [200 if seated else 401] * 5 + [429] * (len(spelled) - 5)


def test_headers_that_hold_no_token_count_for_their_address(make_app: Callable[..., Flask], toy: None) -> None:
    app = make_app(RATELIMIT_ENABLED="true", RATELIMIT_TOKEN="5 per minute", RATELIMIT_ADDRESS="100 per minute")
    table = Table(app, "toy", [{"kind": "human"}, {"kind": "bot"}])
    malformed = ("Basic eDp5", "Bearer", "Bearer\tx", "Bearer x y", "Bearerx", "x", "Bearer, Bearer x", "Token x")
    answers = [table.http.get(table.path, headers={"Authorization": each}).status_code for each in malformed]
    assert answers == [401] * 4 + [429] * 4, "the table was created without a token, too"
    assert table.get(seat=1).status_code == 200


def test_a_network_of_ipv6_is_limited_as_one_address(make_app: Callable[..., Flask]) -> None:
    client = make_app(RATELIMIT_ENABLED="true", RATELIMIT_ADDRESS="2 per minute").test_client()

    def status(address: str) -> int:
        return client.get("/v1/rulebooks", environ_base={"REMOTE_ADDR": address}).status_code

    assert [status(f"2001:db8:1:2::{number}") for number in range(3)] == [200, 200, 429]
    assert status("2001:db8:1:3::1") == 200


def test_limits_of_creation(make_app: Callable[..., Flask], toy: None) -> None:
    app = make_app(RATELIMIT_ENABLED="true", RATELIMIT_CREATE="2 per minute")
    request = {"rulebook": "toy", "seats": [{"kind": "bot"}]}
    answers = [app.test_client().post("/v1/games", json=request).status_code for _ in range(3)]
    assert answers == [201, 201, 429]
    assert app.test_client().post("/v1/quick", json={"rulebook": "toy"}).status_code == 429
    assert app.test_client().post(f"/v1/games/{'0' * 20}/rematch", json={}).status_code == 429
    elsewhere = app.test_client().post("/v1/games", json=request, environ_base={"REMOTE_ADDR": "127.0.0.8"})
    assert elsewhere.status_code == 201


def test_a_proxy_is_believed_only_when_it_is_trusted(make_app: Callable[..., Flask], toy: None) -> None:
    app = make_app(RATELIMIT_ENABLED="true", RATELIMIT_ADDRESS="2 per minute", TRUSTED_PROXIES="1")
    ask = [app.test_client().get("/v1/rulebooks", headers={"X-Forwarded-For": f"10.0.0.{n}"}) for n in range(4)]
    assert {answer.status_code for answer in ask} == {200}
    app = make_app(RATELIMIT_ENABLED="true", RATELIMIT_ADDRESS="2 per minute")
    ask = [app.test_client().get("/v1/rulebooks", headers={"X-Forwarded-For": f"10.0.0.{n}"}) for n in range(4)]
    assert ask[-1].status_code == 429


def test_no_proxy_sets_the_host(make_app: Callable[..., Flask]) -> None:
    client = make_app(TRUSTED_PROXIES="1").test_client()
    answer = client.get("/docs", headers={"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"})
    assert answer.status_code == 308
    assert "evil" not in f"{answer.headers}{answer.text}"
    assert b"evil" not in client.get("/openapi.json", headers={"X-Forwarded-Host": "evil.example"}).data


def test_other_sites_are_let_in_by_list_alone(make_app: Callable[..., Flask]) -> None:
    app = make_app(CORS_ORIGINS="https://play.example.org")
    friend = app.test_client().get("/v1/rulebooks", headers={"Origin": "https://play.example.org"})
    assert friend.headers["Access-Control-Allow-Origin"] == "https://play.example.org"
    assert "ETag" in friend.headers["Access-Control-Expose-Headers"]
    stranger = app.test_client().get("/v1/rulebooks", headers={"Origin": "https://evil.example.org"})
    assert "Access-Control-Allow-Origin" not in stranger.headers
    preflight = app.test_client().options(
        "/v1/games", headers={"Origin": "https://play.example.org", "Access-Control-Request-Method": "POST"}
    )
    assert {"POST", "PUT", "DELETE"} <= set(preflight.headers["Access-Control-Allow-Methods"].split(", "))
    assert "Idempotency-Key" in preflight.headers["Access-Control-Allow-Headers"]


def test_metrics_count_by_endpoint(app: Flask, toy: None) -> None:
    Table.full(app, "toy", 2)
    page = Client(application(app)).get("/metrics").text
    assert 'almagest_requests_total{endpoint="seats.take_seat",status="201"}' in page
    assert "almagest_outbox_depth 0.0" in page


def test_metrics_are_not_for_everybody(app: Flask) -> None:
    assert app.test_client().get("/metrics").status_code == 404
    assert Client(application(app)).get("/v1/games").status_code == 404


@pytest.mark.parametrize("path", ["/", "/docs/", "/openapi.json"])
def test_pages_are_metered_by_address(make_app: Callable[..., Flask], path: str) -> None:
    client = make_app(RATELIMIT_ENABLED="true", RATELIMIT_ADDRESS="2 per minute").test_client()
    assert [client.get(path).status_code for _ in range(3)] == [200, 200, 429]
    assert client.get("/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/v1//games?limit=3", "/docs", "/%2F%2Fevil.example//x", "/v1//evil.example/"])
def test_no_answer_holds_the_host_that_a_client_made_up(app: Flask, path: str) -> None:
    answer = app.test_client().get(path, headers={"Host": "evil.example", "X-Forwarded-Host": "evil.example"})
    location = answer.headers.get("Location", "/")
    assert location.startswith("/")
    assert not location.startswith("//")
    assert answer.status_code in (308, 404)
    assert "evil" not in f"{answer.headers}{answer.text}"


def test_a_page_has_no_conditions_but_its_tag(app: Flask) -> None:
    """An answer is the page, or a problem; never a page about an error."""
    answer = app.test_client().get(
        "/", headers={"If-Match": '"x"', "If-Unmodified-Since": "Mon, 01 Jan 2001 00:00:00 GMT"}
    )
    assert (answer.status_code, answer.content_type) == (200, "text/html; charset=utf-8")
    assert b"<title>" in answer.data


def test_a_counter_that_hangs_is_not_waited_for_again_and_again(make_app: Callable[..., Flask]) -> None:
    """Then each process counts for itself."""
    with socket.create_server(("127.0.0.1", 0)) as mute:
        address = f"redis://127.0.0.1:{mute.getsockname()[1]}/0"
        app = make_app(RATELIMIT_ENABLED="true", BROKER_URL=address, RATELIMIT_ADDRESS="6 per minute")
        answers = [app.test_client().get("/v1/games").status_code for _ in range(8)]
        assert answers == [200] * 6 + [429] * 2
        mute.settimeout(0)
        connections = 0
        with contextlib.suppress(BlockingIOError):
            while True:
                mute.accept()[0].close()
                connections += 1
        assert 0 < connections < len(answers) / 2


def test_pausing_has_a_limit_of_its_own(make_app: Callable[..., Flask]) -> None:
    """Whoever pauses in a loop is refused; resuming is counted for itself, and others are not affected."""
    app = make_app(RATELIMIT_ENABLED="true", RATELIMIT_PAUSE="2 per minute")
    tables = [Table(app, "astra", [*humans(1), {"kind": "bot"}]) for _ in range(2)]
    found = [tables[0].post(what, 1, {}).status_code for _ in range(3) for what in ("/pause", "/resume")]
    assert found == [200, 200, 200, 200, 429, 429]
    refused = tables[0].post("/pause", 1, {})
    assert (refused.json or {})["code"] == "too_many_requests"
    assert 0 < int(refused.headers["Retry-After"]) <= 60
    assert tables[1].post("/pause", 1, {}).status_code == 200
    assert tables[0].get(seat=1).status_code == 200
