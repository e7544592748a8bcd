"""Bodies of requests, except moves."""

from __future__ import annotations

from typing import Any, get_args

from marshmallow import ValidationError, fields, post_load, validate, validates_schema

from service.games.bot_levels import Level
from service.games.rng import ENTROPY_PATTERN
from service.schemas.fields import (
    MESSAGES,
    Entries,
    Flag,
    Inner,
    Items,
    Message,
    Name,
    RulebookId,
    StrictSchema,
    Text,
    Whole,
    between,
    item_count,
    like,
    one_of,
    up_to,
)
from service.usecases.accounts.players import ID_PATTERN
from service.usecases.games.bulk import MOST_GAMES
from service.usecases.games.create import (
    LONGEST_INCREMENT,
    LONGEST_SECONDS,
    MOST_POSITIONS,
    CreateGame,
    CreateSeat,
    Rig,
)
from service.usecases.games.quick_play import QuickPlay
from service.wire.words import HintsFor, SeatKind, Visibility

OPTION_VALUE = {"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 1, "maximum": LONGEST_SECONDS}]}


class OptionValue(fields.Field[Any]):
    """A choice, which is a text; or for `idle_seconds` and `strong_budget` a number."""

    default_error_messages = MESSAGES

    def __init__(self) -> None:
        super().__init__(metadata=OPTION_VALUE)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **_: Any) -> str | int:
        if type(value) not in (str, int):
            raise ValidationError(Message("text"))
        return value  # type: ignore[no-any-return]  # one of the two, as just checked


class Entropy(Text):
    """Random bytes for the deal."""

    def __init__(self) -> None:
        about = "32 random bytes that the seat contributes to the deal, hexadecimal; everybody can see them at once"
        super().__init__(validate=like(ENTROPY_PATTERN, "entropy"), metadata={"description": about})


class PlayerSchema(StrictSchema):
    """Which of an app's users it is."""

    player = Text(
        validate=like(ID_PATTERN, "player"),
        metadata={"description": "an app's own name for its user, with the app's key"},
    )
    metadata = Entries(
        keys=Text(),
        values=Text(),
        metadata={"description": "what the app says of the player, 1024 bytes of JSON at most"},
    )

    @validates_schema(skip_on_field_errors=True)
    def check_player(self, data: dict[str, Any], **_: Any) -> None:
        if "metadata" in data and "player" not in data:
            raise ValidationError(Message("players_only"), "metadata")


class SeatWishSchema(PlayerSchema):
    """A seat of a new game."""

    kind = Text(required=True, validate=one_of(get_args(SeatKind)))
    name = Name()
    level = Text(validate=one_of(get_args(Level)), metadata={"description": "of a bot"})

    @validates_schema(skip_on_field_errors=True)
    def check_level(self, data: dict[str, Any], **_: Any) -> None:
        if data["kind"] == "human" and "level" in data:
            raise ValidationError(Message("bots_only"), "level")

    @validates_schema(skip_on_field_errors=True)
    def check_person(self, data: dict[str, Any], **_: Any) -> None:
        if data["kind"] == "bot" and "player" in data:
            raise ValidationError(Message("people_only"), "player")

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> CreateSeat:
        return CreateSeat(**data)


class ClockWishSchema(StrictSchema):
    """Time for each decision; or a bank for all of a seat's decisions, to which each adds the increment."""

    per_decision = Whole(validate=between(1, LONGEST_SECONDS), metadata={"description": "seconds"})
    bank = Whole(validate=between(1, LONGEST_SECONDS), metadata={"description": "seconds"})
    increment = Whole(validate=between(0, LONGEST_INCREMENT), metadata={"description": "seconds"})

    @validates_schema(skip_on_field_errors=True)
    def check_kind(self, data: dict[str, Any], **_: Any) -> None:
        if ("per_decision" in data) == ("bank" in data):
            raise ValidationError(Message("one_clock"), "bank")
        if "increment" in data and "bank" not in data:
            raise ValidationError(Message("bank_only"), "increment")


class RigSchema(StrictSchema):
    """How a game is dealt, for an app's tests; the key has the scope `rig`."""

    seed = Text(
        validate=validate.Length(1, 64, error=Message("characters", least=1, most=64)),
        metadata={"description": "hexadecimal, as a replay has it, or any text"},
    )
    draws = Items(
        Text(validate=up_to(80)),
        validate=item_count(1, 200),
        metadata={"description": "ids that come first out of the shuffles at the start, in this order"},
    )

    @validates_schema(skip_on_field_errors=True)
    def check_something(self, data: dict[str, Any], **_: Any) -> None:
        if not data:
            raise ValidationError(Message("required"), "seed")

    @post_load
    def rig(self, data: dict[str, Any], **_: Any) -> Rig:
        return Rig(data.get("seed", ""), tuple(data.get("draws", ())))


