"""The same as `_transport` for asyncio, on httpx. Written by hand."""

from __future__ import annotations

import asyncio
import os
import ssl
from typing import Any, TypeVar

import httpx

from almagest_sdk._call import Answer, Call, read_answer
from almagest_sdk._responses import RawResponse, unreachable
from almagest_sdk._retry import Retry
from almagest_sdk._steps import SendCall, Sleep, Steps
from almagest_sdk._transport import CONNECT_SECONDS, clean_base_url, default_headers
from almagest_sdk.errors import AlmagestError

T = TypeVar("T")

_LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=32)
"""Every table that waits for events holds a connection, and there may be many of them."""


def _ca_bundle() -> ssl.SSLContext | bool:
    bundle = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE")
    return ssl.create_default_context(cafile=bundle) if bundle else True


class AsyncTransport:
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
        self._http = httpx.AsyncClient(
            headers=default_headers(language), verify=_ca_bundle(), limits=_LIMITS, follow_redirects=False
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, call: Call[T]) -> T:
        """The answer's value."""
        answer = await self.answer(call)
        return answer.value  # type: ignore[return-value]  # only calls with If-None-Match have none

    async def answer(self, call: Call[T], wait: float = 0) -> Answer[T]:
        """Send the call, and retry it. Every attempt carries the same Idempotency-Key."""
        for pause in (None,) if wait else self.retry.pauses():
            try:
                return read_answer(call, await self._send_once(call, self.timeout + wait))
            except AlmagestError as error:
                if pause is None or not self.retry.should_retry(error, call.repeatable):
                    raise
                await asyncio.sleep(max(pause, error.retry_after or 0.0))
        raise AssertionError("the last pause is None")

    async def run(self, steps: Steps[T]) -> T:
        """Run the steps and send each one's answer back, until they return."""
        try:
            step = next(steps)
            while True:
                try:
                    answer = await self._run_step(step)
                except AlmagestError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as done:
            found: T = done.value
            return found

    async def _run_step(self, step: SendCall | Sleep) -> Answer[Any] | None:
        if isinstance(step, SendCall):
            return await self.answer(step.call, step.wait)
        await asyncio.sleep(step.seconds)
        return None

    async def _send_once(self, call: Call[T], seconds: float) -> RawResponse:
        try:
            found = await self._http.request(
                call.method,
                self.base_url + call.path,
                params=call.sent_query(),
                headers=call.sent_headers(),
                content=call.sent_body(),
                timeout=httpx.Timeout(seconds, connect=CONNECT_SECONDS),
            )
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise unreachable(error) from error
        return RawResponse(found.status_code, found.reason_phrase, found.headers, found.content)
