"""Read a request: token, version, idempotency key, language, body. Nothing else reads these headers."""

from __future__ import annotations

import functools
import hashlib
import re
from typing import Any, NoReturn
from urllib.parse import parse_qs

from flask import request
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.datastructures import LanguageAccept
from werkzeug.exceptions import ClientDisconnected
from werkzeug.http import parse_accept_header

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
"""A bare version, or any ETag of the game, which begins with one."""
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
SHORTEST_KEY = 16
"""Characters of a key without a token: only the key protects the stored answer, and the token in it, from others."""
_CREDENTIALS = re.compile(r"Bearer +([\x21-\x7e]{1,255}) *", re.IGNORECASE)
"""RFC 9110: a scheme in any case, one space or more, the token."""


def optional_token() -> str | None:
    """The bearer token of a call that need not have one; ignore an Authorization header that holds none."""
    found = _CREDENTIALS.fullmatch(request.environ.get("HTTP_AUTHORIZATION", ""))
    return found[1] if found else None


def bearer_token() -> str | None:
    """The bearer token; refuse an Authorization header that holds none."""
    token = optional_token()
    if token is None and "HTTP_AUTHORIZATION" in request.environ:
        raise Refused(TokenMalformed())
    return token


def version() -> int:
    """If-Match of a move: the version that the player saw."""
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


def seat_idempotency_key() -> IdempotencyKey | None:
    """The Idempotency-Key of a seat, if one is sent: bound to its token, so that nobody else gets the answer."""
    key, token = _key(), bearer_token()
    return IdempotencyKey.for_request(key, Scope("seat", token, request.path), _data()) if key and token else None


def newcomer_idempotency_key(token: str = "") -> IdempotencyKey | None:
    """The Idempotency-Key of a caller without a seat: bound to an app's key or a player's token, else to the address,
    where others must not guess it."""
    key = _key()
    if key is None:
        return None
    if len(key) < SHORTEST_KEY:
        raise Refused(KeyTooShort("Idempotency-Key", SHORTEST_KEY))
    address = Scope("address", request.remote_addr or "", request.path)
    return IdempotencyKey.for_request(key, Scope("seat", token, request.path) if token else address, _data())


def language() -> str:
    """`lang`, else the best of Accept-Language, else English."""
    environ = request.environ
    return _choose_language(environ.get("QUERY_STRING", ""), environ.get("HTTP_ACCEPT_LANGUAGE", ""))


@functools.lru_cache(1000)
def _choose_language(query: str, accepted: str) -> str:
    wanted = parse_qs(query).get("lang", [""])[0]
    tags = [tag.lower().partition("-")[0] for tag, quality in parse_accept_header(accepted, LanguageAccept) if quality]
    return next((primary for primary in (wanted, *tags) if primary in LANGUAGES), "en")


def _data() -> bytes:
    """The body; a short one without werkzeug's stream, which costs more than parsing it."""
    environ = request.environ
    if "almagest.body" not in environ:
        environ["almagest.body"] = _read_body(environ)
    data: bytes = environ["almagest.body"]
    return data


def _read_body(environ: dict[str, Any]) -> bytes:
    length = environ.get("CONTENT_LENGTH", "")
    if not length.isdecimal() or int(length) > json.MAX_BYTES or "HTTP_TRANSFER_ENCODING" in environ:
        return _read_any_body()
    try:
        data: bytes = environ["wsgi.input"].read(int(length))
    except (OSError, ValueError):
        raise Refused(IncompleteBody()) from None
    if len(data) < int(length):
        raise Refused(IncompleteBody())
    return data


def _read_any_body() -> bytes:
    try:
        return request.get_data()
    except ClientDisconnected:
        raise Refused(IncompleteBody()) from None


def body(required: bool = True, most: int = json.MAX_BYTES) -> Any:
    """The JSON body of so many bytes at most, parsed strictly."""
    if most > json.MAX_BYTES:
        request.max_content_length = most
    data = _data()
    if not data and not required:
        return {}
    if request.environ.get("CONTENT_TYPE") != JSON_TYPE and request.mimetype != JSON_TYPE:
        raise Refused(WrongContentType())
    return json.loads(data, most)


MAX_CACHED_QUERIES = 1000


class StrictParser(FlaskParser):
    """webargs with our own JSON parser; refuses unknown names in bodies and queries alike."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"json": None, "query": RAISE}  # noqa: RUF012 - webargs' own

    def __init__(self) -> None:
        super().__init__()
        self._parsed: dict[tuple[Schema, bytes], dict[str, Any]] = {}

    def parse(self, argmap: Any, req: Any = None, *, location: str | None = None, **options: Any) -> Any:
        """Cache parsed queries, since most requests have one of a few."""
        if location != "query":
            return super().parse(argmap, req, location=location, **options)
        key = (argmap, request.query_string)
        if key not in self._parsed:
            found = super().parse(argmap, req, location=location, **options)
            if len(self._parsed) >= MAX_CACHED_QUERIES:
                self._parsed.clear()
            self._parsed[key] = found
        return dict(self._parsed[key])

    def load_json(self, req: Any, schema: Any) -> Any:
        return body(required=not schema.MAY_BE_LEFT_OUT, most=schema.MAX_BYTES)

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        found = error.messages
        raise ValidationError(next(iter(found.values())) if isinstance(found, dict) else found)


def address_key() -> str:
    """The network of the client's address: quotas and limits count by it."""
    return client_network(request.remote_addr or "")


def token_key() -> str:
    """The hash of the token, else the address: the limit per token counts by it, however the header is spelled."""
    token = optional_token()
    return hashlib.sha256(token.encode()).hexdigest() if token else address_key()
