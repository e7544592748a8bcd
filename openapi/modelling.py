"""Models by datamodel-code-generator: the description is prepared for it, and a template makes absence a value."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from datamodel_code_generator.__main__ import Exit
from datamodel_code_generator.__main__ import main as datamodel_codegen

from openapi.reading import MoveSet, Plain

TEMPLATES = Path(__file__).parent / "templates"
RECORD = "almagest_sdk.record.Record"
OPEN = "almagest_sdk.record.Open"
CONSTRAINTS = ("minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern", "default", "example")
"""What the server checks, or fills in, is not repeated in the client."""

OPTIONS = (
    *("--input-file-type", "openapi", "--openapi-scopes", "schemas"),
    *("--output-model-type", "dataclasses.dataclass", "--frozen-dataclasses", "--keyword-only"),
    *("--target-python-version", "3.10", "--use-standard-collections", "--use-union-operator", "--strict-nullable"),
    *("--use-generic-container-types", "--use-schema-description", "--use-field-description", "--use-double-quotes"),
    *("--enum-field-as-literal", "all", "--use-one-literal-as-default", "--output-datetime-class", "datetime"),
    *("--disable-timestamp", "--formatters", "builtin", "--custom-file-header", "#"),
    *("--additional-imports", "almagest_sdk.unset.UNSET,almagest_sdk.unset.Unset"),
)


def _is_open_map(schema: Plain) -> bool:
    """An object of which only the rulebook knows the fields."""
    rest = schema.get("additionalProperties", True)
    return "object" in schema.get("type", ()) and not schema.get("properties") and rest in ({}, True)


def _prepared(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_prepared(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if _is_open_map(schema):
        return {"type": schema["type"], "customTypePath": RECORD}
    kept = {key: _prepared(value) for key, value in schema.items() if key not in CONSTRAINTS or key == "properties"}
    if "properties" in schema:
        kept["properties"] = {name: _prepared(each) for name, each in schema["properties"].items()}
        kept["required"] = list(schema["properties"])
        if schema.get("additionalProperties") is True:
            kept["customBasePath"] = OPEN
    return kept


def _absent(schema: Plain) -> list[str]:
    """The fields that may be left out. The template makes them `X | Unset`, where the tool would say `X | None`."""
    return [name for name in schema.get("properties", ()) if name not in schema.get("required", ())]


def _references(schema: Any) -> set[str]:
    if isinstance(schema, list):
        return set().union(*map(_references, schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    own = {str(schema["$ref"]).rpartition("/")[2]} if "$ref" in schema else set()
    return own.union(*(_references(value) for value in schema.values()))


def _reachable(components: Plain, roots: set[str]) -> set[str]:
    found: set[str] = set()
    todo = list(roots)
    while todo:
        name = todo.pop()
        if name not in found:
            found.add(name)
            todo += _references(components[name])
    return found


def _renamed(components: Plain, names: dict[str, str]) -> Plain:
    """The components under other names, references included."""
    text = json.dumps({names[name]: schema for name, schema in components.items()})
    for old, new in sorted(names.items(), reverse=True):
        text = text.replace(f'"#/components/schemas/{old}"', f'"#/components/schemas/{new}"')
    renamed: Plain = json.loads(text)
    return renamed


def _generated(components: Plain) -> str:
    document = {"openapi": "3.1.0", "info": {"title": "", "version": ""}, "paths": {}}
    with tempfile.TemporaryDirectory() as directory:
        source, extra, target = (Path(directory, name) for name in ("openapi.json", "extra.json", "models.py"))
        source.write_text(json.dumps({**document, "components": {"schemas": _prepared(components)}}))
        extra.write_text(json.dumps({name: {"absent": _absent(schema)} for name, schema in components.items()}))
        options = [*OPTIONS, "--custom-template-dir", str(TEMPLATES), "--extra-template-data", str(extra)]
        if datamodel_codegen(["--input", str(source), "--output", str(target), *options]) != Exit.OK:
            raise SystemExit("datamodel-code-generator failed")
        return target.read_text()


def answer_models(spec: Plain, moves: list[MoveSet]) -> str:
    """Everything that is sent and received, moves excepted."""
    components = spec["components"]["schemas"]
    is_move = {name for each in moves for name in (each.component, *each.tags.values())}
    wanted = _reachable(components, _references(spec["paths"])) - is_move
    return _generated({name: schema for name, schema in components.items() if name in wanted})


def move_models(spec: Plain, moves: MoveSet) -> str:
    """The moves of one rulebook, under their short names."""
    components = spec["components"]["schemas"]
    names = {name: moves.short(name) for name in (*moves.tags.values(), moves.component)}
    return _generated(_renamed({name: components[name] for name in names}, names))
