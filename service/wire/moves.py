"""All moves as one union, by their `type`: what the body of a move is, whichever rulebook the game has.

Two rulebooks may have a move type of the same name. Ours do not (a test checks); a package's move type that another
rulebook has too is described as `<rulebook>.<type>`. The server takes both for every move, and sends the short one.
"""

from __future__ import annotations

from collections import Counter

from service.games.base import Move, Plain, tag_of
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook
from service.wire.enums import one_of, pascal

_OURS = f"{__name__.partition('.')[0]}."


def namespaced_type(rulebook: AnyRulebook, move_type: type[Move]) -> str:
    """`nim.take`: a move type by its whole name."""
    return f"{rulebook.id}.{tag_of(move_type)}"


def _is_ours(rulebook: AnyRulebook) -> bool:
    return type(rulebook).__module__.startswith(_OURS)


def colliding_types(rulebook: AnyRulebook) -> tuple[type[Move], ...]:
    """The move types of a package that need their whole names, since another rulebook has such a type."""
    if _is_ours(rulebook):
        return ()
    counted = Counter(tag_of(each) for other in RULEBOOKS.values() for each in other.move_classes)
    return tuple(each for each in rulebook.move_classes if counted[tag_of(each)] > 1)


def move_name(rulebook: AnyRulebook, move_type: type[Move], is_namespaced: bool = False) -> str:
    """`AstraObserveMove`: the name in the API's description, and so in the SDK."""
    return f"{pascal(rulebook.id)}{'Namespaced' if is_namespaced else ''}{move_type.__name__}Move"


def _moves_of(rulebook: AnyRulebook) -> dict[str, str]:
    """The members of the union of all moves, by their `type` there."""
    renamed = colliding_types(rulebook)
    return {
        namespaced_type(rulebook, each) if each in renamed else tag_of(each): move_name(rulebook, each, each in renamed)
        for each in rulebook.move_classes
    }


def any_move() -> Plain:
    """The body of a move: of whichever rulebook the game is."""
    members = {tag: name for rulebook in RULEBOOKS.values() for tag, name in _moves_of(rulebook).items()}
    return {"description": "A move, of whichever rulebook the game is.", **one_of("type", members)}
