"""Describe operations: name, who may call them, error answers. A test calls each of them as every kind of caller."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from flask_smorest import Blueprint as Untyped  # type: ignore[import-untyped]  # the package has no types
from marshmallow import Schema

from service.api.http.problems import PROBLEM_TYPE
from service.api.http.requests import SHORTEST_KEY, StrictParser
from service.games.base import LANGUAGES, Plain, tag_of
from service.games.registry import RULEBOOKS
from service.store.games.idempotency import COPY_SECONDS
from service.wire import refusals
from service.wire.enums import reference
from service.wire.refusals import ILLEGAL, TEXTS, Refusal

Access = Literal[
    "everybody",
    "lister",
    "creator",
    "comer",
    "newcomer",
    "viewer",
    "seat",
    "host",
    "owner",
    "game_app",
    "app",
    "player",
]
"""everybody: no token is looked at. lister: everybody; an app is shown its own games. creator: everybody, or where
`CREATE_GAMES` says so an app alone. comer: a creator, or a player for its app. newcomer: the invite code of a private
game. viewer: anyone in a public game; in a private one seats, and its app. seat: the token of a seat. host: the token
of the host's seat. owner: the host, or the game's app. game_app: the key of the game's app. Others find no private game
at all. app: a key, with the scope that the view asks for. player: a player's token, which is also good as the token of
the seats at which the player sits."""

F = TypeVar("F", bound=Callable[..., Any])

_SECURITY: dict[Access, list[dict[str, list[str]]]] = {
    "everybody": [],
    "lister": [{}, {"app": []}],
    "creator": [{}, {"app": []}],
    "comer": [{}, {"app": []}, {"player": []}],
    "newcomer": [{}, {"player": []}],
    "viewer": [{}, {"seat": []}, {"player": []}, {"app": []}],
    "seat": [{"seat": []}, {"player": []}],
    "host": [{"seat": []}, {"player": []}],
    "owner": [{"seat": []}, {"player": []}, {"app": []}],
    "game_app": [{"app": []}],
    "app": [{"app": []}],
    "player": [{"player": []}],
}
Row = type[Refusal]

BODY: tuple[Row, ...] = (
    refusals.UnreadableJson,
    refusals.IncompleteBody,
    refusals.WrongContentType,
    refusals.BodyTooLarge,
    refusals.InvalidField,
)
"""The refusals of a body."""
KEYED: tuple[Row, ...] = (refusals.BadHeader, refusals.KeyReused)
"""The refusals of an Idempotency-Key."""
NEWLY_KEYED: tuple[Row, ...] = (*KEYED, refusals.KeyTooShort)
"""The same for a call without a token."""
_ALWAYS: tuple[Row, ...] = (refusals.BadRequest, refusals.TooManyRequests, refusals.StoreAway, refusals.InternalError)
UNREADABLE: tuple[Row, ...] = (
    refusals.NewerRecord,
    refusals.PackMissing,
    refusals.RulebookMissing,
    refusals.DamagedRecord,
)
"""The refusals of a game that this server cannot read."""
_OF_A_GAME: tuple[Row, ...] = (refusals.UnknownGame, *UNREADABLE)
_OF_A_TOKEN: tuple[Row, ...] = (refusals.TokenUnknown, refusals.TokenMalformed, refusals.TokenNeeded)
_OF_A_KEY: tuple[Row, ...] = (refusals.KeyNeeded, refusals.KeyUnknown, refusals.ScopeMissing)
_OF_A_SHOWN_KEY: tuple[Row, ...] = (refusals.KeyUnknown, refusals.ScopeMissing)
"""Where a key is not needed, but one that is shown has to be good."""
_BY_ACCESS: dict[Access, tuple[Row, ...]] = {
    "everybody": (),
    "lister": _OF_A_SHOWN_KEY,
    "creator": _OF_A_KEY,
    "comer": (*_OF_A_KEY, refusals.TokenUnknown),
    "newcomer": (*_OF_A_GAME, refusals.TokenUnknown),
    "viewer": (*_OF_A_GAME, *_OF_A_TOKEN, *_OF_A_SHOWN_KEY),
    "seat": (*_OF_A_GAME, *_OF_A_TOKEN, refusals.KeyUnknown),
    "host": (*_OF_A_GAME, *_OF_A_TOKEN, refusals.KeyUnknown, refusals.NotTheHost),
    "owner": (*_OF_A_GAME, *_OF_A_TOKEN, *_OF_A_SHOWN_KEY, refusals.NotTheHost, refusals.NotTheApp),
    "game_app": (*_OF_A_GAME, *_OF_A_KEY, refusals.NotTheApp),
    "app": _OF_A_KEY,
    "player": (refusals.PlayerNeeded, refusals.TokenUnknown),
}


def _merge(old: Any, new: Any) -> Any:
    """Merge what two decorators noted about a view: join dictionaries by key, and append lists."""
    if isinstance(old, dict):
        return {**old, **{key: _merge(old[key], value) if key in old else value for key, value in new.items()}}
    return old + new if isinstance(old, list) else new


def _blank() -> None:
    """A view without notes."""


def _without_wrapper(decorate: Callable[[Any], Any]) -> Callable[[F], F]:
    """Apply a decorator of flask-smorest for its notes about the view alone, without its wrapper.

    Decorate a blank function: the decorator would copy all earlier notes of the view each time.
    """

    def describe(function: F) -> F:
        noted = function.__dict__.get("_apidoc", {})
        function.__dict__["_apidoc"] = _merge(noted, vars(decorate(_blank))["_apidoc"])
        return function

    return describe


class Blueprint(Untyped):  # type: ignore[misc]  # as above: the base class is Any
    """flask-smorest's, with types and strict parsing. `response`, `alt_response` and `doc` do not wrap the view, and
    `arguments` does once.

    Views answer with a `Response` that is encoded already; a dozen wrappers per request would cost a tenth of a move.
    """

    ARGUMENTS_PARSER = StrictParser()

    def route(self, rule: str, **options: Any) -> Callable[[F], F]:
        decorate: Callable[[F], F] = super().route(rule, **options)
        return decorate

    def arguments(self, schema: Schema, **options: Any) -> Callable[[F], F]:
        """Describe what a view takes, and hand it what the request has of that."""
        describe: Callable[[F], F] = _without_wrapper(super().arguments(schema, **options))
        location = options.get("location", "json")

        def decorate(function: F) -> F:
            @functools.wraps(function)
            def view(*arguments: Any, **names: Any) -> Any:
                return function(*arguments, self.ARGUMENTS_PARSER.parse(schema, location=location), **names)

            wrapped: Any = view
            described: F = describe(wrapped)
            return described

        return decorate

    def response(self, status: int, schema: Schema | dict[str, Any] | None = None, **options: Any) -> Callable[[F], F]:
        return _without_wrapper(super().response(status, schema, **options))

    def alt_response(self, status: int, **options: Any) -> Callable[[F], F]:
        return _without_wrapper(super().alt_response(status, **options))

    def doc(self, **description: Any) -> Callable[[F], F]:
        return _without_wrapper(super().doc(**description))


def _example(row: Row) -> Plain:
    code = tag_of(row)
    detail, title = TEXTS.names(f"refusal.{code}")["en"], TEXTS.names(f"title.{code}")["en"]
    return {"type": f"/docs#{code}", "title": title, "status": row.status, "detail": detail, "code": code}


def _rule_codes() -> str:
    """List the codes by which the rules refuse a move, by rulebook."""
    lines = [
        f"{rulebook.id}: {', '.join(f'`{tag_of(row)}`' for row in rulebook.refusal_types)}"
        for rulebook in RULEBOOKS.values()
    ]
    return "By the rules, with `ruling`:\n" + "\n".join(f"- {line}" for line in lines)


def _description(status: int, rows: Sequence[Row], moves: bool) -> str:
    own = ", ".join(f"`{tag_of(row)}`" for row in rows)
    return f"{own}\n\n{_rule_codes()}" if moves and status == ILLEGAL else own


def _codes(rows: Sequence[Row], status: int, moves: bool) -> dict[str, list[str]]:
    """The codes for programs: those of the service, and those of each rulebook."""
    found = {"service": [tag_of(row) for row in rows]}
    if moves and status == ILLEGAL:
        found |= {rulebook.id: [tag_of(row) for row in rulebook.refusal_types] for rulebook in RULEBOOKS.values()}
    return found


def _with_problem(blueprint: Blueprint, status: int, rows: Sequence[Row], moves: bool, function: F) -> F:
    describe: Callable[[F], F] = blueprint.alt_response(
        status,
        schema=reference("Problem"),
        content_type=PROBLEM_TYPE,
        description=_description(status, rows, moves),
        examples={tag_of(row): {"value": _example(row)} for row in rows},
        headers={"Retry-After": {"schema": {"type": "integer"}}} if status in (429, 503) else None,
    )
    note_codes: Callable[[F], F] = blueprint.doc(responses={status: {"x-codes": _codes(rows, status, moves)}})
    return note_codes(describe(function))


def mark(function: F, access: Access) -> F:
    """Note who may call a view; a test fails for a view without this mark."""
    function.__dict__["access"] = access
    return function


def _note_headers(function: Callable[..., Any], headers: Sequence[dict[str, Any]]) -> None:
    """Add parameters to one operation; flask-smorest would add them to all operations of the path."""
    noted = function.__dict__.setdefault("_apidoc", {}).setdefault("arguments", {})
    noted.setdefault("parameters", []).extend(headers)


def operation(
    blueprint: Blueprint,
    name: str,
    access: Access,
    *rows: Row,
    moves: bool = False,
    headers: Sequence[dict[str, Any]] = (),
) -> Callable[[F], F]:
    """Describe an operation: name, who may call it, headers and refusals; with `moves` also those of the rules."""
    by_status: dict[int, list[Row]] = {}
    for row in dict.fromkeys((*rows, *_BY_ACCESS[access], *_ALWAYS)):
        by_status.setdefault(row.status, []).append(row)

    def decorate(function: F) -> F:
        for status, found in sorted(by_status.items()):
            function = _with_problem(blueprint, status, found, moves, function)
        described = blueprint.doc(operationId=name, security=_SECURITY[access])(function)
        _note_headers(described, headers)
        return mark(described, access)

    return decorate


def before_body(check: Callable[[], object]) -> Callable[[F], F]:
    """Do this before the body is read: a stranger's large one is not."""

    def decorate(function: F) -> F:
        @functools.wraps(function)
        def view(*arguments: Any, **names: Any) -> Any:
            check()
            return function(*arguments, **names)

        wrapped: Any = view
        checked: F = wrapped
        return checked

    return decorate


