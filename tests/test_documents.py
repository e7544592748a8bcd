"""The documents are true: settings, links, paths, targets, commands and modules that they name exist."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.api.openapi.description import build_document
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
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
TOP = {path.name for path in ROOT.iterdir()}
GAMES = ("astra", "distant_suns", "nebula")
GAME = "<game>"


def _without_blocks(text: str) -> str:
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def _blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _quoted(document: Path) -> list[str]:
    return re.findall(r"`([^`\n]+)`", _without_blocks(document.read_text()))


def test_the_table_of_settings_is_current() -> None:
    assert (ROOT / "docs" / "settings.md").read_text().endswith(f"\n{settings_table()}\n")


def _dead_links(document: Path) -> Iterator[str]:
    for target, anchor in re.findall(r"\]\(([^)#]*)#?([^)]*)\)", _without_blocks(document.read_text())):
        if target.startswith(("http://", "https://")):
            continue
        file = document.parent / target if target else document
        if not file.exists() or (anchor and anchor not in _anchors(file)):
            yield f"{document.relative_to(ROOT)}: {target}#{anchor}"


def test_links_lead_to_files_and_titles() -> None:
    assert [link for document in DOCUMENTS for link in _dead_links(document)] == []


def _anchors(document: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", _without_blocks(document.read_text()), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-") for title in titles}


def _is_path(word: str) -> bool:
    """Of a file or folder of ours, as seen from the root."""
    return bool(re.fullmatch(r"[\w.<>/-]+", word)) and "/" in word and word.split("/")[0] in TOP


def _paths(word: str) -> list[Path]:
    return [ROOT / word.replace(GAME, game) for game in (GAMES if GAME in word else ("",))]


def test_paths_that_are_named_exist() -> None:
    named = [
        (document.name, path)
        for document in [*OURS, *DECISIONS]
        for word in _quoted(document)
        if _is_path(word)
        for path in _paths(word)
    ]
    assert [(name, str(path)) for name, path in named if not path.exists()] == []


def test_every_promise_of_security_names_tests_that_exist() -> None:
    """A file of tests, or a file and then names of tests in it."""
    promised = (ROOT / "SECURITY.md").read_text().split("\n## What is promised")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (?!to \|)[a-z].* \| (.+) \| .+ \| (.+) \|$", promised, re.MULTILINE)
    assert len(rows) > 20
    for promise, shown in rows:
        words = re.findall(r"`([^`]+)`", shown)
        assert _is_path(words[0]), promise
        file = ""
        for word in words:
            file = (ROOT / word).read_text() if _is_path(word) else file
            assert _is_path(word) or f"def {word}(" in file, f"{promise}: {word}"


def test_contributing_names_a_file_and_a_test_for_every_change() -> None:
    section = (ROOT / "CONTRIBUTING.md").read_text().split("\n## What you change")[1].split("\n## ")[0]
    rows = re.findall(r"^\| (.+) \| (.+) \| (.+) \|$", section, re.MULTILINE)
    changes = [row for row in rows if row[0] != "change"]
    assert len(changes) > 10
    for change, files, tests in changes:
        assert any(_is_path(word) or (ROOT / word).is_file() for word in re.findall(r"`([^`]+)`", files)), change
        assert any(word.startswith("tests/") for word in re.findall(r"`([^`]+)`", tests)), change


def _targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(), re.MULTILINE))


def test_make_targets_that_are_named_exist() -> None:
    for document in DOCUMENTS:
        named = re.findall(r"^make ([a-z -]+)$|`make ([a-z -]+)`", document.read_text(), re.MULTILINE)
        assert {word for pair in named for words in pair for word in words.split()} <= _targets(), document


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


def test_commands_that_are_named_exist_with_their_options() -> None:
    for typed in (typed for document in DOCUMENTS for typed in _typed(document)):
        if command := re.match(r"almagest ((?:content |admin (?:games |keys )?)?[a-z]+)", typed):
            shown = _help(*command[1].split())
            assert [option for option in re.findall(r"--[a-z-]+", typed) if f"{option} " not in shown] == [], typed


def test_modules_that_are_run_exist() -> None:
    for document in DOCUMENTS:
        for module in re.findall(r"python -m ((?:tools|tests|openapi|service)[\w.]*)", document.read_text()):
            assert importlib.util.find_spec(module), (document, module)


def test_codes_that_the_readme_and_the_architecture_name_exist() -> None:
    codes = set(build_document()["components"]["schemas"]["ProblemCode"]["enum"])
    for name in ("README.md", "ARCHITECTURE.md"):
        assert set(re.findall(r"503\s+`(\w+)`", (ROOT / name).read_text())) <= codes


def test_the_new_words_of_the_changelog_are_those_of_the_description() -> None:
    rows = re.findall(r"^\| code: .+ \| .+ \| (.+) \|$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    told = {code for row in rows for code in re.findall(r"`(\w+)`", row)}
    assert told
    assert told <= set(build_document()["components"]["schemas"]["ProblemCode"]["enum"])


def test_every_game_is_in_the_readme() -> None:
    text = (ROOT / "README.md").read_text()
    assert set(GAMES) <= set(RULEBOOKS)
    assert all(f"service/games/{game}/README.md" in text for game in GAMES)


def _section(name: str) -> str:
    """Of ARCHITECTURE.md."""
    return (ROOT / "ARCHITECTURE.md").read_text().split(f"\n## {name}\n")[1].split("\n## ")[0]


def test_the_architecture_names_every_package() -> None:
    """Packages of the service and the worker; the rules of each game have READMEs of their own."""
    table = _without_blocks(_section("The packages"))
    folders = {file.parent.relative_to(ROOT) for top in ("service", "worker") for file in (ROOT / top).rglob("*.py")}
    packages = {folder for folder in folders if "games" not in folder.parts[1:2] and len(folder.parts) < 4}
    inner = {Path("service"), Path("service/store"), Path("service/api"), Path("worker/cli")}
    named = {Path(word) for word in re.findall(r"`([^`]+)`", table)}
    assert packages - inner - named - {Path("service/cli/admin"), Path("service/cli/boards")} == set()


def test_documents_are_short() -> None:
    assert len((ROOT / "ARCHITECTURE.md").read_bytes()) <= 15_000
    assert len((ROOT / "README.md").read_text().splitlines()) <= 90
    assert len(re.findall(r"^\| [a-z][a-z, ]* \| ", _section("Words"), re.MULTILINE)) <= 21  # a head and 20 words


def test_decisions_have_one_form() -> None:
    """A number, then context, decision and consequences; all of them are on the list."""
    listed = (ROOT / "docs" / "decisions" / "README.md").read_text()
    for file in DECISIONS:
        titles = re.findall(r"^#+ (.+)$", file.read_text(), re.MULTILINE)
        assert titles[0].startswith(file.name[:4]), file
        assert titles[1:4] == ["Context", "Decision", "Consequences"], file
        assert f"[{file.name[:4]}]({file.name})" in listed


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


def test_diagrams_are_well_formed() -> None:
    for block in (block for path in DOCUMENTS for block in _blocks(path.read_text(), "mermaid")):
        first, *lines = block.splitlines()
        if first == "sequenceDiagram":
            _check_sequence(lines)
        else:
            assert re.fullmatch("flowchart (LR|TD)", first)
            _check_flow(lines)


def test_every_flow_has_its_diagram() -> None:
    flows = (
        "The parts",
        "One move, from socket to socket",
        "One event, to a listener",
        "One automatic turn",
        "One delivery",
    )
    assert all("```mermaid" in _section(title) for title in (*flows, "One delivery"))


def test_no_machine_and_no_registry_is_named() -> None:
    for document in [*OURS, *DECISIONS]:
        text = document.read_text()
        assert not re.findall(r"(?<![\w.}])/(?:home|root|work|tmp|Users)/|pypi\.org|index-url", text), document
