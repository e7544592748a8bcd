"""The table has words for all that the games can ask and tell, in all languages, and they are the games' own words."""

from __future__ import annotations

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


PLACEHOLDER = re.compile(r"\{(\w+)")
"""`{count}`, or `{count|star|stars}`: which form of a word goes with the number."""
FOLDERS = sorted(path.parent.name for path in (WEB / "games").glob("*/texts.json"))


@pytest.mark.parametrize("path", ["texts.json", AFTER, *(f"games/{game}/texts.json" for game in FOLDERS)])
def test_every_text_is_there_in_every_language(path: str) -> None:
    for key, text in msgspec.json.decode((WEB / path).read_bytes(), type=Table).items():
        assert set(text) == set(LANGUAGES), key
        assert len({frozenset(PLACEHOLDER.findall(said)) for said in text.values()}) == 1, key


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_event_has_a_text(rulebook: AnyRulebook) -> None:
    texts = TEXTS | _own(rulebook.id)
    for event in (*rulebook.event_types, *TABLE_EVENTS):
        assert f"event.{tag_of(event)}" in texts


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_no_text_is_for_a_move_or_an_event_that_is_gone(rulebook: AnyRulebook) -> None:
    known = {f"move.{tag_of(move)}" for move in rulebook.move_classes}
    known |= {f"event.{tag_of(event)}" for event in (*rulebook.event_types, *TABLE_EVENTS)}
    texts = TEXTS | _own(rulebook.id)
    assert {key for key in texts if key.startswith(("move.", "event."))} <= known


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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", FOLDERS)
def test_page_and_game_say_the_same_words(game: str, language: str) -> None:
    page, content = _said_by(_page(game), language), _said_by(_content(game), language)
    for term, words in TERMS[game].items():
        assert re.search(words[language], page), f"the page has no {term}: {words[language]}"
        assert re.search(words[language], content), f"the game has no {term}: {words[language]}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", FOLDERS)
def test_nobody_says_another_word_for_a_term(game: str, language: str) -> None:
    for texts in (_page(game), _content(game)):
        for word in INSTEAD[game].get(language, ()):
            assert not re.search(rf"\b(?:{word})", _said_by(texts, language)), word


def test_page_and_service_say_the_same_words() -> None:
    service = msgspec.json.decode((SERVICE / "wire" / "texts.json").read_bytes(), type=Table)
    for texts in (service, TEXTS, *map(_own, FOLDERS)):
        for language, words in NOWHERE.items():
            assert re.findall("|".join(words), _said_by(texts, language)) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.relative_to(WEB)))
def test_scripts_ask_for_known_texts_and_write_no_markup(script: Path) -> None:
    code = script.read_text()
    folder = script.relative_to(WEB).parts[1] if script.parent.parent.name == "games" else ""
    known = set(TEXTS) | (set(_own(folder)) if folder else set())
    assert set(re.findall(r'\bt\(\s*"([\w.]+)"', code)) <= known
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", code)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: str(source.relative_to(WEB)))
def test_scripts_and_styles_are_read_in_one_go(source: Path) -> None:
    assert len(source.read_text().splitlines()) <= MOST_LINES
