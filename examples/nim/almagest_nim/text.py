"""Words: names of colours, and moves as players say them."""

from __future__ import annotations

from pathlib import Path

from almagest_nim.moves import Guess, Take
from almagest_nim.state import Colour, NimState, next_seat
from service.games.refusals import Term
from service.games.texts import COMMON, Texts

TEXTS = Texts.load(COMMON, Path(__file__).with_name("content") / "texts.json")


def colour_term(colour: Colour) -> Term:
    return Term(f"colour.{colour}")


def take_label(state: NimState, move: Take, language: str) -> str:
    return TEXTS.say("move.take", language, heap=colour_term(move.heap), stones=move.stones)


def guess_label(state: NimState, move: Guess, language: str) -> str:
    return TEXTS.say("move.guess", language, colour=colour_term(move.colour), seat=next_seat(state))
