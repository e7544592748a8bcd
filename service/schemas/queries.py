"""Queries. Their values are texts, so numbers are parsed here, from digits alone."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, get_args

from marshmallow import ValidationError, fields

from service.games.base import LANGUAGES
from service.schemas.fields import MESSAGES, Message, RulebookId, StrictSchema, Text, between, like, one_of, up_to
from service.store.redis.keys import ID_PATTERN, NOTICE_PATTERN
from service.usecases.delivery.player_feed import CURSOR_PATTERN
from service.usecases.delivery.push import DEVICE_PATTERN
from service.usecases.views.render import PARTS, Part, Parts
from service.wire.webhooks import DeliveryStatus
from service.wire.words import Status

DIGITS = 9
MOST = 10**DIGITS - 1


class Digits(fields.Integer):
    """A whole number in a query."""

    default_error_messages = {"invalid": Message("whole")}  # noqa: RUF012 - marshmallow's own

    def _validated(self, value: Any) -> int:
        if not isinstance(value, str) or not value.isascii() or not value.isdigit() or len(value) > DIGITS:
            raise self.make_error("invalid", input=value)
        return int(value)


def _language() -> Text:
    return Text(validate=one_of(LANGUAGES), metadata={"description": "goes before Accept-Language"})


class LanguageQuery(StrictSchema):
    """In which language."""

    lang = _language()


class EditionQuery(LanguageQuery):
    """Which content by its hash."""

    edition = Text(
        validate=up_to(40),
        metadata={"description": "of the texts, as `Content-Location` names it; then it never changes"},
    )


class ContentQuery(LanguageQuery):
    """Which content."""

    pack = Text(validate=up_to(40), metadata={"description": "a content pack; default: the first"})


class GameListQuery(StrictSchema):
    """Which games."""

    status = Text(validate=one_of(get_args(Status)))
    rulebook = RulebookId()
    limit = Digits(load_default=20, validate=between(1, 100))
    cursor = Text(validate=like(ID_PATTERN, "cursor"))


class MyGamesQuery(StrictSchema):
    """Which of the player's games."""

    status = Text(validate=one_of(get_args(Status)))
    turn = Text(validate=one_of(("mine",)), metadata={"description": "only games in which the player decides"})
    limit = Digits(load_default=20, validate=between(1, 100))
    cursor = Text(validate=like(ID_PATTERN, "cursor"))


class DeliveriesQuery(LanguageQuery):
    """Which deliveries."""

    status = Text(validate=one_of(get_args(DeliveryStatus)))
    limit = Digits(load_default=20, validate=between(1, 100))
    cursor = Text(validate=like(NOTICE_PATTERN, "cursor"))


class Include(fields.Field[Parts]):
    """Parts of an answer, separated by commas, each at most once."""

    default_error_messages = MESSAGES

    def __init__(self, allowed: Sequence[Part], **kwargs: Any) -> None:
        self._allowed = allowed
        orders = (order for count in range(1, len(allowed) + 1) for order in itertools.permutations(allowed, count))
        pattern = f"^({'|'.join(map(','.join, orders))})$"
        described = {"description": f"some of {', '.join(allowed)}, by commas", "type": "string", "pattern": pattern}
        super().__init__(load_default=frozenset, metadata=described, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> Parts:
        parts = [part for part in self._allowed if part in str(value).split(",")]
        if len(parts) < len(str(value).split(",")):
            raise ValidationError(Message("some_of", choices=", ".join(self._allowed)))
        return frozenset(parts)


class WithPartsQuery(LanguageQuery):
    """What else to send with a game."""

    include = Include(("moves", "score"))


class GameQuery(WithPartsQuery):
    """What else to send with a game, and, after its end, of which moment."""

    at = Digits(
        validate=between(0, 999_999_999),
        metadata={"description": "after the end: the game as it stood after so many moves"},
    )
    eyes = Digits(validate=between(0, 8), metadata={"description": "with `at`: as this seat saw it; 0 is a spectator"})


class WithFrameQuery(LanguageQuery):
    """What else to send with what would happen."""

    include = Include(PARTS)


class MovesQuery(LanguageQuery):
    """Which moves."""

    type = Text(validate=up_to(40), metadata={"description": "only moves of this type"})


class EventsQuery(LanguageQuery):
    """Which events, and how long to wait for them."""

    after = Digits(load_default=0, validate=between(0, MOST))
    limit = Digits(load_default=200, validate=between(1, 1000))
    wait = Digits(load_default=0, validate=between(0, 30), metadata={"description": "seconds, for a long poll"})
    include = Include(PARTS)


class MyEventsQuery(LanguageQuery):
    """After what, and how long to wait."""

    after = Text(
        validate=like(CURSOR_PATTERN, "cursor"),
        metadata={"description": "`next` of the page before; without it: where every game stands"},
    )
    wait = Digits(load_default=0, validate=between(0, 30), metadata={"description": "seconds, for a long poll"})
    include = Include(PARTS)


class HintsQuery(LanguageQuery):
    """How long to wait for hints."""

    wait = Digits(load_default=0, validate=between(0, 10), metadata={"description": "seconds to wait for them"})


class DeviceQuery(StrictSchema):
    """Which device."""

    device = Text(validate=like(DEVICE_PATTERN, "device"), metadata={"description": "without it: all of the seat"})
