"""How a call reaches the server: pooled connections, timeouts, retries. Written by hand."""

from __future__ import annotations

import os
import time
from typing import Any, TypeVar

import requests
from requests.adapters import HTTPAdapter
from requests.utils import get_environ_proxies

from almagest_sdk._call import Answer, Call, answered
from almagest_sdk._refusing import Received, unreachable
from almagest_sdk._retry import Retry
from almagest_sdk._steps import Ask, Pause, Steps
from almagest_sdk._version import __version__
from almagest_sdk.errors import AlmagestError

T = TypeVar("T")

CONNECT_SECONDS = 5.0
POOL_SIZE = 32


def told_headers(language: str | None) -> dict[str, str]:
    """What is sent with every call."""
    told = {"User-Agent": f"almagest-sdk/{__version__}", "Accept": "application/json"}
    return told | {"Accept-Language": language} if language else told


def _session(base_url: str, language: str | None) -> requests.Session:
    """Proxies are looked up once and a .netrc never: it would replace the seat's token."""
    session = requests.Session()
    session.trust_env = False
    session.proxies.update(get_environ_proxies(base_url))
    session.verify = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE") or True
    session.headers.update(told_headers(language))
    adapter = HTTPAdapter(pool_maxsize=POOL_SIZE)
    session.mount("http://", adapter)
    session.mount("https://", adapter)
    return session


class Transport:
    """Sends calls, again where that helps, and reads what comes back."""

    def __init__(
        self,
        base_url: str,
        language: str | None,
        timeout: float,
        retry: Retry,
        key: str | None = None,
        token: str | None = None,
    ) -> None:
        self.base_url = base_url.rstrip("/")
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
        """Send the call until it is answered for good. Every attempt carries the same Idempotency-Key.

        `wait` is for how long the server was asked to hold its answer back. Such a call is sent once: whoever waits
        knows better what to ask when the server comes back.
        """
        prepared = self._prepared(call)
        for pause in (None,) if wait else self.retry.pauses():
            try:
                return answered(call, self._once(prepared, self.timeout + wait))
            except AlmagestError as error:
                if pause is None or not self.retry.helps(error, call.repeatable):
                    raise
                time.sleep(max(pause, error.retry_after or 0.0))
        raise AssertionError("the last pause is None")

    def run(self, steps: Steps[T]) -> T:
        """Send what is asked for and hand in what came back, until it is done."""
        try:
            step = next(steps)
            while True:
                try:
                    answer = self._carried_out(step)
                except AlmagestError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as done:
            found: T = done.value
            return found

    def _carried_out(self, step: Ask | Pause) -> Answer[Any] | None:
        if isinstance(step, Ask):
            return self.answer(step.call, step.wait)
        time.sleep(step.seconds)
        return None

    def _prepared(self, call: Call[Any]) -> requests.PreparedRequest:
        request = requests.Request(
            call.method, self.base_url + call.path, call.sent_headers(), params=call.sent_query(), data=call.sent_body()
        )
        try:
            return self._http.prepare_request(request)
        except requests.RequestException as error:
            raise unreachable(error) from error

    def _once(self, prepared: requests.PreparedRequest, seconds: float) -> Received:
        http = self._http
        try:
            found = http.send(prepared, timeout=(CONNECT_SECONDS, seconds), proxies=http.proxies, allow_redirects=False)
        except requests.RequestException as error:
            raise unreachable(error) from error
        return Received(found.status_code, found.reason, found.headers, found.content)
