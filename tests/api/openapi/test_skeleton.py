"""The published description compared with a stored skeleton: paths, fields, codes, headers and events.

Texts may change at any time; the skeleton may not, since clients depend on it. After a change of the API that is meant,
write the skeleton again: `python -m tests.api.openapi.test_skeleton`.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.processes import ROOT

PUBLISHED = ROOT / "openapi" / "openapi.json"
WRITE = "python -m tests.api.openapi.test_skeleton"
SKELETON = Path(__file__).with_name("skeleton.json")
PROSE = frozenset({"description", "summary", "x-codeSamples", "example"})
PROSE_OF_PROBLEMS = frozenset({"title", "detail"})
NAMES = frozenset({"properties", "headers", "schemas", "paths"})
"""Members whose keys are names of the API, also where one is called `description`."""


def _strip(value: Any, prose: frozenset[str] = PROSE) -> Any:
    if isinstance(value, list):
        return [_strip(each, prose) for each in value]
    if not isinstance(value, dict):
        return value
    return {key: _strip_member(key, member) for key, member in value.items() if key not in prose}


def _strip_member(key: str, member: Any) -> Any:
    if key == "x-problems":
        return _strip(member, PROSE_OF_PROBLEMS)
    if key == "examples" and isinstance(member, dict):
        return sorted(member)
    return _strip(member, frozenset() if key in NAMES else PROSE)


def make_skeleton(description: dict[str, Any]) -> dict[str, Any]:
    """The description without prose, examples and the version of the release."""
    info = {key: value for key, value in description["info"].items() if key != "version"}
    found: dict[str, Any] = _strip({**description, "info": info})
    return found


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    """Words of a list have no numbers: a new one would change those of all that follow."""
    if isinstance(value, dict):
        yield from value.items()
    else:
        yield from (("" if isinstance(each, str) else str(at), each) for at, each in enumerate(value))


def _lines(value: Any, path: str = "") -> Iterator[str]:
    """A line per value, with where it is, so that a difference names its place."""
    if isinstance(value, dict | list) and value:
        for key, member in _members(value):
            yield from _lines(member, f"{path}/{key}")
    else:
        yield f"{path} = {json.dumps(value)}"


def difference(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    found = difflib.unified_diff(sorted(_lines(old)), sorted(_lines(new)), "stored", "published", lineterm="", n=0)
    return [line for line in found if not line.startswith("@@")]


def _published() -> dict[str, Any]:
    return make_skeleton(json.loads(PUBLISHED.read_text()))


def test_the_published_description_has_the_stored_skeleton() -> None:
    changed = difference(json.loads(SKELETON.read_text()), _published())
    assert not changed, f"the API has changed; if that is meant, run `{WRITE}`:\n" + "\n".join(changed[:100])


def test_a_changed_field_is_named_and_a_changed_text_is_not() -> None:
    description = json.loads(PUBLISHED.read_text())
    before = make_skeleton(description)
    description["info"]["version"] = "99"
    description["paths"]["/v1/games"]["post"]["summary"] = "Another"
    description["components"]["schemas"]["Problem"]["properties"]["code"]["description"] = "Another"
    assert difference(before, make_skeleton(description)) == []
    description["components"]["schemas"]["Problem"]["properties"]["description"] = {"type": "string"}
    assert difference(before, make_skeleton(description))[2:] == [
        '+/components/schemas/Problem/properties/description/type = "string"'
    ]


if __name__ == "__main__":
    SKELETON.write_text(json.dumps(_published(), sort_keys=True, separators=(",", ":")) + "\n")
