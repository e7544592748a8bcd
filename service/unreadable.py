"""The answer to bytes that are not a request, for the server to send by itself: there is nothing to give to Flask."""

from __future__ import annotations

from service.api.envelope import HEADERS, new_request_id
from service.errors import problem
from service.logs import log


def answer(code: str, detail: str) -> bytes:
    request_id = new_request_id()
    response = problem(code, detail)
    log().info("unreadable_request", code=code, status=response.status_code, request_id=request_id)
    body = response.get_data()
    headers = {**dict(response.headers), **dict(HEADERS), "X-Request-ID": request_id, "Connection": "close"}
    lines = [f"HTTP/1.1 {response.status}", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body
