"""The walk-through docs/adding-a-game.md, read: its sections with the files that they show and the commands to type.

`python -m tools.walkthrough` shows the files of examples/nim in it as they are now.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "adding-a-game.md"
EXAMPLES = ROOT / "examples"

_SECTION = re.compile(r"^## (.+)\n((?:(?!## ).*\n)*)", re.MULTILINE)
_FILE = re.compile(r"^(`(nim/[^`]+)`\n```\w+\n)((?:(?!```).*\n)*)", re.MULTILINE)
_COMMANDS = re.compile(r"^```sh\n((?:(?!```).*\n)*)", re.MULTILINE)


class Section(NamedTuple):
    """One heading of the page."""

    title: str
    files: dict[str, str]
    commands: list[str]
    """A block each."""


def sections(page: str) -> list[Section]:
    return [
        Section(title, {path: text for _, path, text in _FILE.findall(body)}, _COMMANDS.findall(body))
        for title, body in _SECTION.findall(page)
    ]


def update_examples(page: str) -> str:
    """The page with the example's files as they are."""
    return _FILE.sub(lambda found: found[1] + (EXAMPLES / found[2]).read_text(), page)


def main() -> None:
    PAGE.write_text(update_examples(PAGE.read_text()))


if __name__ == "__main__":
    main()
