"""One family of exceptions: `except AlmagestError` catches whatever can go wrong between you and the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

from almagest_sdk._generated.models import Event, Problem, ProblemCode
from almagest_sdk.unset import UNSET

OwnCode: TypeAlias = Literal[
    "unreachable",
    "unexpected_answer",
    "other_rulebook",
    "seed_changed",
    "entropy_changed",
    "token_needed",
    "not_started",
    "went_back",
    "still_thinking",
    "http_error",
]
"""Codes of errors that the SDK detects; `http_error` is the answer of a proxy."""


class AlmagestError(Exception):
    """Something went wrong. What does not apply is None; `problem` is the server's whole answer."""

    def __init__(
        self,
        detail: str,
        *,
        code: ProblemCode | OwnCode,
        status: int | None = None,
        ruling: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
        problem: Problem | None = None,
    ) -> None:
        super().__init__(detail)
        self.detail = detail
        self.code: ProblemCode | OwnCode = code
        self.status = status
        self.ruling = ruling
        self.request_id = request_id
        self.retry_after = retry_after
        self.problem = problem

    def __str__(self) -> str:
        ruling = f", ruling {self.ruling}" if self.ruling else ""
        return f"{self.detail} ({self.code}{ruling})"


class Unreachable(AlmagestError):
    """The server could not be reached, or went away before it answered."""


class UnexpectedAnswer(AlmagestError):
    """The server answered something that this version of the SDK cannot read."""


class Unfair(AlmagestError):
    """A replay does not fit the hash that was published before the game, or lacks what your seat contributed; or the
    server changed that hash while you sat down."""


class NotStarted(AlmagestError):
    """The game has not started: there is no board to look at yet."""


class WentBack(AlmagestError):
    """The server knows less of the game than it has told: its store was put back to an earlier state.

    It is raised once, by whatever call finds it out. The table has forgotten what is not true any more, and goes on
    from where the server is; what happens from then on has numbers that were given out before.
    """

    def __init__(self, known_version: int, version: int, known_event: int, last_event: int) -> None:
        super().__init__(
            f"the game was at version {known_version}, event {known_event}, and is at version {version}, "
            f"event {last_event} again",
            code="went_back",
        )
        self.known_version, self.known_event = known_version, known_event
        self.version, self.last_event = version, last_event


class BadRequest(AlmagestError):
    """The request cannot be read or lacks something: 400, 413, 415, 422, 428."""


class Unauthorized(AlmagestError):
    """No token, or one that is not good any more: 401."""


class Forbidden(AlmagestError):
    """Not for this seat: 403."""


class NotFound(AlmagestError):
    """There is no such thing: 404."""


class Refused(AlmagestError):
    """The rules, or the state of the table, refuse it: 409. `ruling` names the rule of an illegal move."""


class StaleVersion(AlmagestError):
    """The move was made for a board that others have changed since: 412."""

    fetch_missed: Callable[[], Sequence[Event]] | None = None

    @property
    def version(self) -> int | None:
        """The version that stands."""
        found = self.problem.version if self.problem else UNSET
        return None if found is UNSET else found

    def missed_events(self) -> Sequence[Event]:
        """What happened since the version that the move was made for."""
        return self.fetch_missed() if self.fetch_missed else ()


class TooManyRequests(AlmagestError):
    """Slow down: 429. `retry_after` says for how long."""


class ServerError(AlmagestError):
    """The server failed: 5xx."""


class Unavailable(ServerError):
    """The server is busy or cannot reach its store: 503. `retry_after` says for how long."""


_BY_STATUS: dict[int, type[AlmagestError]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Refused,
    412: StaleVersion,
    429: TooManyRequests,
    503: Unavailable,
}


def error_class(status: int) -> type[AlmagestError]:
    """The exception for a status."""
    return _BY_STATUS.get(status, ServerError if status >= 500 else BadRequest)