IDEMPOTENCY_KEY = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "description": (
        "Requests with the same key are carried out once and get the same answer. Choose it at random. "
        f"The server stores the answer to a move for {COPY_SECONDS // 60} minutes; after that the same key gets the "
        "events of the move, and the current game."
    ),
    "schema": {"type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]{1,255}$"},
    "example": "4f2c1d1e-8a55-4a6f-9d0c-7b1f0a3e5c11",
}
NEWCOMERS_KEY = {
    **IDEMPOTENCY_KEY,
    "description": f"{IDEMPOTENCY_KEY['description']} {SHORTEST_KEY} characters or more.",
    "schema": {
        "type": "string",
        "minLength": SHORTEST_KEY,
        "maxLength": 255,
        "pattern": f"^[!-~]{{{SHORTEST_KEY},255}}$",
    },
}
IF_MATCH = {
    "in": "header",
    "name": "If-Match",
    "required": True,
    "description": "The version that the move was made for, in quotes; or any ETag of the game since then.",
    "schema": {"type": "string", "pattern": r'^"[0-9]{1,9}(\.[0-9a-z.]{1,24})?"$'},
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
    "description": f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}; anything else gives English.",
    "schema": {"type": "string"},
    "example": "fr",
}
ETAG = {"ETag": {"description": "the version, in quotes", "schema": {"type": "string"}, "example": '"12"'}}
