"""The documents are true: settings, links, targets and commands that they name exist."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from service import config
from service.cli import build_parser

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
]


def test_the_readme_has_the_table_of_settings() -> None:
    assert config.markdown() in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
        if not target.startswith(("http://", "https://")):
            assert (document.parent / target).exists(), target


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md"])
def test_make_targets_that_are_named_exist(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = re.findall(r"^make ([a-z -]+)$|`make ([a-z -]+)`", (ROOT / name).read_text(), re.MULTILINE)
    assert {word for pair in named for words in pair for word in words.split()} <= targets


def test_commands_that_the_readme_names_exist() -> None:
    shown = build_parser().format_help()
    for command in re.findall(r"`almagest ([a-z]+)", (ROOT / "README.md").read_text()):
        assert f" {command} " in shown, command
