"""The table has words for all that the games can ask and tell, in all languages. Needs no browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from service.games.base import LANGUAGES, Rulebook
from service.games.registry import RULEBOOKS
from service.games.texts import Texts

WEB = Path(__file__).parents[2] / "service" / "web"
TEXTS = msgspec.json.decode((WEB / "texts.json").read_bytes(), type=dict[str, dict[str, str]])
SCRIPTS = [*WEB.glob("*.js"), *(WEB / "games").glob("*.js")]


def test_every_text_is_there_in_every_language() -> None:
    Texts.load(WEB / "texts.json")


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_move_and_event_has_a_text(rulebook: Rulebook[Any, Any]) -> None:
    for move in rulebook.move_types:
        assert f"move.{rulebook.id}.{move.__struct_config__.tag}" in TEXTS
    for event in rulebook.event_types:
        tag = event.__struct_config__.tag
        assert f"event.{rulebook.id}.{tag}" in TEXTS or f"event.{tag}" in TEXTS


@pytest.mark.parametrize("rulebook", RULEBOOKS.values(), ids=RULEBOOKS)
def test_every_placeholder_of_an_event_is_a_field(rulebook: Rulebook[Any, Any]) -> None:
    for event in rulebook.event_types:
        text = TEXTS.get(f"event.{rulebook.id}.{event.__struct_config__.tag}", dict.fromkeys(LANGUAGES, ""))
        assert set(re.findall(r"\{(\w+)\}", text["en"])) <= {"who", *event.__struct_fields__}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.relative_to(WEB)))
def test_scripts_ask_for_known_texts_and_write_no_markup(script: Path) -> None:
    code = script.read_text()
    assert set(re.findall(r'\bt\("([\w.]+)"', code)) <= set(TEXTS)
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", code)
    assert len(code.splitlines()) < 300
