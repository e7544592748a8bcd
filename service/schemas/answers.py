"""What is sent back. These schemas describe; the answers themselves are encoded by orjson, since views are large."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

STATUSES = ["open", "running", "scoring", "finished", "abandoned"]


def _described(text: str, **more: Any) -> dict[str, Any]:
    return {"metadata": {"description": text, **more}}


class FieldProblemSchema(Schema):
    """What is wrong with one field."""

    field = fields.String(required=True)
    detail = fields.String(required=True)


class MissedSchema(Schema):
    """The numbers of the events that a stale version has missed."""

    after = fields.Integer(required=True)
    until = fields.Integer(required=True)


class ProblemSchema(Schema):
    """An error, as RFC 9457 has it."""

    type = fields.String(required=True, **_described("a reference to the code's description"))
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True, **_described("a sentence for people"))
    code = fields.String(required=True, **_described("a word for programs"))
    ruling = fields.String(**_described("the ruling or book section that refuses a move"))
    field = fields.String(**_described("the first field that is wrong"))
    errors = fields.List(fields.Nested(FieldProblemSchema()), **_described("every field that is wrong"))
    version = fields.Integer(**_described("the version that stands"))
    missed = fields.Nested(MissedSchema())
    seconds_left = fields.Integer(**_described("until an idle seat can be handed over"))


class SeatSchema(Schema):
    """A place at the table."""

    seat = fields.Integer(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(["human", "bot"]))
    name = fields.String(required=True, allow_none=True)
    level = fields.String(required=True, allow_none=True, **_described("of a bot: random, greedy or strong"))
    taken = fields.Boolean(required=True)
    host = fields.Boolean(required=True)
    deciding_since = fields.DateTime(required=True, allow_none=True)


class LineSchema(Schema):
    """One line of a ledger."""

    rule = fields.String(required=True)
    amount = fields.Integer(required=True)
    source = fields.String(required=True)


class SeatScoreSchema(Schema):
    """The ledger of one seat."""

    seat = fields.Integer(required=True)
    total = fields.Integer(required=True)
    lines = fields.List(fields.Nested(LineSchema()), required=True)


class ScoreSchema(Schema):
    """All ledgers; winners only after the end, several when the victory is shared."""

    seats = fields.List(fields.Nested(SeatScoreSchema()), required=True)
    winners = fields.List(fields.Integer(), required=True)


class GameSummarySchema(Schema):
    """A game as the lobby shows it."""

    id = fields.String(required=True)
    rulebook = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    version = fields.Integer(required=True, **_described("the count of accepted moves"))
    visibility = fields.String(required=True, validate=validate.OneOf(["public", "private"]))
    options = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    seats = fields.List(fields.Nested(SeatSchema()), required=True)
    deciders = fields.List(fields.Integer(), required=True, **_described("who owes a decision; 0 is the automa"))
    deadline = fields.DateTime(required=True, allow_none=True)
    turn_seconds = fields.Integer(required=True, allow_none=True)
    idle_seconds = fields.Integer(required=True)
    created_at = fields.DateTime(required=True)
    seed_hash = fields.String(required=True, **_described("SHA-256 of the seed, which is published after the end"))
    last_event = fields.Integer(required=True, **_described("the number of the newest event"))


class GameSchema(GameSummarySchema):
    """A game as the caller sees it."""

    seat = fields.Integer(required=True, allow_none=True, **_described("the caller's seat; null for spectators"))
    pack_hash = fields.String(required=True, allow_none=True)
    end_reason = fields.String(required=True, allow_none=True)
    result = fields.Nested(ScoreSchema(), required=True, allow_none=True)
    view = fields.Dict(required=True, allow_none=True, **_described("the board, as the rulebook shows it"))


class GamePageSchema(Schema):
    """Some games, newest first; `next` is the cursor of the following page."""

    games = fields.List(fields.Nested(GameSummarySchema()), required=True)
    next = fields.String(required=True, allow_none=True)


class CreatedGameSchema(Schema):
    """A new game, and the creator's seat and token: both null in a game of bots alone."""

    game = fields.Nested(GameSchema(), required=True)
    seat = fields.Integer(required=True, allow_none=True)
    token = fields.String(required=True, allow_none=True)
    invite = fields.String(**_described("of a private game: whoever has it may take a seat"))


class TakenSeatSchema(Schema):
    """The seat that was taken, and its token."""

    seat = fields.Integer(required=True)
    token = fields.String(required=True)
    game = fields.Nested(GameSchema(), required=True)


