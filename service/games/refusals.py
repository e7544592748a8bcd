"""Why something is not possible, as a value: a struct per code, whose fields are the placeholders of its sentence.

The sentences stand in the game's texts under `refusal.<code>`, in every language. What is not a struct here or in a
game's own `refusals.py` cannot be raised by its rules.
"""

from __future__ import annotations

from typing import ClassVar, Protocol

import msgspec

from service.games.base import snake_case, tag_of


class Term(str):
    """A value that is a key of the game's texts, to be translated into the reader's language."""

    __slots__ = ()


class Refusal(msgspec.Struct, frozen=True, tag_field="code", tag=snake_case):
    """A code for programs, the ruling or book section, and a sentence for players. Subclasses are the table's rows."""

    ruling: ClassVar[str]

    @property
    def code(self) -> str:
        return tag_of(type(self))

    @property
    def cited_ruling(self) -> str:
        """The id of the ruling; of a refusal that cites several, the one that applies."""
        return self.ruling


class GameOver(Refusal, frozen=True):
    """Nothing can be decided any more."""

    ruling = "game_end"


class NotYourDecision(Refusal, frozen=True):
    """Somebody else decides now."""

    ruling = "turn_order"


class WrongPhase(Refusal, frozen=True):
    """Another decision is due first. `now` says which; `section` is the ruling that says so."""

    ruling = "turn_order"
    now: Term
    section: str

    @property
    def cited_ruling(self) -> str:
        return self.section


COMMON: tuple[type[Refusal], ...] = (GameOver, NotYourDecision, WrongPhase)
GAME_OVER = GameOver()
NOT_YOUR_DECISION = NotYourDecision()


class RefusalTexts(Protocol):
    """What an illegal move needs of its rulebook: the sentences of refusals and the titles of rulings."""

    @property
    def id(self) -> str: ...

    def sentence(self, refusal: Refusal, language: str) -> str: ...

    def ruling_title(self, ruling: str, language: str) -> str: ...


class IllegalMove(Exception):
    """The rules refuse a move."""

    def __init__(self, refusal: Refusal, rulebook: RefusalTexts) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.rulebook = rulebook


class Unavailable(msgspec.Struct, frozen=True):
    """A type of move that the seat cannot make now, and why."""

    type: str
    refusal: Refusal
