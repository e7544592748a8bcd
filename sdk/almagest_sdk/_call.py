"""Describes a request and reads its response, without I/O. Written by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from almagest_sdk._codec import decode, encode
from almagest_sdk._responses import RawResponse, build_error
from almagest_sdk.errors import UnexpectedAnswer

T = TypeVar("T")

NOT_MODIFIED = 304


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request that a transport can send. `repeatable`: sending it twice does no harm."""

    method: str
    path: str
    result: Any
    """The type of the answer, or a union, which `type[T]` could not express."""
    token: str | None = None
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: Any = None
    repeatable: bool = True

    def read_as(self, result: Any) -> Call[Any]:
        """The same call with another type of answer."""
        return replace(self, result=result)

    def sent_query(self) -> dict[str, str | int]:
        return {name: value for name, value in self.query.items() if value is not None}

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
    """A decoded response. `value` is None if the caller has this version already (304)."""

    status: int
    value: T | None
    etag: str | None
    request_id: str | None


def read_answer(call: Call[T], response: RawResponse) -> Answer[T]:
    """Decode the response, or raise its error."""
    if response.status >= 400:
        raise build_error(response)
    headers = response.headers
    value = None if response.status == NOT_MODIFIED else _value(call.result, response)
    return Answer(response.status, value, headers.get("ETag"), headers.get("X-Request-ID"))


def _value(result: Any, response: RawResponse) -> Any:
    if result is str:
        return response.content.decode()
    try:
        return decode(result, json.loads(response.content) if response.content else None)
    except (AttributeError, TypeError, ValueError) as error:
        raise UnexpectedAnswer(
            f"the answer is no {getattr(result, '__name__', result)}: {error}",
            code="unexpected_answer",
            status=response.status,
            request_id=response.headers.get("X-Request-ID"),
        ) from error
