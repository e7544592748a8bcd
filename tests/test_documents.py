"""The documents are true: settings, links, paths, targets, commands and modules that they name exist."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import subprocess
from pathlib import Path

import pytest

from service.api.openapi.description import described
from service.cli.main import build_parser
from service.core.settings import settings_table
from service.games.registry import RULEBOOKS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    ROOT / name
    for name in subprocess.run(
        ["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
]
OURS = [
    ROOT / f"{name}.md" for name in ("README", "ARCHITECTURE", "CONTRIBUTING", "BENCHMARKS", "CHANGELOG", "SECURITY")
]
TOP = {path.name for path in ROOT.iterdir()}
GAMES = ("astra", "distant_suns", "nebula")
GAME = "<game>"

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
each_of_ours = pytest.mark.parametrize("document", OURS, ids=lambda path: path.name)


def _without_blocks(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def _blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _quoted(document: Path) -> list[str]:
    return re.findall(r"`([^`\n]+)`", _without_blocks(document.read_text()))


def test_the_table_of_settings_is_current() -> None:
    assert (ROOT / "docs" / "settings.md").read_text().endswith(f"\n{settings_table()}\n")


@every_document
def test_links_lead_somewhere(document: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", document.read_text()):
        if not target.startswith(("http://", "https://")):
            assert (document.parent / target).exists(), target


def _anchors(document: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", _without_blocks(document.read_text()), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-") for title in titles}


@every_document
def test_links_lead_to_titles_that_are_there(document: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", document.read_text()):
        assert anchor in _anchors(document.parent / target if target else document), anchor


def _is_path(word: str) -> bool:
    """Of a file or folder of ours, as seen from the root."""
    return bool(re.fullmatch(r"[\w.<>/-]+", word)) and "/" in word and word.split("/")[0] in TOP


def _paths(word: str) -> list[Path]:
    return [ROOT / word.replace(GAME, game) for game in (GAMES if GAME in word else ("",))]


@each_of_ours
def test_paths_that_are_named_exist(document: Path) -> None:
    named = [path for word in _quoted(document) if _is_path(word) for path in _paths(word)]
    assert [str(path) for path in named if not path.exists()] == []


def test_contributing_names_a_file_and_a_test_for_every_change() -> None:
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \|$", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE)
    changes = [row for row in rows if row[0] != "change"]
    assert len(changes) > 10
    for change, files, tests in changes:
        assert any(_is_path(word) or (ROOT / word).is_file() for word in re.findall(r"`([^`]+)`", files)), change
        assert any(word.startswith("tests/") for word in re.findall(r"`([^`]+)`", tests)), change


def _targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))


@every_document
def test_make_targets_that_are_named_exist(document: Path) -> None:
    named = re.findall(r"^make ([a-z -]+)$|`make ([a-z -]+)`", document.read_text(), re.MULTILINE)
    assert {word for pair in named for words in pair for word in words.split()} <= _targets()


def test_every_target_is_declared_and_helped() -> None:
    text = (ROOT / "Makefile").read_text()
    declared = re.findall(r"^\.PHONY: (.+)$", text, re.MULTILINE)[0].split()
    assert set(declared) == _targets()
    command = ["make", "--no-print-directory", "help"]
    printed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {line.split()[0] for line in printed.splitlines()} == _targets()


def _typed(document: Path) -> list[str]:
    """What a reader types: quoted, and in blocks of commands."""
    lines = [line for block in _blocks(document.read_text(), "sh") for line in block.splitlines()]
    return [*_quoted(document), *(part.strip() for line in lines for part in line.split("|"))]


def _help(*words: str) -> str:
    """What `almagest ... --help` prints; a command that does not exist is an error."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), pytest.raises(SystemExit) as ended:
        build_parser().parse_args([*words, "--help"])
    assert ended.value.code == 0, words
    return printed.getvalue()


@every_document
def test_commands_that_are_named_exist_with_their_options(document: Path) -> None:
    for typed in _typed(document):
        if command := re.match(r"almagest ((?:content |admin (?:games |keys )?)?[a-z]+)", typed):
            shown = _help(*command[1].split())
            assert [option for option in re.findall(r"--[a-z-]+", typed) if f"{option} " not in shown] == [], typed


