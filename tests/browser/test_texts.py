"""The table has words for all that the games can ask and tell, in all languages, and they are the games' own words."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import msgspec
import pytest

from service.games.base import LANGUAGES, tag_of
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook
from service.wire.events import TABLE_EVENTS
from tests.browser.glossary import INSTEAD, NOWHERE, TERMS

SERVICE = Path(__file__).parents[2] / "service"
WEB = SERVICE / "web"
Table = dict[str, dict[str, str]]
AFTER = "end/texts.json"
"""Of what is loaded when a game is over."""
TEXTS = {
    key: text
    for path in ("texts.json", AFTER)
    for key, text in msgspec.json.decode((WEB / path).read_bytes(), type=Table).items()
}
SCRIPTS = [path for path in WEB.rglob("*.js") if path.relative_to(WEB).parts[0] != "docs"]
SOURCES = sorted(path for kind in ("js", "css") for path in WEB.rglob(f"*.{kind}"))
MOST_LINES = 300


def _own(game: str) -> Table:
    """The texts in a game's folder."""
    return msgspec.json.decode((WEB / "games" / game / "texts.json").read_bytes(), type=Table)


FOLDERS = sorted(path.parent.name for path in (WEB / "games").glob("*/texts.json"))


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_event_has_a_text_and_no_text_is_for_a_move_or_an_event_that_is_gone(rulebook: AnyRulebook) -> None:
    moves = {f"move.{tag_of(move)}" for move in rulebook.move_classes}
    events = {f"event.{tag_of(event)}" for event in (*rulebook.event_types, *TABLE_EVENTS)}
    texts = {key for key in TEXTS | _own(rulebook.id) if key.startswith(("move.", "event."))}
    assert events - texts == texts - events - moves == set()


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_placeholder_of_an_event_is_a_field(rulebook: AnyRulebook) -> None:
    texts = TEXTS | _own(rulebook.id)
    for event in (*rulebook.event_types, *TABLE_EVENTS):
        for language in LANGUAGES:
            said = texts[f"event.{tag_of(event)}"][language]
            assert set(re.findall(r"\{(\w+)", said)) <= {"who", *event.__struct_fields__}


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_the_content_has_words_for_phases_scores_and_ends(rulebook: AnyRulebook) -> None:
    for language in LANGUAGES:
        content = rulebook.content("classic", language)
        assert {"phase", "score", "end"} <= set(content.texts)
        assert set(content.texts["end"]) == set(rulebook.end_reasons)


def _said_by(texts: Table, language: str) -> str:
    return "\n".join(text[language].lower() for text in texts.values())


def _page(game: str) -> Table:
    choices = {key: text for key, text in TEXTS.items() if key.startswith("choice.")}
    return {f"about.{game}": TEXTS[f"about.{game}"]} | choices | _own(game)


def _content(game: str) -> Table:
    path = SERVICE / "games" / game / "content" / "texts.json"
    return msgspec.json.decode(path.read_bytes(), type=Table)


@pytest.mark.parametrize("game", FOLDERS)
def test_page_and_game_use_the_same_word_for_a_term_and_no_other(game: str) -> None:
    for texts, language in itertools.product((_page(game), _content(game)), LANGUAGES):
        said = _said_by(texts, language)
        assert [term for term, words in TERMS[game].items() if not re.search(words[language], said)] == [], language
        assert [word for word in INSTEAD[game].get(language, ()) if re.search(rf"\b(?:{word})", said)] == [], language


def test_page_and_service_say_the_same_words() -> None:
    service = msgspec.json.decode((SERVICE / "wire" / "texts.json").read_bytes(), type=Table)
    for texts in (service, TEXTS, *map(_own, FOLDERS)):
        for language, words in NOWHERE.items():
            assert re.findall("|".join(words), _said_by(texts, language)) == []


def _unknown_texts(script: Path) -> set[str]:
    top, *inside = script.relative_to(WEB).parts
    folder = inside[0] if top == "games" and inside[1:] else ""
    asked = set(re.findall(r'\bt\(\s*"([\w.]+)"', script.read_text()))
    return asked - set(TEXTS) - (set(_own(folder)) if folder else set())


def test_scripts_ask_for_known_texts_and_write_no_markup() -> None:
    assert {script: unknown for script in SCRIPTS if (unknown := _unknown_texts(script))} == {}
    markup = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(")
    assert [script for script in SCRIPTS if markup.search(script.read_text())] == []


def test_scripts_and_styles_are_short() -> None:
    lengths = {source: len(source.read_text().splitlines()) for source in SOURCES}
    assert {source: lines for source, lines in lengths.items() if lines > MOST_LINES} == {}
