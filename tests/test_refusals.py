"""The tables of refusals: what is raised anywhere is a row, every row is raised somewhere, and both are described."""

from __future__ import annotations

import ast
import functools
import itertools
from pathlib import Path
from typing import Any

from service.api.openapi.description import build_document
from service.games import refusals as rules
from service.games.base import LANGUAGES, tag_of
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook
from service.games.texts import placeholders
from service.wire.refusals import BY_CODE, REFUSALS, TEXTS

SERVICE = Path(__file__).parent.parent / "service"
WORKER = SERVICE.parent / "worker"
OUTSIDE = {"uri_too_long", "headers_too_large", "expectation_failed", "bad_request", "too_many_connections"}
"""Answered by the server before a view is known, by code (`serve/gunicorn.py`)."""
ANYWHERE = {"method_not_allowed", "not_acceptable"}
"""Of addresses and methods that are no operation."""
TO_WORKERS = {"not_scoring", "not_automatic", "nothing_owed", "still_open"}
"""Told to workers alone, which log them."""


def _made(folder: Path, but: Path | None = None) -> set[str]:
    """The names of everything that is called like a class somewhere below."""
    files = [path for path in folder.rglob("*.py") if but is None or but not in path.parents]
    trees = [ast.parse(path.read_text()) for path in files]
    calls = [node.func for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {call.attr if isinstance(call, ast.Attribute) else getattr(call, "id", "") for call in calls}
    return {name for name in names if name[:1].isupper()}


def test_every_row_of_the_service_is_raised_somewhere_and_only_rows_are() -> None:
    made = _made(SERVICE, SERVICE / "games") | _made(WORKER)
    rows = {row.__name__ for row in REFUSALS}
    by_code = {BY_CODE[code].__name__ for code in OUTSIDE}
    assert rows - made - by_code == set()
    assert not {"Refusal"} & made


def test_every_row_of_the_rules_is_raised_somewhere_and_every_refusal_is_a_row() -> None:
    declared = [(row.__module__, row.__name__) for row in rules.Refusal.__subclasses__()]
    for rulebook in RULEBOOKS.values():
        own = {row.__name__ for row in rulebook.refusal_types} - {row.__name__ for row in rules.COMMON}
        assert own - _made(SERVICE / "games" / rulebook.id) == set()
        assert {name for module, name in declared if module.startswith(_package(rulebook))} == own


def _package(rulebook: AnyRulebook) -> str:
    return type(rulebook).__module__.rpartition(".")[0]


@functools.cache
def _spec() -> dict[str, Any]:
    return build_document()


def _codes_of_operations() -> set[tuple[str, str]]:
    return {
        (whose, code)
        for path in _spec()["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict)
        for answer in operation["responses"].values()
        for whose, codes in answer.get("x-codes", {}).items()
        for code in codes
    }


def test_every_code_is_described_with_the_operations_that_can_answer_it() -> None:
    found = _codes_of_operations()
    assert {code for whose, code in found if whose == "service"} == set(BY_CODE) - ANYWHERE - TO_WORKERS - OUTSIDE | {
        "bad_request"
    }
    for rulebook in RULEBOOKS.values():
        assert {code for whose, code in found if whose == rulebook.id} == {
            tag_of(row) for row in rulebook.refusal_types
        }


def test_the_enum_of_codes_is_the_tables() -> None:
    schema = _spec()["components"]["schemas"]["ProblemCode"]
    rows = {tag_of(row) for rulebook in RULEBOOKS.values() for row in rulebook.refusal_types}
    assert set(schema["enum"]) == rows | set(BY_CODE)
    entries = {entry["id"] for entry in schema["x-problems"]}
    assert entries == set(BY_CODE) | {
        f"{rulebook.id}.{tag_of(row)}" for rulebook in RULEBOOKS.values() for row in rulebook.refusal_types
    }


def test_every_text_of_the_service_is_there_in_every_language() -> None:
    for row, language in itertools.product(REFUSALS, LANGUAGES):
        sentence = TEXTS.names(f"refusal.{tag_of(row)}")[language]
        assert placeholders(sentence) <= set(row.__struct_fields__), (row, language)
        assert sentence.endswith("."), (row, language)
        assert TEXTS.names(f"title.{tag_of(row)}")[language], (row, language)
    assert [key for key in TEXTS if not all(TEXTS.names(key)[language].strip() for language in LANGUAGES)] == []


def test_sentences_of_the_service_are_translated_not_copied() -> None:
    same = [
        key
        for key in TEXTS
        if key.startswith(("refusal.", "title.", "field.", "json.", "status."))
        and len({TEXTS.names(key)[language] for language in ("en", "fr", "ru")}) < 3
    ]
    assert set(same) <= {"refusal.wrong_phase", "refusal.bad_header", "refusal.invalid_field", "json.constant"}
