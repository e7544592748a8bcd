"""Sends calls over pooled connections, with timeouts and retries. Written by hand."""

from __future__ import annotations

import os
import re
import time
from typing import Any, TypeVar

import requests
from requests.adapters import HTTPAdapter
from requests.utils import get_environ_proxies

from almagest_sdk._call import Answer, Call, read_answer
from almagest_sdk._responses import RawResponse, unreachable
from almagest_sdk._retry import Retry
from almagest_sdk._steps import SendCall, Sleep, Steps
from almagest_sdk._version import __version__
from almagest_sdk.errors import AlmagestError, Unreachable

T = TypeVar("T")

CONNECT_SECONDS = 5.0
POOL_SIZE = 32


def default_headers(language: str | None) -> dict[str, str]:
    """Headers of every call."""
    headers = {"User-Agent": f"almagest-sdk/{__version__}", "Accept": "application/json"}
    return headers | {"Accept-Language": language} if language else headers


def clean_base_url(url: str) -> str:
    """The address of a server without what calls add to it: a slash, and the version of the API."""
    cleaned = re.sub(r"/+(v1/*)?$", "", url.strip())
    if not cleaned.startswith(("http://", "https://")):
        detail = f"base_url begins with http:// or https://, like http://127.0.0.1:8000, not {url!r}"
        raise Unreachable(detail, code="unreachable")
    return cleaned


def _session(base_url: str, language: str | None) -> requests.Session:
    """Proxies are looked up once and a .netrc never: it would replace the seat's token."""
    session = requests.Session()
    session.trust_env = False
    session.proxies.update(get_environ_proxies(base_url))
    session.verify = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE") or True
    session.headers.update(default_headers(language))
    adapter = HTTPAdapter(pool_maxsize=POOL_SIZE)
    session.mount("http://", adapter)
    session.mount("https://", adapter)
    return session


class Transport:
    """Sends calls, retries them, and decodes the answers."""

    def __init__(
        self,
        base_url: str,
        language: str | None,
        timeout: float,
        retry: Retry,
        key: str | None = None,
        token: str | None = None,
    ) -> None:
        self.base_url = clean_base_url(base_url)
        self.timeout = timeout
        self.retry = retry
        self.key, self.token = key, token
        self._http = _session(self.base_url, language)

    def close(self) -> None:
        self._http.close()

    def send(self, call: Call[T]) -> T:
        """The answer's value."""
        return self.answer(call).value  # type: ignore[return-value]  # only calls with If-None-Match have none

    def answer(self, call: Call[T], wait: float = 0) -> Answer[T]:
        """Send the call, and retry it. Every attempt carries the same Idempotency-Key.

        `wait` is how long the server may hold its answer back. Such a call is not retried: the caller asks something
        else when the server is back.
        """
        prepared = self._prepare(call)
        for pause in (None,) if wait else self.retry.pauses():
            try:
                return read_answer(call, self._send_once(prepared, self.timeout + wait))
            except AlmagestError as error:
                if pause is None or not self.retry.should_retry(error, call.repeatable):
                    raise
                time.sleep(max(pause, error.retry_after or 0.0))
        raise AssertionError("the last pause is None")

    def run(self, steps: Steps[T]) -> T:
        """Run the steps and send each one's answer back, until they return."""
        try:
            step = next(steps)
            while True:
                try:
                    answer = self._run_step(step)
                except AlmagestError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as done:
            found: T = done.value
            return found

    def _run_step(self, step: SendCall | Sleep) -> Answer[Any] | None:
        if isinstance(step, SendCall):
            return self.answer(step.call, step.wait)
        time.sleep(step.seconds)
        return None

    def _prepare(self, call: Call[Any]) -> requests.PreparedRequest:
        request = requests.Request(
            call.method, self.base_url + call.path, call.sent_headers(), params=call.sent_query(), data=call.sent_body()
        )
        try:
            return self._http.prepare_request(request)
        except requests.RequestException as error:
            raise unreachable(error) from error

    def _send_once(self, prepared: requests.PreparedRequest, seconds: float) -> RawResponse:
        http = self._http
        try:
            found = http.send(prepared, timeout=(CONNECT_SECONDS, seconds), proxies=http.proxies, allow_redirects=False)
        except requests.RequestException as error:
            raise unreachable(error) from error
        return RawResponse(found.status_code, found.reason, found.headers, found.content)
