"""Write the generated parts of both SDKs: `python -m openapi.generate`. The same description gives the same bytes."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import jinja2

from openapi import classes, javascript, layout, roles
from openapi.annotations import annotation
from openapi.components import MODELS, SHARED, Components, components
from openapi.export import SPEC
from openapi.spec import Operation, Plain, operations

HEADER = "# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.\n"
RULEBOOK = "rulebook_id"
PACKAGE, GENERATED = "almagest_sdk", "_generated"
TARGET = Path(__file__).parent.parent / "sdk" / PACKAGE / GENERATED


def environment() -> jinja2.Environment:
    made = jinja2.Environment(  # noqa: S701 - Python is written here, not HTML
        loader=jinja2.PackageLoader("openapi"),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"docstring": layout.docstring, "declaration": layout.break_declaration}
    made.globals |= {"assignment": layout.break_assignment}
    return made


def _by_tag(calls: list[Operation]) -> dict[str, list[Operation]]:
    return {tag: [call for call in calls if call.tag == tag] for tag in sorted({call.tag for call in calls})}


def _calls(spec: Plain, known: Components) -> list[Operation]:
    """The calls; from outside, everything that is shared is in `models`."""

    def named(key: str) -> str:
        module = known.modules[key]
        return f"{MODELS if module == SHARED else module}.{known.by_key[key].name}"

    found = operations(spec, lambda schema: annotation(schema, named))
    return [_with_known_rulebooks(call) for call in found] if "RulebookId" in known.by_key else found


def _with_known_rulebooks(call: Operation) -> Operation:
    """Whatever the description says, a rulebook that is asked for by its id is one of those that there are."""
    kind = f"{MODELS}.RulebookId"
    parameters = (replace(each, type=kind) if each.name == RULEBOOK else each for each in call.parameters)
    return replace(call, parameters=tuple(parameters))


def _results_by_rulebook(call: Operation, found: list[roles.Rulebook]) -> list[tuple[str, str]]:
    """What a call about one rulebook gives, rulebook by rulebook."""
    role = call.result.removeprefix(f"{MODELS}.")
    if not any(each.name == RULEBOOK for each in call.parameters_in("path")):
        return []
    parts = [(each.id, each.parts.get(role, "")) for each in found]
    return parts if all(part == f"{rulebook}.{role}" for rulebook, part in parts) else []


def _module(known: Components, module: str) -> Plain:
    """What the template of a module needs to know."""
    aliases = classes.aliases(known, module)
    return {
        "module": module,
        "classes": classes.classes(known, module),
        "simple": [each for each in aliases if classes.is_simple(each)],
        "aliases": [each for each in aliases if not classes.is_simple(each)],
    }


def generate_files(spec: Plain) -> dict[str, str]:
    """The files of the package `_generated` by name."""
    known = components(spec)
    calls, found = _calls(spec, known), roles.rulebooks(known)
    templates = environment()
    names = {
        "calls": calls,
        "resources": _by_tag(calls),
        "rulebooks": found,
        "narrowed": lambda call: _results_by_rulebook(call, found),
        "unions": roles.missing_unions(known),
        "shared": [each.name for each in known.of_module(SHARED)],
    }

    def render(template: str, module: str = "", is_async: bool = False) -> str:
        given = names | _module(known, module) | {"is_async": is_async}
        filled = templates.get_template(f"{template}.py.jinja2").render(given)
        return HEADER + layout.remove_unused_imports(filled.strip("\n") + "\n")

    files = {f"{each}.py": render("module", each) for each in (SHARED, *known.rulebooks)}
    files |= {f"{each}.py": render(each) for each in ("calls", "resources", "tables")}
    files |= {f"async_{each}.py": render(each, is_async=True) for each in ("resources", "tables")}
    files |= {"models.py": render("models", MODELS), "__init__.py": HEADER}
    return dict(sorted(files.items()))


def _write(files: dict[str, str], target: Path) -> None:
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob("*.py"):
        if old.name not in files:
            old.unlink()
    for name, code in files.items():
        (target / name).write_text(code, encoding="utf-8")


def write(spec: Plain, target: Path) -> None:
    """Write a whole client for a description, ready to be installed; its fixed parts are the installed SDK's.

    The SDK is not imported, so that whoever writes a client can go on and import that one.
    """
    installed = find_spec(PACKAGE)
    if installed is None or installed.origin is None:
        raise ModuleNotFoundError(f"{PACKAGE} is not installed, and a client is made of it")
    files = generate_files(spec)
    shutil.copytree(
        Path(installed.origin).parent,
        target / PACKAGE,
        ignore=shutil.ignore_patterns(GENERATED, "__pycache__"),
        dirs_exist_ok=True,
    )
    _write(files, target / PACKAGE / GENERATED)
    project = environment().get_template("pyproject.toml.jinja2")
    (target / "pyproject.toml").write_text(project.render(version=version("almagest-sdk")), encoding="utf-8")


def main() -> None:
    spec = json.loads(SPEC.read_bytes())
    files = generate_files(spec)
    _write(files, TARGET)
    print(f"{len(files) + javascript.write(spec, environment())} files are generated.")


if __name__ == "__main__":
    main()
