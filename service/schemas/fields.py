"""Fields that take no lookalikes: "5" and 1.9 are no integers, "yes" is no boolean."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, ValidationError, fields

from service.tables.names import MAX_LENGTH, UnfitName, clean


class StrictSchema(Schema):
    """Unknown fields are refused, by their name."""

    error_messages = {"unknown": "is not a field here", "type": "is not an object"}  # noqa: RUF012 - marshmallow's own


_MESSAGES = {"required": "is missing", "null": "must not be null"}


class Whole(fields.Integer):
    """An integer, written as one."""

    default_error_messages = {**_MESSAGES, "invalid": "is not a whole number"}  # noqa: RUF012 - marshmallow's own

    def _validated(self, value: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class Flag(fields.Boolean):
    """true or false."""

    default_error_messages = {**_MESSAGES, "invalid": "is not true or false"}  # noqa: RUF012 - marshmallow's own

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class Text(fields.String):
    """A string."""

    default_error_messages = {**_MESSAGES, "invalid": "is not a text"}  # noqa: RUF012 - marshmallow's own


class Name(Text):
    """A player's name, normalised."""

    def __init__(self, **kwargs: Any) -> None:
        described = {"description": "1 to 40 characters", "minLength": 1, "maxLength": MAX_LENGTH}
        super().__init__(**kwargs, metadata={**described, "example": "Hypatia"})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            return clean(str(super()._deserialize(value, attr, data, **kwargs)))
        except UnfitName as error:
            raise ValidationError(str(error)) from None