class NewTokenSchema(Schema):
    """The new token of the own seat."""

    seat = fields.Integer(required=True)
    token = fields.String(required=True)


class EventSchema(Schema):
    """Something that happened. Further fields depend on the type."""

    class Meta:
        """Event types of all rulebooks share these fields; the rest is open."""

        unknown = "include"

    id = fields.Integer(required=True, **_described("1, 2, 3 and so on, without gaps"))
    version = fields.Integer(required=True)
    type = fields.String(required=True)
    seat = fields.Integer(required=True, **_described("0 is the automa or the table itself"))


class PreviewedEventSchema(Schema):
    """Something that would happen; null stands for what the caller cannot know beforehand."""

    class Meta:
        """As above: the rest is open."""

        unknown = "include"

    type = fields.String(required=True)
    seat = fields.Integer(required=True)


class EventPageSchema(Schema):
    """Events in order; `next` is what to ask `after` for."""

    events = fields.List(fields.Nested(EventSchema()), required=True)
    next = fields.Integer(required=True)


class PlayedMoveSchema(Schema):
    """What a move did."""

    version = fields.Integer(required=True)
    events = fields.List(fields.Nested(EventSchema()), required=True)
    game = fields.Nested(GameSchema(), required=True)


class PreviewSchema(Schema):
    """What a move would do."""

    version = fields.Integer(required=True)
    events = fields.List(fields.Nested(PreviewedEventSchema()), required=True)


class LegalMoveSchema(Schema):
    """A move that may be played as it is."""

    move = fields.Dict(required=True)
    label = fields.String(required=True, **_described("in the caller's language"))
    ruling = fields.String(required=True)


class UnavailableMoveSchema(Schema):
    """A kind of move that cannot be made now."""

    type = fields.String(required=True)
    code = fields.String(required=True)
    reason = fields.String(required=True)
    ruling = fields.String(required=True)


class LegalMovesSchema(Schema):
    """Every legal move of a seat."""

    version = fields.Integer(required=True)
    seat = fields.Integer(required=True)
    moves = fields.List(fields.Nested(LegalMoveSchema()), required=True)
    unavailable = fields.List(fields.Nested(UnavailableMoveSchema()), required=True)


class ScoreAnswerSchema(Schema):
    """The score; before the end as far as the caller may know it."""

    version = fields.Integer(required=True)
    final = fields.Boolean(required=True)
    score = fields.Nested(ScoreSchema(), required=True)


class ReplayMoveSchema(Schema):
    """A move of a finished game."""

    seat = fields.Integer(required=True)
    move = fields.Dict(required=True)


class ReplaySchema(Schema):
    """All that is needed to play a finished game again: `almagest verify` does."""

    id = fields.String(required=True)
    rulebook = fields.String(required=True)
    players = fields.Integer(required=True)
    options = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    seed = fields.String(required=True, **_described("hexadecimal"))
    seed_hash = fields.String(required=True)
    pack = fields.String(required=True)
    pack_hash = fields.String(required=True)
    moves = fields.List(fields.Nested(ReplayMoveSchema()), required=True)
    final_hash = fields.String(required=True, **_described("SHA-256 of the final state"))
    score = fields.Nested(ScoreSchema(), required=True)


class PlayersSchema(Schema):
    """How many can play."""

    min = fields.Integer(required=True)
    max = fields.Integer(required=True)


class OptionSchema(Schema):
    """A choice made at creation."""

    name = fields.String(required=True)
    text = fields.String(required=True)
    choices = fields.List(fields.String(), required=True)
    default = fields.String(required=True)


class MoveTypeSchema(Schema):
    """A kind of move; `schema` names its description among the components of the API's description."""

    type = fields.String(required=True)
    text = fields.String(required=True)
    schema = fields.String(required=True)


class RulebookSchema(Schema):
    """A game that can be played here."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    players = fields.Nested(PlayersSchema(), required=True)
    options = fields.List(fields.Nested(OptionSchema()), required=True)
    moves = fields.List(fields.Nested(MoveTypeSchema()), required=True)
    end_reasons = fields.List(fields.String(), required=True)


class RulebooksSchema(Schema):
    """All games that can be played here."""

    rulebooks = fields.List(fields.Nested(RulebookSchema()), required=True)


class HealthSchema(Schema):
    """Well enough."""

    status = fields.String(required=True)
