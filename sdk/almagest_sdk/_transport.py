"""How a call reaches the server: pooled connections, timeouts, retries. Written by hand."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import requests
from requests.adapters import HTTPAdapter
from requests.utils import get_environ_proxies

from almagest_sdk._codec import decode, encode
from almagest_sdk._refusing import refusal, unreachable
from almagest_sdk._retry import Retry
from almagest_sdk._version import __version__
from almagest_sdk.errors import AlmagestError, UnexpectedAnswer

T = TypeVar("T")

CONNECT_SECONDS = 5.0
POOL_SIZE = 32
NOT_MODIFIED = 304


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request, described. `repeatable`: sending it twice does no harm."""

    method: str
    path: str
    result: type[T]
    token: str | None = None
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: Any = None
    repeatable: bool = True

    def sent_headers(self) -> dict[str, str]:
        sent = {name: value for name, value in self.headers.items() if value is not None}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        if self.body is not None:
            sent["Content-Type"] = "application/json"
        return sent

    def sent_body(self) -> bytes | None:
        if self.body is None:
            return None
        return json.dumps(encode(self.body), ensure_ascii=False, separators=(",", ":")).encode()


@dataclass(frozen=True)
class Answer(Generic[T]):
    """What came back. `value` is None when the caller has this version already (304)."""

    status: int
    value: T | None
    etag: str | None
    request_id: str | None


def _session(base_url: str, language: str | None) -> requests.Session:
    """Proxies are looked up once and a .netrc never: it would replace the seat's token."""
    session = requests.Session()
    session.trust_env = False
    session.proxies.update(get_environ_proxies(base_url))
    session.verify = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE") or True
    session.headers.update({"User-Agent": f"almagest-sdk/{__version__}", "Accept": "application/json"})
    if language:
        session.headers["Accept-Language"] = language
    adapter = HTTPAdapter(pool_maxsize=POOL_SIZE)
    session.mount("http://", adapter)
    session.mount("https://", adapter)
    return session


class Transport:
    """Sends calls, again where that helps, and reads what comes back."""

    def __init__(self, base_url: str, language: str | None, timeout: float, retry: Retry) -> None:
        self.base_url = base_url.rstrip("/")
        self.timeout = timeout
        self.retry = retry
        self._http = _session(self.base_url, language)

    def close(self) -> None:
        self._http.close()

    def send(self, call: Call[T], seconds: float | None = None) -> T:
        """The answer's value."""
        return self.answer(call, seconds).value  # type: ignore[return-value]  # only calls with If-None-Match have none

    def answer(self, call: Call[T], seconds: float | None = None) -> Answer[T]:
        """Send the call until it is answered for good. Every attempt carries the same Idempotency-Key."""
        prepared = self._prepared(call)
        for pause in self.retry.pauses():
            try:
                return self._once(call, prepared, seconds or self.timeout)
            except AlmagestError as error:
                if pause is None or not self.retry.helps(error, call.repeatable):
                    raise
                time.sleep(max(pause, error.retry_after or 0.0))
        raise AssertionError("the last pause is None")

    def _prepared(self, call: Call[Any]) -> requests.PreparedRequest:
        query = {name: value for name, value in call.query.items() if value is not None}
        request = requests.Request(
            call.method, self.base_url + call.path, call.sent_headers(), params=query, data=call.sent_body()
        )
        try:
            return self._http.prepare_request(request)
        except requests.RequestException as error:
            raise unreachable(error) from error

    def _once(self, call: Call[T], prepared: requests.PreparedRequest, seconds: float) -> Answer[T]:
        http = self._http
        try:
            response = http.send(
                prepared, timeout=(CONNECT_SECONDS, seconds), proxies=http.proxies, allow_redirects=False
            )
        except requests.RequestException as error:
            raise unreachable(error) from error
        if response.status_code >= 400:
            raise refusal(response)
        return _read(call, response)


def _read(call: Call[T], response: requests.Response) -> Answer[T]:
    headers = response.headers
    value = None if response.status_code == NOT_MODIFIED else _value(call.result, response)
    return Answer(response.status_code, value, headers.get("ETag"), headers.get("X-Request-ID"))


def _value(result: type[T], response: requests.Response) -> T:
    if result is str:
        return response.text  # type: ignore[return-value]  # T is str here
    try:
        return decode(result, json.loads(response.content) if response.content else None)
    except (AttributeError, TypeError, ValueError) as error:
        raise UnexpectedAnswer(
            f"the answer is no {result.__name__}: {error}",
            code="unexpected_answer",
            status=response.status_code,
            request_id=response.headers.get("X-Request-ID"),
        ) from error