@every_document
def test_modules_that_are_run_exist(document: Path) -> None:
    for module in re.findall(r"python -m ((?:tools|tests|openapi|service)[\w.]*)", document.read_text()):
        assert importlib.util.find_spec(module), module


def test_codes_that_the_readme_and_the_architecture_name_exist() -> None:
    codes = set(described()["components"]["schemas"]["ProblemCode"]["enum"])
    for name in ("README.md", "ARCHITECTURE.md"):
        assert set(re.findall(r"503\s+`(\w+)`", (ROOT / name).read_text())) <= codes


def test_the_new_words_of_the_changelog_are_those_of_the_description() -> None:
    rows = re.findall(r"^\| code: .+ \| .+ \| (.+) \|$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    told = {code for row in rows for code in re.findall(r"`(\w+)`", row)}
    assert told
    assert told <= set(described()["components"]["schemas"]["ProblemCode"]["enum"])


def test_every_game_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text()
    assert set(GAMES) <= set(RULEBOOKS)
    assert all(f"service/games/{game}/README.md" in text for game in GAMES)


def _section(name: str) -> str:
    """Of ARCHITECTURE.md."""
    return (ROOT / "ARCHITECTURE.md").read_text().split(f"\n## {name}\n")[1].split("\n## ")[0]


def test_the_architecture_names_every_module() -> None:
    """Of the service and the worker; the rules of each game have READMEs of their own."""
    tree = _section("Tree")
    files = [file for room in ("service", "worker") for file in (ROOT / room).rglob("*.py")]
    within = {file.name for file in files if not {*GAMES, "conformance", "boards"} & set(file.relative_to(ROOT).parts)}
    assert {name for name in within - {"__init__.py"} if not re.search(rf"(?<!\w){re.escape(name)}", tree)} == set()


def test_every_word_has_one_meaning() -> None:
    words = re.findall(r"^\| ([a-z]+) \| ", _section("Words"), re.MULTILINE)[1:]
    assert len(words) > 20
    assert len(words) == len(set(words))


PICTURES = [
    pytest.param(block, id=f"{path.name}-{number}")
    for path in DOCUMENTS
    for number, block in enumerate(_blocks(path.read_text(), "mermaid"), 1)
]
NODE = r'\w+(?:\["[^"]+"\]|\[\([^()]+\)\]|\[[^\[\]"()]+\])?'
FLOW = re.compile(rf"  {NODE}(?: -\.?->(?:\|[^|]+\|)? {NODE})+")
ARROW = re.compile(r"  (\w+)-?->>(\w+): .+")
ABOVE = re.compile(r"  Note over (\w+)(?:,(\w+))?: .+")


def _check_flow(lines: list[str]) -> None:
    for line in lines:
        assert FLOW.fullmatch(line), line


def _check_sequence(lines: list[str]) -> None:
    """Everybody who speaks was introduced before."""
    introduced: set[str] = set()
    for line in lines:
        if who := re.fullmatch(r"  participant (\w+) as .+", line):
            introduced.add(who[1])
            continue
        said = ARROW.fullmatch(line) or ABOVE.fullmatch(line)
        assert said, line
        assert {name for name in said.groups() if name} <= introduced, line
        assert ";" not in line, "mermaid ends a statement there"


@pytest.mark.parametrize("block", PICTURES)
def test_pictures_are_well_formed(block: str) -> None:
    first, *lines = block.splitlines()
    if first == "sequenceDiagram":
        _check_sequence(lines)
    else:
        assert re.fullmatch("flowchart (LR|TD)", first)
        _check_flow(lines)


def test_there_are_pictures_of_the_parts_a_move_an_event_and_an_automatic_turn() -> None:
    for title in ("The parts", "One move, from socket to socket", "One event, to a listener", "One automatic turn"):
        assert "```mermaid" in _section(title)


@each_of_ours
def test_no_machine_and_no_registry_is_named(document: Path) -> None:
    assert not re.findall(r"(?<![\w.}])/(?:home|root|work|tmp|Users)/|pypi\.org|index-url", document.read_text())
