"""The wheel that the Dockerfile builds has the page, the JavaScript client that it imports, and the Lua scripts."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from service.api.site import pages

ROOT = Path(__file__).parents[3]


def _copy_as_the_dockerfile_does(target: Path) -> None:
    copied = re.findall(r"^COPY (?!--)([^$\n]+) \./", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    for name in " ".join(copied).split():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, target)


def test_the_wheel_has_the_page_its_client_and_the_scripts(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    _copy_as_the_dockerfile_does(source)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("almagest-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        packed = set(archive.namelist())
    needed = [path for path in pages.WEB.rglob("*") if path.is_file()] + list(pages.CLIENT.glob("*.js"))
    scripts = list((ROOT / "service/store/lua").rglob("*.lua"))
    assert scripts
    assert {path.relative_to(ROOT).as_posix() for path in (*needed, *scripts)} <= packed
