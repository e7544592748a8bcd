"""What a request says: token, version, idempotency key, language, body. Each is read here and nowhere else."""

from __future__ import annotations

import hashlib
import re
from typing import Any, NoReturn

from flask import request
from marshmallow import RAISE, Schema, ValidationError
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import ClientDisconnected

from service import json
from service.games.base import LANGUAGES
from service.store.answers import Once
from service.tables import access
from service.tables.refusals import Refused

JSON_TYPE = "application/json"
_VERSION = re.compile(r'"(\d{1,9})(?:\.\d{1,9})?"')
_KEY = re.compile(r"[\x21-\x7e]{1,255}")
_TOKEN = re.compile(r"Bearer +([\x21-\x7e]{1,255}) *", re.IGNORECASE)


def token() -> str | None:
    """The bearer token; a header that holds none is worth as much as an unknown token."""
    header = request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    found = _TOKEN.fullmatch(header)
    if not found:
        raise Refused("token_unknown", "The Authorization header is not of the form: Bearer <token>.")
    return found[1]


def seat_token() -> str:
    """The bearer token of a call that needs one, whatever else is wrong with the call."""
    found = token()
    if found is None:
        raise access.token_needed()
    return found


def version() -> int:
    """If-Match of a move: the version that its player has seen."""
    header = request.environ.get("HTTP_IF_MATCH")
    if header is None:
        raise Refused("version_needed", 'A move needs the version it was made for: If-Match: "<version>".')
    found = _VERSION.fullmatch(header.strip())
    if not found:
        raise Refused("bad_header", 'If-Match is one version in quotes, like "12".')
    return int(found[1])


def once() -> Once | None:
    """The use of an Idempotency-Key, if one is given: bound to the path, and to the token or else the address."""
    key = request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise Refused("bad_header", "An Idempotency-Key has 1 to 255 visible ASCII characters.")
    who = request.environ.get("HTTP_AUTHORIZATION") or request.remote_addr or ""
    return Once.of(key, f"{request.path}\0{who}", _data())


def language() -> str:
    """`lang`, else the best of Accept-Language, else English."""
    asked = request.args.get("lang")
    if asked is not None:
        return asked
    wanted = (tag.lower().partition("-")[0] for tag, quality in request.accept_languages if quality)
    return next((primary for primary in wanted if primary in LANGUAGES), "en")


def _data() -> bytes:
    try:
        return request.get_data()
    except ClientDisconnected:
        raise Refused("bad_request", "The body did not arrive whole.") from None


def body(required: bool = True) -> Any:
    """The JSON body, read strictly."""
    data = _data()
    if not data and not required:
        return {}
    if request.content_type != JSON_TYPE and request.mimetype != JSON_TYPE:
        raise Refused("wrong_content_type", "The body is to be sent as application/json.")
    return json.loads(data)


class StrictParser(FlaskParser):
    """webargs with our own JSON reader; unknown names are refused in bodies and queries alike."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"json": None, "query": RAISE}  # noqa: RUF012 - webargs' own

    def load_json(self, req: Any, schema: Schema) -> Any:
        return body(required=bool(schema.fields))

    def handle_error(self, error: ValidationError, *_: Any, **__: Any) -> NoReturn:
        found = error.messages
        raise ValidationError(next(iter(found.values())) if isinstance(found, dict) else found)


def address_key() -> str:
    return request.remote_addr or ""


def token_key() -> str:
    """Whom a limit is for: the token, never itself but its hash; without one the address."""
    header = request.environ.get("HTTP_AUTHORIZATION")
    return hashlib.sha256(header.encode()).hexdigest() if header else address_key()
