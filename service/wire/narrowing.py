"""Answers as one rulebook gives them: a game of Astra has Astra's view, moves and events.

They are made from the plain answers, once for each rulebook that is installed, and told apart by `rulebook`.
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


def _listing(kind: Any) -> Any:
    """`tuple[kind, ...]`, of a type that is known only now."""
    return GenericAlias(tuple, (kind, ...))


def _narrowed(base: Struct, rulebook: AnyRulebook, **fields: Any) -> Struct:
    """The answer with the rulebook's own types, told apart by `rulebook`."""
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


class Narrowed(msgspec.Struct, frozen=True):
    """The types of one rulebook, by the names they have in its module of the SDK."""

    event: tuple[Struct, ...]
    move: tuple[Struct, ...]
    view: Struct
    content: Struct
    answers: tuple[Struct, ...]


def for_rulebook(rulebook: AnyRulebook) -> Narrowed:
    events = (*rulebook.event_types, *TABLE_EVENTS)
    moves, event = union(rulebook.move_classes), union(events)
    view, content = rulebook.view_type, rulebook.content_type
    offer = _narrowed(answers.Offer, rulebook, move=moves)
    own: dict[str, Any] = {"view": view | None, "moves": _listing(offer) | None}
    game = _narrowed(answers.Game, rulebook, end_reason=Literal[rulebook.end_reasons] | None, **own)
    frame = _narrowed(answers.Frame, rulebook, **own)
    played = _narrowed(answers.ReplayMove, rulebook, move=moves | None)
    hint = _narrowed(answers.Hint, rulebook, move=moves)
    instead = _narrowed(answers.Instead, rulebook, move=moves)
    turning = _narrowed(answers.TurningPoint, rulebook, move=moves, instead=instead | None)
    found = (
        game,
        offer,
        played,
        _narrowed(answers.CreatedGame, rulebook, game=game),
        _narrowed(answers.TakenSeat, rulebook, game=game),
        frame,
        _narrowed(answers.EventPage, rulebook, events=_listing(event), frame=frame | None),
        _narrowed(answers.GameNews, rulebook, events=_listing(event), frame=frame | None),
        _narrowed(answers.PlayedMove, rulebook, events=_listing(event), game=game),
        _narrowed(answers.Preview, rulebook, events=_listing(event), **own),
        _narrowed(answers.LegalMoves, rulebook, moves=_listing(offer)),
        _narrowed(answers.Replay, rulebook, moves=_listing(played)),
        hint,
        instead,
        turning,
        _narrowed(answers.Hints, rulebook, hints=_listing(hint)),
        _narrowed(answers.Analysis, rulebook, turning_points=_listing(turning)),
    )
    return Narrowed(events, rulebook.move_classes, view, content, found)
