"""Answers of one rulebook: a game of Astra has Astra's view, moves and events.

They are subclasses of the plain answers, made for each rulebook that is installed, with `rulebook` as discriminator.
"""

from __future__ import annotations

from types import GenericAlias
from typing import Any, Literal, Union

import msgspec

from service.games.rulebook import AnyRulebook
from service.wire import answers
from service.wire.events import TABLE_EVENTS

Struct = type[msgspec.Struct]


def union(types: tuple[Any, ...]) -> Any:
    return Union[types]  # noqa: UP007 - made of a tuple, which `|` cannot do


def _tuple_of(kind: Any) -> Any:
    """`tuple[kind, ...]` of a type that is known at runtime."""
    return GenericAlias(tuple, (kind, ...))


def _narrow(base: Struct, rulebook: AnyRulebook, **fields: Any) -> Struct:
    """Make a subclass of an answer with the types of one rulebook."""
    own: list[tuple[str, Any]] = list(fields.items())
    if "rulebook" in base.__struct_fields__:
        own.append(("rulebook", Literal[rulebook.id]))
    return msgspec.defstruct(
        base.__name__,
        own,
        bases=(base,),
        module=type(rulebook).__module__,
        frozen=True,
        kw_only=True,
        namespace={"__doc__": base.__doc__},
    )


class RulebookTypes(msgspec.Struct, frozen=True):
    """The types of one rulebook, by the names they have in its module of the SDK."""

    event: tuple[Struct, ...]
    move: tuple[Struct, ...]
    view: Struct
    content: Struct
    answers: tuple[Struct, ...]


def types_of(rulebook: AnyRulebook) -> RulebookTypes:
    events = (*rulebook.event_types, *TABLE_EVENTS)
    moves, event = union(rulebook.move_classes), union(events)
    view, content = rulebook.view_type, rulebook.content_type
    offer = _narrow(answers.Offer, rulebook, move=moves)
    own: dict[str, Any] = {"view": view | None, "moves": _tuple_of(offer) | None}
    game = _narrow(answers.Game, rulebook, end_reason=Literal[rulebook.end_reasons] | None, **own)
    frame = _narrow(answers.Frame, rulebook, **own)
    played = _narrow(answers.ReplayMove, rulebook, move=moves | None)
    hint = _narrow(answers.Hint, rulebook, move=moves)
    instead = _narrow(answers.Instead, rulebook, move=moves)
    turning = _narrow(answers.TurningPoint, rulebook, move=moves, instead=instead | None)
    found = (
        game,
        offer,
        played,
        _narrow(answers.CreatedGame, rulebook, game=game),
        _narrow(answers.TakenSeat, rulebook, game=game),
        frame,
        _narrow(answers.EventPage, rulebook, events=_tuple_of(event), frame=frame | None),
        _narrow(answers.GameNews, rulebook, events=_tuple_of(event), frame=frame | None),
        _narrow(answers.PlayedMove, rulebook, events=_tuple_of(event), game=game),
        _narrow(answers.Preview, rulebook, events=_tuple_of(event), **own),
        _narrow(answers.LegalMoves, rulebook, moves=_tuple_of(offer)),
        _narrow(answers.Replay, rulebook, moves=_tuple_of(played)),
        hint,
        instead,
        turning,
        _narrow(answers.Hints, rulebook, hints=_tuple_of(hint)),
        _narrow(answers.Analysis, rulebook, turning_points=_tuple_of(turning)),
    )
    return RulebookTypes(events, rulebook.move_classes, view, content, found)
