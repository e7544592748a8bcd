"""One request, described, and what comes back: nothing is sent here. Written by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from almagest_sdk._codec import decode, encode
from almagest_sdk._refusing import Received, refusal
from almagest_sdk.errors import UnexpectedAnswer

T = TypeVar("T")

NOT_MODIFIED = 304


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request, described. `repeatable`: sending it twice does no harm."""

    method: str
    path: str
    result: Any
    """The type of the answer, or a union: nothing that `type[T]` could say."""
    token: str | None = None
    query: Mapping[str, str | int | None] = field(default_factory=dict)
    headers: Mapping[str, str | None] = field(default_factory=dict)
    body: Any = None
    repeatable: bool = True

    def read_as(self, result: Any) -> Call[Any]:
        """The same call, its answer read as one rulebook's."""
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
    """What came back. `value` is None when the caller has this version already (304)."""

    status: int
    value: T | None
    etag: str | None
    request_id: str | None


def answered(call: Call[T], received: Received) -> Answer[T]:
    """What was received, read; an error answer is raised."""
    if received.status >= 400:
        raise refusal(received)
    headers = received.headers
    value = None if received.status == NOT_MODIFIED else _value(call.result, received)
    return Answer(received.status, value, headers.get("ETag"), headers.get("X-Request-ID"))


def _value(result: Any, received: Received) -> Any:
    if result is str:
        return received.content.decode()
    try:
        return decode(result, json.loads(received.content) if received.content else None)
    except (AttributeError, TypeError, ValueError) as error:
        raise UnexpectedAnswer(
            f"the answer is no {getattr(result, '__name__', result)}: {error}",
            code="unexpected_answer",
            status=received.status,
            request_id=received.headers.get("X-Request-ID"),
        ) from error
