"""Queries. Their values come as text, so numbers are read from digits here, and only from digits."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, validate

from service.games.base import LANGUAGES
from service.schemas.answers import STATUSES
from service.schemas.fields import StrictSchema, Text
from service.store.keys import ID_PATTERN


class Digits(fields.Integer):
    """A whole number in a query."""

    default_error_messages = {"invalid": "is not a whole number"}  # noqa: RUF012 - marshmallow's own

    def _validated(self, value: Any) -> int:
        if not isinstance(value, str) or not value.isascii() or not value.isdigit() or len(value) > 9:
            raise self.make_error("invalid", input=value)
        return int(value)


def _language() -> Text:
    return Text(validate=validate.OneOf(LANGUAGES), metadata={"description": "goes before Accept-Language"})


class LanguageQuery(StrictSchema):
    """In which language."""

    lang = _language()


class ContentQuery(LanguageQuery):
    """Which content."""

    pack = Text(validate=validate.Length(max=40), metadata={"description": "a content pack; default: the first"})


class GameListQuery(StrictSchema):
    """Which games."""

    status = Text(validate=validate.OneOf(STATUSES))
    rulebook = Text(validate=validate.Length(max=40))
    limit = Digits(load_default=20, validate=validate.Range(min=1, max=100))
    cursor = Text(validate=validate.Regexp(ID_PATTERN, error="is not a cursor of this list"))


class MovesQuery(LanguageQuery):
    """Which moves."""

    type = Text(validate=validate.Length(max=40), metadata={"description": "only moves of this type"})


class EventsQuery(StrictSchema):
    """Which events, and how long to wait for them."""

    after = Digits(load_default=0, validate=validate.Range(min=0))
    limit = Digits(load_default=200, validate=validate.Range(min=1, max=1000))
    wait = Digits(
        load_default=0, validate=validate.Range(min=0, max=30), metadata={"description": "seconds, for a long poll"}
    )
