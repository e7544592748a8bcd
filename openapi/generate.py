"""Write the generated part of the SDK: `python -m openapi.generate`. The same description gives the same bytes."""

from __future__ import annotations

import json
from pathlib import Path

import black
import jinja2
from black.mode import TargetVersion

from openapi import modelling
from openapi.export import SPEC
from openapi.reading import MoveSet, Operation, Plain, move_sets, operations

TARGET = Path(__file__).parent.parent / "sdk" / "almagest_sdk" / "_generated"
HEADER = "# Generated from openapi/openapi.json by `make sdk`. Do not edit: the next run overwrites it.\n"
_MODE = black.Mode(line_length=120, target_versions={TargetVersion.PY310})


def _finished(code: str) -> str:
    return black.format_str(HEADER + code.lstrip("#\n"), mode=_MODE)


def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(modelling.TEMPLATES)
    return jinja2.Environment(  # noqa: S701 - Python is written here, not HTML
        loader=loader, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )


def _by_tag(calls: list[Operation]) -> dict[str, list[Operation]]:
    return {tag: [call for call in calls if call.tag == tag] for tag in sorted({call.tag for call in calls})}


def _from_templates(calls: list[Operation], moves: list[MoveSet]) -> dict[str, str]:
    environment = _environment()
    names = {"calls": calls, "resources": _by_tag(calls), "rulebooks": moves}
    return {
        name: environment.get_template(f"{name}.jinja2").render(names)
        for name in ("calls.py", "resources.py", "moves.py")
    }


def generated(spec: Plain) -> dict[str, str]:
    """The files of the package by name."""
    calls, moves = operations(spec), move_sets(spec)
    files = {"__init__.py": "", "models.py": modelling.answer_models(spec, moves)}
    files |= {f"{each.rulebook}.py": modelling.move_models(spec, each) for each in moves}
    files |= _from_templates(calls, moves)
    return {name: _finished(code) for name, code in sorted(files.items())}


def main() -> None:
    files = generated(json.loads(SPEC.read_bytes()))
    TARGET.mkdir(parents=True, exist_ok=True)
    for old in TARGET.glob("*.py"):
        if old.name not in files:
            old.unlink()
    for name, code in files.items():
        (TARGET / name).write_text(code)
    print(f"{len(files)} files are generated.")


if __name__ == "__main__":
    main()