class GameWishSchema(StrictSchema):
    """A new game. The creator takes the first human seat."""

    rulebook = RulebookId(required=True)
    seats = Items(
        Inner(SeatWishSchema()),
        required=True,
        validate=item_count(1, 8),
        error_messages={"invalid": Message("seat_list")},
    )
    options = Entries(keys=Text(), values=OptionValue(), load_default=dict)
    visibility = Text(load_default="public", validate=one_of(get_args(Visibility)))
    turn_seconds = Whole(
        load_default=None,
        allow_none=True,
        validate=between(1, LONGEST_SECONDS),
        metadata={"description": "time for each decision; when it is over, a bot decides"},
    )
    idle_seconds = Whole(
        load_default=None,
        allow_none=True,
        validate=between(1, LONGEST_SECONDS),
        metadata={"description": "after this the host may hand a seat to a bot"},
    )
    clock = Inner(ClockWishSchema(), load_default=None, allow_none=True)
    takebacks = Flag(load_default=True, metadata={"description": "whether moves can be taken back"})
    hints = Text(
        load_default="bots",
        validate=one_of(get_args(HintsFor)),
        metadata={"description": "who may ask for hints: where all others are bots, all, or nobody"},
    )
    rig = Inner(RigSchema(), load_default=None, allow_none=True)
    entropy = Entropy()

    @validates_schema(skip_on_field_errors=True)
    def check_clock(self, data: dict[str, Any], **_: Any) -> None:
        if data["clock"] and data["turn_seconds"]:
            raise ValidationError(Message("one_clock"), "turn_seconds")

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> CreateGame:
        clock = data["clock"] or {}
        options = dict(data["options"])
        idle = self._number("idle_seconds", options.pop("idle_seconds", data["idle_seconds"]), LONGEST_SECONDS)
        budget = self._number("strong_budget", options.pop("strong_budget", None), MOST_POSITIONS)
        for name, value in options.items():
            if not isinstance(value, str):
                raise ValidationError({"options": {name: [Message("text")]}})
        return CreateGame(
            rulebook=data["rulebook"],
            seats=tuple(data["seats"]),
            options=options,
            visibility=data["visibility"],
            turn_seconds=data["turn_seconds"] or clock.get("per_decision", 0),
            bank_seconds=clock.get("bank", 0),
            increment_seconds=clock.get("increment", 0),
            idle_seconds=idle,
            strong_budget=budget,
            takebacks=data["takebacks"],
            hints=data["hints"],
            rig=data["rig"],
            entropy=data.get("entropy", ""),
        )

    def _number(self, name: str, value: Any, most: int) -> int:
        """An option of the server's own; `idle_seconds` may stand beside the options or among them."""
        if value is not None and (type(value) is not int or not 1 <= value <= most):
            raise ValidationError({"options": {name: [Message("range", least=1, most=most)]}})
        return value or 0


class InvalidGames(Exception):
    """What is wrong with some of several games, as marshmallow says it, by their indexes."""

    def __init__(self, messages: dict[int, Any], count: int) -> None:
        super().__init__()
        self.messages, self.count = messages, count


class GameWishesSchema(StrictSchema):
    """Several new games of an app."""

    MAX_BYTES = 256 * 1024
    games = Items(Inner(GameWishSchema()), required=True, validate=item_count(1, MOST_GAMES))

    def handle_error(self, error: ValidationError, data: Any, **_: Any) -> None:
        """Tell what is wrong with single games from what is wrong with the request."""
        found = error.messages
        if isinstance(found, dict) and found.keys() == {"games"} and isinstance(found["games"], dict):
            raise InvalidGames(found["games"], len(data["games"]))


class QuickWishSchema(PlayerSchema):
    """What to play, with how many people. Those who ask for the same join the same game."""

    rulebook = RulebookId(required=True)
    seats = Whole(required=True, validate=between(2, 8), metadata={"description": "how many people play"})
    name = Name(required=True)
    options = Entries(keys=Text(), values=Text(), load_default=dict)
    clock = Inner(ClockWishSchema(), load_default=None, allow_none=True)
    entropy = Entropy()

    @post_load
    def build(self, data: dict[str, Any], **_: Any) -> QuickPlay:
        clock = data["clock"] or {}
        return QuickPlay(
            rulebook=data["rulebook"],
            players=data["seats"],
            name=data["name"],
            options=data["options"],
            turn_seconds=clock.get("per_decision", 0),
            bank_seconds=clock.get("bank", 0),
            increment_seconds=clock.get("increment", 0),
            player=data.get("player", ""),
            metadata=data.get("metadata", {}),
            entropy=data.get("entropy", ""),
        )


class TakeSeatSchema(StrictSchema):
    """Who sits down; the invite code for a private game."""

    name = Name(required=True)
    invite = Text(validate=up_to(100), allow_none=True, load_default=None)
    entropy = Entropy()


class RematchSchema(StrictSchema):
    """What the seat contributes to the next deal."""

    MAY_BE_LEFT_OUT = True
    entropy = Entropy()


class ResignSchema(StrictSchema):
    """Who plays on."""

    MAY_BE_LEFT_OUT = True
    level = Text(load_default="greedy", validate=one_of(get_args(Level)), metadata={"description": "of the bot"})


class NothingSchema(StrictSchema):
    """An empty object, or no body at all."""

    MAY_BE_LEFT_OUT = True
