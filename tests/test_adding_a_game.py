"""docs/adding-a-game.md is followed word for word: its files are written, its commands are typed."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sysconfig
import venv
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import entry_points
from pathlib import Path

import pytest
import requests

from tests.processes import HUNG, free_port, until
from tools.walkthrough import EXAMPLES, PAGE, ROOT, Section, sections, update_examples

PORT = "8017"
NOT_TYPED = "Before you begin"
PROOFS = ("golden/last_stone.json", "perft.json", "playthrough/2.txt", "playthrough/3.txt")


class Workshop:
    """A folder with the clone in it, an environment of its own, and what runs in the background."""

    def __init__(self, folder: Path, port: str, stack: contextlib.ExitStack) -> None:
        self.folder, self.port, self._stack = folder, port, stack
        (folder / "almagest").symlink_to(ROOT)
        self._make_environment()

    def _make_environment(self) -> None:
        """What is installed here is installed there, too, the console script included."""
        home = self.folder / "environment"
        venv.create(home, symlinks=True)
        packages = sysconfig.get_path("purelib", vars={"base": str(home)})
        ours = sysconfig.get_path("purelib")
        Path(packages, "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n")
        (command,) = entry_points(group="console_scripts", name="almagest")
        script = home / "bin" / "almagest"
        script.write_text(f"#!{home}/bin/python\nfrom {command.module} import {command.attr} as main\nexit(main())\n")
        script.chmod(0o755)

    @property
    def _variables(self) -> dict[str, str]:
        path = f"{self.folder}/environment/bin{os.pathsep}{os.environ['PATH']}"
        return {**os.environ, "PATH": path, "PYTHONDONTWRITEBYTECODE": "1"}

    def write(self, section: Section) -> None:
        for path, text in section.files.items():
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / path).write_text(text)

    def type(self, block: str) -> str:
        """What the commands print; a server goes on in the background."""
        block = block.replace(PORT, self.port)
        if block.startswith("almagest serve"):
            return self._serve(block)
        done = subprocess.run(
            ["sh", "-e", "-c", block], cwd=self.folder, env=self._variables, capture_output=True, text=True
        )
        assert done.returncode == 0, f"{block}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def _serve(self, block: str) -> str:
        quiet = {"RATELIMIT_ENABLED": "false", "API_WORKERS": "1", "LOG_LEVEL": "error"}
        server = subprocess.Popen(block.split(), cwd=self.folder, env={**self._variables, **quiet})
        self._stack.callback(server.wait, HUNG)
        self._stack.callback(server.terminate)
        until(lambda: requests.get(f"{self.url}/readyz", timeout=HUNG).ok)
        return ""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    with contextlib.ExitStack() as stack:
        yield Workshop(tmp_path, str(free_port()), stack)


Check = Callable[[Workshop, str], None]
"""Of what a section's commands printed and left behind."""


def proofs_are_those_of_the_example(workshop: Workshop, printed: str) -> None:
    for name in PROOFS:
        assert (workshop.folder / "nim/tests" / name).read_text() == (EXAMPLES / "nim/tests" / name).read_text()


def conformance_was_tested(workshop: Workshop, printed: str) -> None:
    assert " passed" in printed
    assert "failed" not in printed
    assert "skipped" not in printed


def nim_is_listed(workshop: Workshop, printed: str) -> None:
    listed = [line.split() for line in printed.splitlines()]
    assert ["nim", "Nim", "2-3", "players"] in listed
    assert "nim, 2 players, greedy/random" in printed


def nim_is_described_and_served(workshop: Workshop, printed: str) -> None:
    description = json.loads((workshop.folder / "openapi.json").read_text())
    described = json.dumps(description["components"]["schemas"])
    assert "Guess the card of the next seat" in described
    assert "null while it is hidden from the viewer" in described
    assert '"id":"nim"' in printed.replace(" ", "")
    assert "бурштин" in printed


def the_sdk_has_classes_for_nim(workshop: Workshop, printed: str) -> None:
    generated = workshop.folder / "client/almagest_sdk/_generated"
    code = (generated / "nim.py").read_text()
    assert "class StonesTaken:" in code
    assert "class View:" in code
    assert "class NimTable(" in (generated / "tables.py").read_text()


def a_game_was_played_to_its_end(workshop: Workshop, printed: str) -> None:
    assert "The game is over" in printed
    assert "Won by" in printed


def a_game_is_played_in_the_browser(workshop: Workshop, printed: str) -> None:
    from tests.browser.conftest import QUICKEST, chromium

    assert "<html" in printed
    path = chromium(QUICKEST)
    if path is None:
        warnings.warn("no Chromium here: nobody has looked at Nim in a browser", stacklevel=1)
        return
    # In a thread of its own: where browser tests ran before in this process, theirs is still at work in the main one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(_play_nim, path, workshop.url).result()


def _play_nim(path: str, url: str) -> None:
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import FLAGS
    from tests.browser.visitor import Visitor

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        ada = Visitor(browser.new_page(), url)
        ada.enter()
        ada.sees(".tile.nim", "Nim")
        ada.create("nim", "Ada", "random")
        while ada.play(0) != "finished":
            pass
        ada.sees("h2[data-status=finished]")
        assert ada.troubles == []


CHECKS: dict[str, Check] = {
    "Tests": conformance_was_tested,
    "Proofs": proofs_are_those_of_the_example,
    "The list of games": nim_is_listed,
    "The API and its description": nim_is_described_and_served,
    "The SDK": the_sdk_has_classes_for_nim,
    "The terminal": a_game_was_played_to_its_end,
    "The browser": a_game_is_played_in_the_browser,
}


@pytest.mark.filterwarnings("default::UserWarning")
def test_the_page_can_be_followed(workshop: Workshop) -> None:
    for section in sections(PAGE.read_text()):
        if section.title == NOT_TYPED:
            continue
        workshop.write(section)
        printed = "".join(map(workshop.type, section.commands))
        if section.title in CHECKS:
            CHECKS[section.title](workshop, printed)


def test_every_section_with_commands_is_checked() -> None:
    typed = {section.title for section in sections(PAGE.read_text()) if section.commands}
    assert typed - {NOT_TYPED, "The package"} == set(CHECKS)


def test_the_page_shows_the_example_as_it_is() -> None:
    page = PAGE.read_text()
    assert page == update_examples(page), "make walkthrough shows them again"
    shown = {path for section in sections(page) for path in section.files}
    kept = subprocess.run(["git", "ls-files", "nim"], cwd=EXAMPLES, capture_output=True, text=True, check=True)
    written = {path for path in kept.stdout.split() if (EXAMPLES / path).stat().st_size}
    assert shown == written - {f"nim/tests/{name}" for name in PROOFS}
