"""Content packs of the host's own, laid into `PACKS_DIR`: `<rulebook>/<any name>.json`."""

from __future__ import annotations

from pathlib import Path

from service.core.settings import SettingsError
from service.games.packs import PackError
from service.games.registry import RULEBOOKS


def install_packs(folder: str) -> None:
    """Make every pack below the folder playable, or say which file, card and field is wrong."""
    for path in sorted(Path(folder).glob("*/*.json")) if folder else ():
        _install(path)


def _install(path: Path) -> None:
    rulebook = RULEBOOKS.get(path.parent.name)
    if rulebook is None or rulebook.packs is None:
        raise SettingsError(f"PACKS_DIR: {path}: there is no rulebook {path.parent.name!r} with content packs")
    try:
        rulebook.packs.install(path.read_bytes())
    except OSError as error:
        raise SettingsError(f"PACKS_DIR: {path}: {error.strerror}") from None
    except PackError as error:
        problems = "\n".join(f"  {problem}" for problem in error.problems)
        raise SettingsError(f"PACKS_DIR: {path} is no pack of {rulebook.id}:\n{problems}") from None
