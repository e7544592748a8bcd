"""How an operation is described: who may call it, its name, its error answers. The matrix of tests reads the rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from flask_smorest import Blueprint as Untyped  # type: ignore[import-untyped]  # the package has no types
from marshmallow import Schema

from service.api.reading import StrictParser
from service.errors import PROBLEM_TYPE, PROBLEMS
from service.schemas.answers import ProblemSchema

Access = Literal["everybody", "newcomer", "viewer", "seat", "host"]
"""everybody: no token is looked at. newcomer: the invite code of a private game. viewer: anyone in a public game, seats
in a private one. seat: the token of a seat. host: the token of the host's seat."""

F = TypeVar("F", bound=Callable[..., Any])

_SECURITY: dict[Access, list[dict[str, list[str]]]] = {
    "everybody": [],
    "newcomer": [],
    "viewer": [{}, {"seat": []}],
    "seat": [{"seat": []}],
    "host": [{"seat": []}],
}
BODY_CODES = ("unreadable_json", "wrong_content_type", "body_too_large", "invalid_field")
"""How a body may be refused."""
_ALWAYS = ("bad_request", "too_many_requests", "store_away", "internal_error")
_BY_ACCESS: dict[Access, tuple[str, ...]] = {
    "everybody": (),
    "newcomer": ("unknown_game", "invite_wrong"),
    "viewer": ("unknown_game", "token_unknown"),
    "seat": ("unknown_game", "token_unknown"),
    "host": ("unknown_game", "token_unknown", "not_the_host"),
}
_PROBLEM = ProblemSchema()


def _describing(decorate: Callable[[F], Any]) -> Callable[[F], F]:
    """Keep what a decorator of flask-smorest notes about a view, and leave out its wrapper."""

    def describe(function: F) -> F:
        function.__dict__["_apidoc"] = vars(decorate(function))["_apidoc"]
        return function

    return describe


class Blueprint(Untyped):  # type: ignore[misc]  # as above: the base class is Any
    """flask-smorest's, with types and strict reading. `response` and its like describe a view without wrapping it.

    Views answer with a `Response` that is encoded already; a dozen wrappers per request would cost a tenth of a move.
    """

    ARGUMENTS_PARSER = StrictParser()

    def route(self, rule: str, **options: Any) -> Callable[[F], F]:
        decorate: Callable[[F], F] = super().route(rule, **options)
        return decorate

    def arguments(self, schema: Schema, **options: Any) -> Callable[[F], F]:
        decorate: Callable[[F], F] = super().arguments(schema, **options)
        return decorate

    def response(self, status: int, schema: Schema | dict[str, Any] | None = None, **options: Any) -> Callable[[F], F]:
        return _describing(super().response(status, schema, **options))

    def alt_response(self, status: int, **options: Any) -> Callable[[F], F]:
        return _describing(super().alt_response(status, **options))

    def doc(self, **description: Any) -> Callable[[F], F]:
        return _describing(super().doc(**description))


def _example(code: str) -> dict[str, Any]:
    status, title = PROBLEMS[code]
    return {"type": f"/docs#{code}", "title": title, "status": status, "detail": f"{title}.", "code": code}


def _with_problem(blueprint: Blueprint, status: int, codes: list[str], function: F) -> F:
    describe: Callable[[F], F] = blueprint.alt_response(
        status,
        schema=_PROBLEM,
        content_type=PROBLEM_TYPE,
        description=", ".join(f"`{code}`" for code in codes),
        examples={code: {"value": _example(code)} for code in codes},
        headers={"Retry-After": {"schema": {"type": "integer"}}} if status in (429, 503) else None,
    )
    return describe(function)


def mark(function: F, access: Access) -> F:
    """Say who may call a view; the matrix of tests reads it back and fails for a view that was not marked."""
    function.__dict__["access"] = access
    return function


def _note_headers(function: Callable[..., Any], headers: Sequence[dict[str, Any]]) -> None:
    """Parameters of one operation; flask-smorest's own way would give them to all operations of the path."""
    noted = function.__dict__.setdefault("_apidoc", {}).setdefault("arguments", {})
    noted.setdefault("parameters", []).extend(headers)
    noted.setdefault("responses", {})


def operation(
    blueprint: Blueprint, name: str, access: Access, *codes: str, headers: Sequence[dict[str, Any]] = ()
) -> Callable[[F], F]:
    """Name an operation, say who may call it, with which headers, and with which codes it may be refused."""
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys((*codes, *_BY_ACCESS[access], *_ALWAYS)):
        by_status.setdefault(PROBLEMS[code][0], []).append(code)

    def decorate(function: F) -> F:
        for status, found in sorted(by_status.items()):
            function = _with_problem(blueprint, status, found, function)
        described = blueprint.doc(operationId=name, security=_SECURITY[access])(function)
        _note_headers(described, headers)
        return mark(described, access)

    return decorate


IDEMPOTENCY_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "description": "The same key gives the same answer, byte for byte, and is carried out once. Choose it at random.",
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]{1,255}$"},
    "example": "4f2c1d1e-8a55-4a6f-9d0c-7b1f0a3e5c11",
}
IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "description": "The version that the move was made for, in quotes.",
    "schema": {"type": "string", "pattern": r'^"[0-9]{1,9}(\.[0-9]{1,9})?"$'},
    "example": '"12"',
}
IF_NONE_MATCH = {
    "in": "header",
    "name": "If-None-Match",
    "required": False,
    "description": "The ETag of the version that the caller has already.",
    "schema": {"type": "string"},
    "example": '"12"',
}
LANGUAGE_HEADER = {
    "in": "header",
    "name": "Accept-Language",
    "required": False,
    "description": "en, fr, ru or uk; anything else gives English.",
    "schema": {"type": "string"},
    "example": "fr",
}
ETAG = {"ETag": {"description": "the version, in quotes", "schema": {"type": "string"}, "example": '"12"'}}
