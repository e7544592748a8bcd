"""Answers that the server sends by itself, to bytes that are no request or after a mistake outside of Flask."""

from __future__ import annotations

from service.api.envelope import HEADERS, new_request_id
from service.errors import problem
from service.logs import log


def answer(code: str, detail: str, error: Exception) -> bytes:
    request_id = new_request_id()
    response = problem(code, detail)
    if response.status_code < 500:
        log().info("unreadable_request", code=code, status=response.status_code, request_id=request_id)
    else:
        log().error("unexpected_error", kind=type(error).__name__, request_id=request_id, exc_info=error)
    body = response.get_data()
    headers = {**dict(response.headers), **dict(HEADERS), "X-Request-ID": request_id, "Connection": "close"}
    lines = [f"HTTP/1.1 {response.status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
