"""Every sample of the documents runs as it stands, one after the other, at a real server; or says why it does not."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.samples.blocks import ROOT, Block, blocks, documents
from tests.samples.running import Script, run_javascript, run_python, run_shell
from tests.samples.stages import STAGES, Stages
from tests.sdk.serving import Server

WHOLE = {"docs/adding-a-game.md": "tests/test_adding_a_game.py"}
"""Documents that another test types from the first line to the last."""
DOCUMENTS = {name: found for name in documents() if name not in WHOLE and (found := blocks(name))}
ALL = [block for found in DOCUMENTS.values() for block in found]
NOT_RUN = 12
"""More than this need a better reason than that it is difficult."""


class Reader:
    """Pastes the samples of one document."""

    def __init__(self, server: Server, stages: Stages, folder: Path) -> None:
        self._server, self._stages, self._folder = server, stages, folder
        self._names: dict[str, Any] = {}

    def paste(self, block: Block) -> None:
        found = STAGES[block.stage](self._stages)
        source = block.source
        for placeholder, name in block.placeholders.items():
            whole = rf"(?<!\w){re.escape(placeholder)}(?!\w)"
            assert re.search(whole, source), f"{block.name} has no {placeholder}"
            source = re.sub(whole, str(found[name]), source)
        run = {"sh": self._shell, "python": self._python, "js": self._javascript}[block.language]
        run(block, source, found)

    def _shell(self, block: Block, source: str, found: dict[str, Any]) -> None:
        kept = self._folder / "variables.sh"
        run_shell(source, self._server.url, self._server.directory, found, str(kept))

    def _python(self, block: Block, source: str, found: dict[str, Any]) -> None:
        self._names |= found
        run_python(source, self._server.url, self._names, block.until, self._server.directory)

    def _javascript(self, block: Block, source: str, found: dict[str, Any]) -> None:
        script = Script(block.name, source, {**found, "server": self._server.url}, block.until)
        assert run_javascript([script], self._server.url, self._folder) == {}


@pytest.fixture
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="alm") as name:
        yield Path(name)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_samples_run(name: str, server: Server, stages: Stages, folder: Path) -> None:
    reader = Reader(server, stages, folder)
    for block in DOCUMENTS[name]:
        if block.run_by or block.reason or (block.language == "js" and not shutil.which("node")):
            continue
        try:
            reader.paste(block)
        except Exception as error:
            raise AssertionError(f"{block.name}\n{block.source}\n{error}") from error


def test_what_is_not_run_says_why_and_what_others_run_is_there() -> None:
    """`pytest -rP` lists them."""
    skipped = [block for block in ALL if block.reason]
    for block in skipped:
        print(f"not run: {block.name}: {block.reason}")
    print(f"{len(ALL)} samples, {len(skipped)} of them not run")
    assert len(skipped) <= NOT_RUN
    assert [block.name for block in ALL if block.run_by and not (ROOT / block.run_by).is_file()] == []
    assert [name for name in WHOLE.values() if not (ROOT / name).is_file()] == []
    assert len(ALL) - len(skipped) > 25


def test_a_comment_about_a_sample_stands_right_before_it() -> None:
    for name in DOCUMENTS:
        noted = re.findall(r"^<!-- sample: ", (ROOT / name).read_text(), re.MULTILINE)
        assert len(noted) == sum(bool(block.note) for block in DOCUMENTS[name]), name


def test_every_post_by_curl_has_an_idempotency_key() -> None:
    """Where the operation takes one; a token for a player and a webhook are made anew by each call."""
    for block in ALL:
        for command in re.findall(r"^curl (?:[^\n]*\\\n)*[^\n]*(?:\n[^\n]+)*", block.source, re.MULTILINE):
            if re.search(r"/v1/(games|quick)\b", command) and re.search(r"--data|-d |POST", command):
                assert "Idempotency-Key" in command, block.name
