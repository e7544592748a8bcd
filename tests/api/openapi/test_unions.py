"""What generators in other languages need of the description: names for everything, and a discriminator per union."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from service.games.base import tag_of
from service.games.registry import RULEBOOKS
from tests.processes import HUNG, ROOT, Server, StoreProcess

Place = tuple[str, dict[str, Any]]
SKIPPED = frozenset({"example", "examples", "discriminator", "x-problems", "x-codes", "x-codeSamples"})
WITHOUT_DISCRIMINATOR = {"OptionValue"}
"""A text or a number: a discriminator is for objects."""


@pytest.fixture(scope="module")
def spec(shared_app: Any) -> dict[str, Any]:
    found: dict[str, Any] = shared_app.test_client().get("/openapi.json").json
    return found


def _inside(schema: Any, path: str) -> Iterator[Place]:
    """Every schema that stands inside of another one."""
    if isinstance(schema, list):
        for at, each in enumerate(schema):
            yield from _inside(each, f"{path}/{at}")
    elif isinstance(schema, dict):
        yield path, schema
        yield from _members(schema, path)


def _members(schema: dict[str, Any], path: str) -> Iterator[Place]:
    for key, each in schema.items():
        if key in ("properties", "headers", "responses") and isinstance(each, dict):
            for name, member in each.items():
                yield from _inside(member, f"{path}/{name}")
        elif key not in SKIPPED:
            yield from _inside(each, f"{path}/{key}")


def _nameless(spec: dict[str, Any]) -> list[Place]:
    """All schemas that are no components."""
    components = spec["components"]["schemas"]
    found = [place for name, schema in components.items() for place in _members(schema, name)]
    return found + list(_inside(spec["paths"], "")) + list(_inside(spec["webhooks"], ""))


def _alternatives(schema: dict[str, Any]) -> list[Any]:
    listed = schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf") or []
    return [each for each in listed if each != {"type": "null"}]


def test_every_union_is_a_component_with_a_discriminator(spec: dict[str, Any]) -> None:
    assert [path for path, schema in _nameless(spec) if len(_alternatives(schema)) > 1] == []
    schemas = spec["components"]["schemas"]
    unions = {name: schema for name, schema in schemas.items() if _alternatives(schema)}
    assert {name for name, schema in unions.items() if "discriminator" not in schema} == WITHOUT_DISCRIMINATOR
    for name in unions.keys() - WITHOUT_DISCRIMINATOR:
        mapped = set(unions[name]["discriminator"]["mapping"].values())
        assert mapped == {each["$ref"] for each in unions[name]["oneOf"]}
        field = unions[name]["discriminator"]["propertyName"]
        members = [schemas[each.rpartition("/")[2]] for each in mapped]
        assert all(field in each["required"] and "const" in each["properties"][field] for each in members), name


def test_no_object_and_no_enum_is_without_a_name(spec: dict[str, Any]) -> None:
    assert [path for path, schema in _nameless(spec) if "properties" in schema] == []
    assert [path for path, schema in _nameless(spec) if "enum" in schema] == []


def test_every_item_of_a_list_has_a_type_without_tuples(spec: dict[str, Any]) -> None:
    """openapi-generator knows no `prefixItems`."""
    lists = [(path, schema) for path, schema in _nameless(spec) if schema.get("type") == "array"]
    assert [path for path, schema in lists if not schema.get("items")] == []


def test_every_webhook_has_an_operation_id_of_its_own(spec: dict[str, Any]) -> None:
    calls = [each for path in spec["paths"].values() for each in path.values() if isinstance(each, dict)]
    named = Counter(each["operationId"] for each in (*calls, *(each["post"] for each in spec["webhooks"].values())))
    assert named.total() == len(named)


def test_what_has_a_default_is_not_required(spec: dict[str, Any]) -> None:
    schemas = spec["components"]["schemas"].items()
    fields = (
        (name, each, schema["properties"][each]) for name, schema in schemas for each in schema.get("required", ())
    )
    assert [(name, field) for name, field, schema in fields if "default" in schema] == []


def test_no_two_of_our_rulebooks_have_a_move_type_in_common() -> None:
    found = Counter(tag_of(each) for rulebook in RULEBOOKS.values() for each in rulebook.move_classes)
    assert found.total() == len(found)


@pytest.fixture
def crowded(tmp_path: Path, store_process: StoreProcess) -> Iterator[Server]:
    """A server with one more rulebook installed: `draw` is a move type of Distant Suns, too."""
    described = tmp_path / "almagest_toy-1.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: almagest-toy\nVersion: 1\n")
    (described / "entry_points.txt").write_text("[almagest.rulebooks]\ntoy = tests.toy:TOY\n")
    running = Server(store_process.url, PYTHONPATH=f"{tmp_path}:{ROOT}")
    running.start()
    yield running
    running.stop()


def test_a_move_type_that_two_rulebooks_have_gets_a_whole_name(crowded: Server) -> None:
    spec = requests.get(f"{crowded.url}/openapi.json", timeout=HUNG).json()
    schemas = spec["components"]["schemas"]
    mapping = {tag: path.rpartition("/")[2] for tag, path in schemas["Move"]["discriminator"]["mapping"].items()}
    assert mapping["draw"] == "DistantSunsDrawMove"
    assert mapping["toy.draw"] == "ToyNamespacedDrawMove"
    assert mapping["choose"] == "ToyChooseMove"
    assert schemas["ToyNamespacedDrawMove"]["properties"]["type"]["const"] == "toy.draw"
    assert schemas["ToyDrawMove"]["properties"]["type"]["const"] == "draw"
    test_every_union_is_a_component_with_a_discriminator(spec)

    made = requests.post(
        f"{crowded.url}/v1/games", json={"rulebook": "toy", "seats": [{"kind": "human", "name": "Ada"}]}, timeout=HUNG
    ).json()
    moves = f"{crowded.url}/v1/games/{made['game']['id']}/moves"
    headers = {"Authorization": f"Bearer {made['token']}"}
    for version, tag in enumerate(("toy.draw", "draw", "toy.choose")):
        move = {"type": tag, "number": 1} if tag == "toy.choose" else {"type": tag}
        played = requests.post(moves, json=move, headers={**headers, "If-Match": f'"{version}"'}, timeout=HUNG)
        assert played.status_code == 200, played.text
    refused = requests.post(moves, json={"type": "toy.pass"}, headers={**headers, "If-Match": '"3"'}, timeout=HUNG)
    assert "choose, draw" in refused.json()["detail"]
    offered = requests.get(moves, headers=headers, timeout=HUNG).json()["moves"]
    assert {each["move"]["type"] for each in offered} == {"choose", "draw"}, "the server sends short names"
