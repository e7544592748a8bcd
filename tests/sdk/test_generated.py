"""The description is the one the code gives, and the SDK is the one the description gives, byte for byte."""

from __future__ import annotations

import json
import typing
from typing import Any

import almagest_sdk
import pytest
from openapi_spec_validator import validate

from openapi import export, generate
from openapi.spec import operations
from service.games.registry import RULEBOOKS


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(export.SPEC.read_bytes())
    return found


def test_the_committed_description_is_the_codes_own() -> None:
    assert export.SPEC.read_bytes() == export.render_description(), "run `make openapi`"


def test_the_description_is_valid(spec: dict[str, Any]) -> None:
    validate(spec)


def _described(spec: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (path, method, described)
        for path, item in spec["paths"].items()
        for method, described in item.items()
        if method != "parameters"
    ]


def test_every_call_has_a_name_a_summary_and_its_errors(spec: dict[str, Any]) -> None:
    names = [described["operationId"] for _, _, described in _described(spec)]
    assert len(set(names)) == len(names)
    for path, method, described in _described(spec):
        assert described["summary"], (path, method)
        assert {"429", "500", "503"} <= set(described["responses"]), (path, method)
        for status, answer in described["responses"].items():
            if status.startswith(("4", "5")):
                assert answer["content"]["application/problem+json"]["examples"], (path, method, status)


def _contents(described: dict[str, Any]) -> list[dict[str, Any]]:
    answers = [answer for status, answer in described["responses"].items() if status.startswith("2")]
    return [
        content for each in (*answers, described.get("requestBody", {})) for content in each.get("content", {}).values()
    ]


def test_every_call_has_examples_of_what_is_sent_and_answered(spec: dict[str, Any]) -> None:
    for path, method, described in _described(spec):
        assert all("example" in content or "examples" in content for content in _contents(described)), (path, method)


def test_moves_are_told_apart_by_their_type() -> None:
    for rulebook in RULEBOOKS.values():
        moves = typing.get_args(getattr(almagest_sdk, rulebook.id).Move)
        assert {each.type for each in moves} == {str(each.__struct_config__.tag) for each in rulebook.move_classes}


def test_the_sdk_is_generated_from_it_byte_for_byte(spec: dict[str, Any]) -> None:
    first, second = generate.generate_files(spec), generate.generate_files(spec)
    assert first == second
    assert {path.name: path.read_text() for path in generate.TARGET.glob("*.py")} == first, "run `make sdk`"
    assert all(code.startswith(generate.HEADER) for code in first.values())


def test_method_names_read_like_sentences(spec: dict[str, Any]) -> None:
    names = {operation.id: f"{operation.tag}.{operation.method_name}" for operation in operations(spec, str)}
    assert names["createGame"] == "games.create"
    assert names["getContent"] == "rulebooks.content"
    assert names["handSeatToBot"] == "seats.hand_to_bot"
    assert names["listMoves"] == "moves.list"
