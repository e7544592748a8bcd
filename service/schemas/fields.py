"""Strict fields: "5" and 1.9 are no integers, "yes" is no boolean. Errors are in the caller's language: a message is a
key of the texts with its values."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Sequence
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from service.games.registry import RULEBOOKS
from service.games.texts import LazyText
from service.usecases.accounts.names import MAX_LENGTH, UnfitName, clean
from service.wire import json


class Message(str):
    """A message that marshmallow passes on as a string, and that every language has a text for."""

    __slots__ = ("text",)
    text: LazyText

    def __new__(cls, key: str, **values: object) -> Message:
        return cls.from_text(LazyText(f"field.{key}", values))

    @classmethod
    def from_text(cls, text: LazyText) -> Message:
        message = super().__new__(cls, text.key)
        message.text = text
        return message

    def format(self, *_: object, **__: object) -> Message:
        """Ignore marshmallow's values: the message has its own."""
        return self


def one_of(choices: Sequence[str]) -> validate.OneOf:
    return validate.OneOf(choices, error=Message("one_of", choices=", ".join(choices)))


def between(least: int, most: int) -> validate.Range:
    return validate.Range(min=least, max=most, error=Message("range", least=least, most=most))


class _Like(validate.Regexp):
    """Match the whole text; `$` would allow a newline after it."""

    def __call__(self, value: Any) -> Any:
        if not re.fullmatch(self.regex, value):
            raise ValidationError(self.error or "")
        return value


def like(pattern: str, key: str) -> validate.Regexp:
    """Check a text against a pattern; the key names the message."""
    return _Like(pattern, error=Message(key))


def up_to(most: int) -> validate.Length:
    """Check the length of a text."""
    return validate.Length(max=most, error=Message("longest", most=most))


def item_count(least: int, most: int) -> validate.Length:
    """Check the length of a list."""
    return validate.Length(min=least, max=most, error=Message("items", least=least, most=most))


MOST_ERRORS = 20
"""Fields that an answer names: more than somebody mends at once, and a stranger can send thousands."""
LONGEST_NAME = 100
"""Characters of a name that an answer repeats."""


def _plain(name: str) -> str:
    """A name without what writers do differently: turnSeconds, turn-seconds, TURN_SECONDS."""
    return name[:LONGEST_NAME].lower().replace("_", "").replace("-", "")


def _unknown(name: str, known: Sequence[str]) -> Message:
    """The message about a name that is no field: the nearest one that is, or all of them."""
    plain = {_plain(each): each for each in known}
    near = difflib.get_close_matches(_plain(name), plain, 1, 0.7)
    if near:
        return Message("unknown_near", near=plain[near[0]])
    return Message("unknown_of", names=", ".join(known)) if known else Message("unknown")


class StrictSchema(Schema):
    """Refuses unknown fields, by their name."""

    MAY_BE_LEFT_OUT = False
    """Whether a missing body counts as an empty object."""
    MAX_BYTES = json.MAX_BYTES
    """Of the body."""
    error_messages = {"unknown": Message("unknown"), "type": Message("object")}  # noqa: RUF012 - marshmallow's own

    def handle_error(self, error: ValidationError, data: Any, *, many: bool, **kwargs: Any) -> None:
        """Say of unknown fields which one may be meant; marshmallow raises the error after this."""
        if isinstance(error.messages, dict):
            unknown = [name for name, found in error.messages.items() if found == [self.error_messages["unknown"]]]
            for name in unknown[:MOST_ERRORS]:
                error.messages[name] = [_unknown(str(name), list(self.load_fields))]


MESSAGES: dict[str, Any] = {"required": Message("required"), "null": Message("null")}


class Whole(fields.Integer):
    """An integer, written as one."""

    default_error_messages = {**MESSAGES, "invalid": Message("whole")}  # noqa: RUF012 - marshmallow's own

    def _validated(self, value: Any) -> int:
        if type(value) is not int:
            raise self.make_error("invalid", input=value)
        return value


class Flag(fields.Boolean):
    """true or false."""

    default_error_messages = {**MESSAGES, "invalid": Message("flag")}  # noqa: RUF012 - marshmallow's own

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> bool:
        if type(value) is not bool:
            raise self.make_error("invalid", input=value)
        return value


class Text(fields.String):
    """A string."""

    default_error_messages = {  # noqa: RUF012 - marshmallow's own
        **MESSAGES,
        "invalid": Message("text"),
        "invalid_utf8": Message("text"),
    }


class Items(fields.List[Any]):
    """A list."""

    default_error_messages = {**MESSAGES, "invalid": Message("list")}  # noqa: RUF012 - marshmallow's own

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> list[Any]:
        """Count first: a list that is too long is refused without a look at its items."""
        if isinstance(value, list):
            for check in self.validators:
                check(value)
        return super()._deserialize(value, attr, data, **kwargs)


class Inner(fields.Nested):
    """An object in an object."""

    default_error_messages = {**MESSAGES, "type": Message("object")}  # noqa: RUF012 - marshmallow's own


class Entries(fields.Dict):
    """An object whose keys are data."""

    default_error_messages = {**MESSAGES, "invalid": Message("object")}  # noqa: RUF012 - marshmallow's own

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        """Name the entry in the error, whether its key or its value is wrong."""
        try:
            return super()._deserialize(value, attr, data, **kwargs)  # type: ignore[no-untyped-call]  # marshmallow's
        except ValidationError as error:
            if not isinstance(error.messages, dict):
                raise
            found = {name: [*itertools.chain(*parts.values())] for name, parts in error.messages.items()}
            raise ValidationError(found) from None


class RulebookId(Text):
    """One of the games that are installed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs, metadata={"enum": list(RULEBOOKS), "example": next(iter(RULEBOOKS))})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        name = str(super()._deserialize(value, attr, data, **kwargs))
        if name not in RULEBOOKS:
            raise ValidationError(Message("one_of", choices=", ".join(RULEBOOKS)))
        return name


class Name(Text):
    """A player's name, normalised."""

    def __init__(self, **kwargs: Any) -> None:
        described = {"description": "1 to 40 characters", "minLength": 1, "maxLength": MAX_LENGTH}
        super().__init__(**kwargs, metadata={**described, "example": "Hypatia"})

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> str:
        try:
            return clean(str(super()._deserialize(value, attr, data, **kwargs)))
        except UnfitName as error:
            raise ValidationError(Message.from_text(error.why)) from None
