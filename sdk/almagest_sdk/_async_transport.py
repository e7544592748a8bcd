"""How a call reaches the server from asyncio: the same as `_transport`, on httpx. Written by hand."""

from __future__ import annotations

import asyncio
import os
import ssl
from typing import Any, TypeVar

import httpx

from almagest_sdk._call import Answer, Call, answered
from almagest_sdk._refusing import Received, unreachable
from almagest_sdk._retry import Retry
from almagest_sdk._steps import Ask, Pause, Steps
from almagest_sdk._transport import CONNECT_SECONDS, told_headers
from almagest_sdk.errors import AlmagestError

T = TypeVar("T")

_LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=32)
"""A table that is waited at holds a connection, and there may be many of them."""


def _trusted() -> ssl.SSLContext | bool:
    bundle = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE")
    return ssl.create_default_context(cafile=bundle) if bundle else True


class AsyncTransport:
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
        self._http = httpx.AsyncClient(
            headers=told_headers(language), verify=_trusted(), limits=_LIMITS, follow_redirects=False
        )

    async def close(self) -> None:
        await self._http.aclose()

    async def send(self, call: Call[T]) -> T:
        """The answer's value."""
        answer = await self.answer(call)
        return answer.value  # type: ignore[return-value]  # only calls with If-None-Match have none

    async def answer(self, call: Call[T], wait: float = 0) -> Answer[T]:
        """Send the call until it is answered for good. Every attempt carries the same Idempotency-Key."""
        for pause in (None,) if wait else self.retry.pauses():
            try:
                return answered(call, await self._once(call, self.timeout + wait))
            except AlmagestError as error:
                if pause is None or not self.retry.helps(error, call.repeatable):
                    raise
                await asyncio.sleep(max(pause, error.retry_after or 0.0))
        raise AssertionError("the last pause is None")

    async def run(self, steps: Steps[T]) -> T:
        """Send what is asked for and hand in what came back, until it is done."""
        try:
            step = next(steps)
            while True:
                try:
                    answer = await self._carried_out(step)
                except AlmagestError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(answer)
        except StopIteration as done:
            found: T = done.value
            return found

    async def _carried_out(self, step: Ask | Pause) -> Answer[Any] | None:
        if isinstance(step, Ask):
            return await self.answer(step.call, step.wait)
        await asyncio.sleep(step.seconds)
        return None

    async def _once(self, call: Call[T], seconds: float) -> Received:
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
        return Received(found.status_code, found.reason_phrase, found.headers, found.content)
