"""The API's description: valid, complete, with names that an SDK can be made of."""

from __future__ import annotations

import importlib
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # the package has no types
import pytest
from flask import Flask
from flask_smorest import Blueprint  # type: ignore[import-untyped]  # likewise
from openapi_spec_validator import OpenAPIV31SpecValidator

import service.api
from service.api.openapi.description import build_document, prepare
from service.games.base import LANGUAGES, tag_of
from service.games.registry import RULEBOOKS
from service.wire import events
from service.wire.events import TABLE_EVENTS
from service.wire.notices import NOTICE_TYPES, NOTICES
from tests.driver import Table, play_out
from tests.processes import ROOT

PUBLISHED = ROOT / "openapi" / "openapi.json"


@pytest.fixture(scope="module")
def spec() -> dict[str, Any]:
    return build_document()


def _operations(spec: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        operation for path in spec["paths"].values() for method, operation in path.items() if method != "parameters"
    ]


def test_it_is_what_was_published_word_for_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made by an API that is imported anew, as by who starts it: decorators describe when they are read."""
    monkeypatch.setattr(service, "api", service.api)
    for name in [name for name in sys.modules if name == "service.api" or name.startswith("service.api.")]:
        monkeypatch.delitem(sys.modules, name)
    made = importlib.import_module("service.api.openapi.description").build_document()
    assert made == json.loads(PUBLISHED.read_text()), "`make openapi` writes it again"


def test_what_a_path_names_is_described() -> None:
    api = prepare(Flask("described"))
    blueprint = Blueprint("paths", __name__)
    ids = "<game_id:a>/<pack_hash:b>/<player_id:c>/<rulebook:d>/<seat_number:e>/<webhook_id:f>/<notice_id:g>"
    blueprint.route(f"/{ids}")(blueprint.response(204)(lambda **_: None))
    api.register_blueprint(blueprint)
    (path,) = api.blueprints_document["paths"].values()
    examples = {each["name"]: each["schema"].pop("example") for each in path["parameters"]}
    schemas = {each["name"]: each["schema"] for each in path["parameters"]}
    assert schemas["d"] == {"$ref": "#/components/schemas/RulebookId"}
    assert schemas["e"] == {"type": "integer", "minimum": 1, "maximum": 99}
    assert all(re.fullmatch(schemas[name].pop("pattern"), examples[name]) for name in "abcfg")
    assert all(schemas[name] == {"type": "string"} for name in "abcfg")


def test_it_is_valid(spec: dict[str, Any]) -> None:
    assert spec["openapi"] == "3.1.0"
    assert list(OpenAPIV31SpecValidator(spec).iter_errors()) == []


def test_every_operation_is_named_and_summed_up(spec: dict[str, Any]) -> None:
    names = [operation["operationId"] for operation in _operations(spec)]
    assert len(names) == len(set(names))
    assert all(operation["summary"] for operation in _operations(spec))


def test_every_event_and_every_notice_of_the_service_is_described() -> None:
    """One that is in no list would be sent, and no client would know it."""
    defined = {each for each in vars(events).values() if isinstance(each, type) and each.__module__ == events.__name__}
    assert defined == set(TABLE_EVENTS)
    assert {tag_of(notice) for notice in NOTICES} == set(NOTICE_TYPES)


def test_every_answer_and_body_has_an_example(spec: dict[str, Any]) -> None:
    for operation in _operations(spec):
        if operation["operationId"] in ("getContent", "getContentByHash"):
            continue  # as large as a description: the games have it
        contents = [answer.get("content", {}) for answer in operation["responses"].values()]
        contents.append(operation.get("requestBody", {}).get("content", {}))
        for content in contents:
            assert all("example" in media or "examples" in media for media in content.values()), operation[
                "operationId"
            ]


def test_errors_are_problems_everywhere(spec: dict[str, Any]) -> None:
    for operation in _operations(spec):
        errors = {status: answer for status, answer in operation["responses"].items() if status >= "400"}
        assert {"429", "503"} <= set(errors)
        for answer in errors.values():
            assert list(answer["content"]) == ["application/problem+json"]


def _patterns(described: Any) -> Iterator[str]:
    if isinstance(described, dict):
        if isinstance(pattern := described.get("pattern"), str):
            yield pattern
        described = list(described.values())
    if isinstance(described, list):
        for each in described:
            yield from _patterns(each)


def test_a_pattern_is_about_the_whole_text(spec: dict[str, Any]) -> None:
    """In JSON Schema a pattern without anchors is found anywhere; the service matches all of a text."""
    loose = {each for each in _patterns(spec) if not re.fullmatch(r"\^[^|]*\$|\^\([^()]*\)\$", each)}
    assert not loose


def test_every_move_has_a_schema_of_its_own(spec: dict[str, Any]) -> None:
    schemas = spec["components"]["schemas"]
    for rulebook in RULEBOOKS.values():
        title = "".join(part.capitalize() for part in rulebook.id.split("_"))
        union = schemas[f"{title}Move"]
        assert union["discriminator"]["propertyName"] == "type"
        assert len(union["oneOf"]) == len(rulebook.move_classes)
        for move_type in rulebook.move_classes:
            assert schemas[f"{title}{move_type.__name__}Move"]["description"]


def test_the_served_description_is_the_printed_one(app: Flask, spec: dict[str, Any]) -> None:
    assert app.test_client().get("/openapi.json").json == app.json.loads(app.json.dumps(spec))


def _check(spec: dict[str, Any], name: str, body: Any) -> None:
    schema = {"$ref": f"#/components/schemas/{name}", "components": spec["components"]}
    jsonschema.validate(body, schema, format_checker=jsonschema.FormatChecker())


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_real_answers_are_as_described(app: Flask, spec: dict[str, Any], rulebook: str) -> None:
    """schemathesis never gets to the end of a game; this does."""
    table = Table.full(app, rulebook, 2)
    _check(spec, "CreatedGame", table.created)
    seat = table.game()["deciders"][0]
    offered = table.moves(seat)
    _check(spec, "LegalMoves", offered)
    move = offered["moves"][0]["move"]
    _check(spec, "Preview", table.post("/moves/preview", seat, move).json)
    _check(spec, "PlayedMove", table.play(seat, move, 0).json)
    _check(spec, "ScoreAnswer", table.get("/score").json)
    _check(spec, "Game", table.game(seat))
    _check(spec, "Game", play_out(table))
    _check(spec, "EventPage", table.get("/events?limit=1000").json)
    _check(spec, "ScoreAnswer", table.get("/score").json)
    _check(spec, "Replay", table.get("/replay").json)
    _check(spec, "GamePage", app.test_client().get("/v1/games").json)
    _check(spec, "Rulebooks", app.test_client().get("/v1/rulebooks").json)
    _check(spec, "Problem", table.play(seat, move, 0).json)
    _check(spec, "Content", app.test_client().get(f"/v1/rulebooks/{rulebook}/content").json)


def test_examples_are_as_described(spec: dict[str, Any]) -> None:
    for operation in _operations(spec):
        for answer in operation["responses"].values():
            for media in answer.get("content", {}).values():
                for example in _examples(media):
                    jsonschema.validate(example, {**media["schema"], "components": spec["components"]})


def _examples(media: dict[str, Any]) -> list[Any]:
    several = [example["value"] for example in media.get("examples", {}).values()]
    return [media["example"], *several] if "example" in media else several


@pytest.mark.parametrize("language", LANGUAGES)
def test_content_in_every_language(app: Flask, language: str) -> None:
    client = app.test_client()
    for rulebook in RULEBOOKS:
        answer = client.get(f"/v1/rulebooks/{rulebook}/content", headers={"Accept-Language": language})
        assert answer.status_code == 200
        assert answer.headers["Content-Language"] == language
        assert client.get(f"/v1/rulebooks/{rulebook}?lang={language}").status_code == 200
    assert client.get("/v1/rulebooks/astra/content?pack=none").status_code == 422
