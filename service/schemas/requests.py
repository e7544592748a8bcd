"""What clients send, moves excepted."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, fields, post_load, validate, validates_schema

from service.schemas.fields import Name, StrictSchema, Text, Whole
from service.tables.create import GameWish, SeatWish

_LONGEST = 365 * 86_400
_MOST_POSITIONS = 20_000


class OptionValue(fields.Field[Any]):
    """A choice, which is a text; or for `idle_seconds` and `strong_budget` a number."""

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> str | int:
        if type(value) not in (str, int):
            raise ValidationError("is not a text")
        return value  # type: ignore[no-any-return]  # one of the two, as just checked


class SeatWishSchema(StrictSchema):
    """A seat of a new game."""

    kind = Text(required=True, validate=validate.OneOf(["human", "bot"]))
    name = Name()
    level = Text(validate=validate.OneOf(["random", "greedy", "strong"]), metadata={"description": "of a bot"})

    @validates_schema(skip_on_field_errors=True)
    def check_level(self, data: dict[str, Any], **_: Any) -> None:
        if data["kind"] == "human" and "level" in data:
            raise ValidationError("is for bots only", "level")

    @post_load
    def wish(self, data: dict[str, Any], **_: Any) -> SeatWish:
        return SeatWish(**data)


class GameWishSchema(StrictSchema):
    """A new game. The creator takes the first human seat."""

    rulebook = Text(required=True, validate=validate.Length(max=40), metadata={"example": "astra"})
    seats = fields.List(fields.Nested(SeatWishSchema()), required=True, validate=validate.Length(min=1, max=8))
    options = fields.Dict(keys=Text(), values=OptionValue(), load_default=dict)
    visibility = Text(load_default="public", validate=validate.OneOf(["public", "private"]))
    turn_seconds = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=1, max=_LONGEST),
        metadata={"description": "time for each decision; when it is over, a bot decides"},
    )
    idle_seconds = Whole(
        load_default=None,
        allow_none=True,
        validate=validate.Range(min=1, max=_LONGEST),
        metadata={"description": "after this the host may hand a seat to a bot"},
    )

    @post_load
    def wish(self, data: dict[str, Any], **_: Any) -> GameWish:
        options = dict(data["options"])
        idle = self._number("idle_seconds", options.pop("idle_seconds", data["idle_seconds"]), _LONGEST)
        budget = self._number("strong_budget", options.pop("strong_budget", None), _MOST_POSITIONS)
        for name, value in options.items():
            if not isinstance(value, str):
                raise ValidationError({"options": {name: ["is not a text"]}})
        seats = tuple(data["seats"])
        return GameWish(data["rulebook"], seats, options, data["visibility"], data["turn_seconds"] or 0, idle, budget)

    def _number(self, name: str, value: Any, most: int) -> int:
        """An option of the server's own; `idle_seconds` may stand beside the options or among them."""
        if value is not None and (type(value) is not int or not 1 <= value <= most):
            raise ValidationError({"options": {name: [f"is a whole number from 1 to {most}"]}})
        return value or 0


class TakeSeatSchema(StrictSchema):
    """Who sits down; the invite code for a private game."""

    name = Name(required=True)
    invite = Text(validate=validate.Length(max=100), allow_none=True, load_default=None)


class NothingSchema(StrictSchema):
    """An empty object, or no body at all."""
