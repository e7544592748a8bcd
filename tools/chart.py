"""Generate the tables of settings and of the chart's values: `make chart`.

The chart's README has a table of values from values.yaml; the chart's schema and docs/settings.md list the settings.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import yaml  # type: ignore[import-untyped]  # it ships no types

from service.core.settings import VARIABLES, settings_table

ROOT = Path(__file__).parent.parent
CHART = ROOT / "helm" / "almagest"
SETTINGS = ROOT / "docs" / "settings.md"
README = CHART / "README.md"
SCHEMA = CHART / "values.schema.json"
BEGIN, END = "<!-- values -->\n", "<!-- end of values -->\n"
SETTINGS_BEGIN = "<!-- settings -->\n"

_KEY = re.compile(r"^( *)(\w+):")
_COMMENT = re.compile(r"^ *# ?(.*)$")


class Row(NamedTuple):
    """A value, by the dotted path with which `--set` reaches it."""

    path: str
    default: str
    purpose: str


def rows(text: str) -> Iterator[Row]:
    """Every value that has a comment directly above it."""
    values, path, comment = yaml.safe_load(text), list[str](), list[str]()
    for line in text.splitlines():
        if found := _COMMENT.match(line):
            comment.append(found[1])
            continue
        if key := _KEY.match(line):
            path = [*path[: len(key[1]) // 2], key[2]]
            if comment:
                yield Row(".".join(path), _default(values, path), " ".join(comment))
        comment = []


def _default(values: Any, path: list[str]) -> str:
    for key in path:
        values = values[key]
    return json.dumps(values)


def table(text: str) -> str:
    lines = (f"| `{row.path}` | `{row.default}` | {row.purpose} |" for row in rows(text))
    return "\n".join(["| value | default | what it is for |", "|---|---|---|", *lines, ""])


def with_table(readme: str, text: str) -> str:
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + table(text) + END + after


def with_settings(schema: str) -> str:
    """List the settings in the schema, without the URLs of the stores, which have values of their own."""
    document = json.loads(schema)
    names = (name for name in VARIABLES if name not in ("REDIS_URL", "BROKER_URL"))
    document["properties"]["settings"]["properties"] = {name: {"type": "string"} for name in names}
    return json.dumps(document, indent=2) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(with_settings(SCHEMA.read_text()))
    README.write_text(with_table(README.read_text(), (CHART / "values.yaml").read_text()))
    introduction = SETTINGS.read_text().partition(SETTINGS_BEGIN)[0]
    SETTINGS.write_text(f"{introduction}{SETTINGS_BEGIN}{settings_table()}\n")
