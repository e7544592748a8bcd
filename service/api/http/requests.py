"""What a request says: token, version, idempotency key, language, body. Each is read here and nowhere else."""

from __future__ import annotations

import hashlib
import re
from typing import Any, NoReturn

from flask import request
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import ClientDisconnected

from service.core.client_address import client_network
from service.games.base import LANGUAGES
from service.games.refusals import Term
from service.store.games.idempotency import IdempotencyKey, Scope
from service.wire import json
from service.wire.refusals import (
    BadHeader,
    IncompleteBody,
    KeyTooShort,
    Refused,
    TokenMalformed,
    VersionNeeded,
    WrongContentType,
)

JSON_TYPE = "application/json"
_VERSION = re.compile(r'"(\d{1,9})(?:\.[0-9a-z.]{1,24})?"')
"""A bare version, or any tag of the game, which begins with one."""
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
SHORTEST_KEY = 16
"""Characters of a key that comes without a token: it alone keeps the answer, and the token in it, from others."""
_TOKEN = re.compile(r"Bearer +([\x21-\x7e]{1,255}) *", re.IGNORECASE)


def token() -> str | None:
    """The bearer token; a header that holds none is worth as much as an unknown token."""
    header = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    found = _TOKEN.fullmatch(header)
    if not found:
        raise Refused(TokenMalformed())
    return found[1]


def shown_token() -> str | None:
    """The bearer token of a call that need not have one; other headers do not matter there."""
    found = _TOKEN.fullmatch(request.environ.get("HTTP_AUTHORIZATION", ""))
    return found[1] if found else None


def version() -> int:
    """If-Match of a move: the version that its player has seen."""
    header = request.environ.get("HTTP_IF_MATCH")
    if header is None:
        raise Refused(VersionNeeded())
    found = _VERSION.fullmatch(header.strip())
    if not found:
        raise Refused(BadHeader("If-Match", Term("header.if_match")))
    return int(found[1])


def _key() -> str | None:
    key: str | None = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is not None and not _KEY.fullmatch(key):
        raise Refused(BadHeader("Idempotency-Key", Term("header.idempotency_key")))
    return key


def seats_once() -> IdempotencyKey | None:
    """The use of an Idempotency-Key by a seat, if one is given: nobody without the token finds its answer."""
    key, held = _key(), token()
    return IdempotencyKey.of(key, Scope("seat", held, request.path), _data()) if key and held else None


def newcomers_once(held: str = "") -> IdempotencyKey | None:
    """The same for who has no seat yet, whatever token is shown: others at the address must not guess the key. Where an
    app's key or a player's token counts, it is bound to that."""
    key = _key()
    if key is None:
        return None
    if len(key) < SHORTEST_KEY:
        raise Refused(KeyTooShort("Idempotency-Key", SHORTEST_KEY))
    address = Scope("address", request.remote_addr or "", request.path)
    return IdempotencyKey.of(key, Scope("seat", held, request.path) if held else address, _data())


def language() -> str:
    """`lang`, else the best of Accept-Language, else English."""
    asked = request.args.get("lang")
    if asked in LANGUAGES:
        return asked
    wanted = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality)
    return next((primary for primary in wanted if primary in LANGUAGES), "en")


def _data() -> bytes:
    try:
        return request.get_data()
    except ClientDisconnected:
        raise Refused(IncompleteBody()) from None


def body(required: bool = True) -> Any:
    """The JSON body, read strictly."""
    data = _data()
    if not data and not required:
        return {}
    if request.content_type != JSON_TYPE and request.mimetype != JSON_TYPE:
        raise Refused(WrongContentType())
    return json.loads(data)


KNOWN_QUERIES = 1000


class StrictParser(FlaskParser):
    """webargs with our own JSON reader; unknown names are refused in bodies and queries alike."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"json": None, "query": RAISE}  # noqa: RUF012 - webargs' own

    def __init__(self) -> None:
        super().__init__()
        self._read: dict[tuple[Schema, bytes], dict[str, Any]] = {}

    def parse(self, argmap: Any, req: Any = None, *, location: str | None = None, **options: Any) -> Any:
        """The queries of most requests are alike, and what is read of the same one is the same each time."""
        if location != "query":
            return super().parse(argmap, req, location=location, **options)
        asked = (argmap, request.query_string)
        if asked not in self._read:
            found = super().parse(argmap, req, location=location, **options)
            if len(self._read) >= KNOWN_QUERIES:
                self._read.clear()
            self._read[asked] = found
        return dict(self._read[asked])

    def load_json(self, req: Any, schema: Any) -> Any:
        return body(required=not schema.MAY_BE_LEFT_OUT)

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        found = error.messages
        raise ValidationError(next(iter(found.values())) if isinstance(found, dict) else found)


def address_key() -> str:
    """Whose share it is, where shares go by address."""
    return client_network(request.remote_addr or "")


def token_key() -> str:
    """Whom a limit is for: the token, never itself but its hash; without one the address."""
    header = request.environ.get("HTTP_AUTHORIZATION")
    return hashlib.sha256(header.encode()).hexdigest() if header else address_key()
