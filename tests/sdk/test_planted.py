"""A client program that is right, and the same with one mistake planted: a type checker finds it before it is run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SDK = Path(__file__).parents[2] / "sdk"
PROGRAMS = Path(__file__).parent / "planted"
RIGHT = PROGRAMS / "right.py"
LEAST_FOUND = 9
MISTAKES = {
    "field_of_a_view": ("view.sky[0]", "view.skies[0]"),
    "field_of_an_event": ("event.telescopes", "event.telescope"),
    "field_of_content": ("each.name for", "each.title for"),
    "rulebook": ('create("astra"', 'create("astro"'),
    "problem_code": ('== "stale_version"', '== "stale_versoin"'),
    "move_of_another_game": ("table.play(observe)", "table.play(distant_suns.FillSlot(slot=1))"),
    "argument_of_a_move": ("path=[1, 2]", 'path=["1", "2"]'),
    "status": ('== "finished"', '== "finnished"'),
    "event_type": ('== "stars_marked"', '== "star_marked"'),
    "field_of_a_score_line": ("line.amount", "line.points"),
}
WRONG = {
    'astra.Observe(card="taurus")': "Missing named argument",
    "astra.Observe(card=1, path=[0])": "incompatible type",
    'astra.Observe(card="taurus", path=["a"])': "incompatible type",
    'Almagest("").games.create("astra", seats="two")': "No overload variant",
    'Almagest("").games.create("astro", seats=2)': "No overload variant",
    'Almagest("").games.watch("", rulebook="astro")': "No overload variant",
    'Almagest("").rulebooks.content("astra", lang="xx")': "No overload variant",
}
"""Lines of a program of their own, and what is said of each."""
CONFIG = f"[mypy]\nstrict = True\npython_version = 3.10\nmypy_path = {SDK}\n"


def _planted(right: str, wrong: str) -> str:
    program = RIGHT.read_text()
    assert program.count(right) == 1, right
    program = program.replace(right, wrong)
    return program.replace("AstraTable, astra\n", "AstraTable, astra, distant_suns\n") if "_suns." in wrong else program


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What mypy says about all of them, in one run: the SDK is read once."""
    directory = tmp_path_factory.mktemp("planted")
    (directory / "mypy.ini").write_text(CONFIG)
    for program in PROGRAMS.glob("*.py"):
        (directory / program.name).write_text(program.read_text())
    for name, (right, wrong) in MISTAKES.items():
        (directory / f"{name}.py").write_text(_planted(right, wrong))
    (directory / "wrong.py").write_text("\n".join(["from almagest_sdk import Almagest, astra", *WRONG]))
    programs = sorted(path.name for path in directory.glob("*.py"))
    command = [sys.executable, "-m", "mypy", "--no-error-summary", *programs]
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True)
    assert not done.stderr, done.stderr
    return [line for line in done.stdout.splitlines() if ": error: " in line]


def test_the_programs_and_the_sdk_are_clean(findings: list[str]) -> None:
    wrong = {"wrong.py", *(f"{name}.py" for name in MISTAKES)}
    assert [line for line in findings if line.partition(":")[0] not in wrong] == []


def test_planted_mistakes_are_found(findings: list[str]) -> None:
    found = {name for name in MISTAKES if any(line.startswith(f"{name}.py:") for line in findings)}
    assert len(found) >= LEAST_FOUND, f"not found: {set(MISTAKES) - found}"


@pytest.mark.parametrize("name", MISTAKES)
def test_nothing_but_the_planted_line_is_blamed(name: str, findings: list[str]) -> None:
    lines = _planted(*MISTAKES[name]).splitlines()
    blamed = {int(line.split(":")[1]) for line in findings if line.startswith(f"{name}.py:")}
    assert [lines[number - 1] for number in blamed if MISTAKES[name][1] not in lines[number - 1]] == []


def test_what_is_said_of_a_wrong_line_names_it(findings: list[str]) -> None:
    for number, message in enumerate(WRONG.values(), start=2):
        assert any(line.startswith(f"wrong.py:{number}:") and message in line for line in findings), findings
