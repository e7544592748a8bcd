"""The SDK as others get it: a wheel of its own, typed for its users, for Python 3.10."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import almagest_sdk
import pytest

from openapi import generate
from tests.sdk import described

SDK = Path(__file__).parents[2] / "sdk"


def test_everything_is_readable_for_python_3_10() -> None:
    for path in SDK.rglob("*.py"):
        ast.parse(path.read_text(), str(path), feature_version=(3, 10))


def _ours(directory: Path) -> None:
    shutil.copytree(SDK, directory, ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))


def _written(directory: Path) -> None:
    generate.write(described.spec(), directory)


@pytest.mark.parametrize("put", [_ours, _written])
def test_the_wheel_is_typed_and_needs_httpx_for_asyncio_alone(put: Callable[[Path], None], tmp_path: Path) -> None:
    source = tmp_path / "sdk"
    put(source)
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = tmp_path.glob("almagest_sdk-*.whl")
    assert almagest_sdk.__version__ in wheel.name
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = next(archive.read(name).decode() for name in names if name.endswith("METADATA"))
    assert {"almagest_sdk/py.typed", "almagest_sdk/_generated/models.py"} <= set(names)
    assert not [name for name in names if not name.startswith("almagest_sdk")]
    assert [line for line in metadata.splitlines() if line.startswith("Requires-Dist")] == [
        "Requires-Dist: requests<3,>=2.31",
        'Requires-Dist: httpx<1,>=0.27; extra == "async"',
    ]
