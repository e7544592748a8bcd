"""The samples of the documents, and what stands about each in the comment before it, which readers do not see.

    <!-- sample: player until=Your -->        run it with what `Stages.player` sets up, until it prints "Your ..."
    <!-- sample: key ID=key_id -->            the same, with a variable instead of the word ID
    <!-- sample: run by tests/serve/test_backup.py -->
    <!-- sample: not run: it installs packages -->

A sample without a comment needs nothing but a server, and what the samples before it in the same document have made.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LANGUAGES = {"sh": "sh", "bash": "sh", "python": "python", "js": "js", "javascript": "js", "mjs": "js"}
_BLOCK = re.compile(r"(?:^<!-- sample: ([^\n]+?) -->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_DECISIONS = "docs/decisions/"


@dataclass(frozen=True)
class Block:
    """A sample."""

    document: str
    line: int
    language: str
    source: str
    note: str

    @property
    def name(self) -> str:
        return f"{self.document}:{self.line}"

    @property
    def run_by(self) -> str:
        return self.note.removeprefix("run by ") if self.note.startswith("run by ") else ""

    @property
    def reason(self) -> str:
        """Why it is not run; empty if it is."""
        return self.note.removeprefix("not run: ") if self.note.startswith("not run: ") else ""

    @property
    def words(self) -> list[str]:
        return [] if self.run_by or self.reason else self.note.split()

    @property
    def stage(self) -> str:
        names = [word for word in self.words if "=" not in word]
        return names[0] if names else "nothing"

    @property
    def _pairs(self) -> dict[str, str]:
        return dict(word.split("=") for word in self.words if "=" in word)

    @property
    def until(self) -> str | None:
        return self._pairs.get("until")

    @property
    def placeholders(self) -> dict[str, str]:
        return {word: name for word, name in self._pairs.items() if word != "until"}


def documents() -> list[str]:
    """What readers paste from: all READMEs and the documents of the folder docs."""
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = listed.stdout.split()
    return [
        name
        for name in names
        if name.startswith(("docs/", "examples/", "sdk/", "README.md")) and not name.startswith(_DECISIONS)
    ]


def blocks(document: str) -> list[Block]:
    """Its samples in shell, Python and JavaScript; other languages show answers and files."""
    text = (ROOT / document).read_text()
    return [
        Block(document, text[: found.start(2)].count("\n") + 1, LANGUAGES[found[2]], found[3], found[1] or "")
        for found in _BLOCK.finditer(text)
        if found[2] in LANGUAGES
    ]
