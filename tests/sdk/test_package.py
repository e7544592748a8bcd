"""The SDK as others get it: a wheel of its own, typed for its users, for Python 3.10."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import textwrap
import zipfile
from collections.abc import Callable
from pathlib import Path

import almagest_sdk
import pytest

from openapi import generate
from tests.sdk import described

SDK = Path(__file__).parents[2] / "sdk"
CONSUMER = """
    from almagest_sdk import Almagest, Event, Move, Offer, StaleVersion, Table, astra, errors, verify_replay
    from almagest_sdk.aio import AsyncAlmagest, AsyncAstraTable

    def best(offers: list[Offer[Move]]) -> Offer[Move]:
        return offers[0]

    def anything(table: Table) -> None:
        table.play(best(list(table.moves())))

    def main() -> int:
        client = Almagest("http://127.0.0.1:8000", language="fr")
        table = client.games.create("astra", seats=2, name="Ada")
        for offer in table.moves(astra.Observe):
            first: int = offer.move.path[0]
            table.play(offer)
        table.play(table.moves()[0])
        anything(table)
        try:
            table.play(astra.Observe(card="taurus", path=[1, 2]))
        except StaleVersion as stale:
            missed: list[Event] = list(stale.missed_events())
        except errors.AlmagestError as error:
            print(error.status, error.code, error.ruling, error.detail, error.request_id, error.retry_after)
        for event in table.events():
            print(event.id, event.type)
        verify_replay(table.replay(), table.seed_hash)
        return len(table.content().constellations)

    async def later() -> int:
        async with AsyncAlmagest("http://127.0.0.1:8000") as client:
            table: AsyncAstraTable = await client.games.create("astra", seats=2, name="Ada")
            while await table.my_turn():
                offer = (await table.moves(astra.Observe))[0]
                first: int = offer.move.path[0]
                await table.play(offer)
            async for event in table.events():
                print(event.id, event.type)
            return table.view.round
"""
WRONG = {
    'astra.Observe(card="taurus")': "Missing named argument",
    "astra.Observe(card=1, path=[0])": "incompatible type",
    'astra.Observe(card="taurus", path=["a"])': "incompatible type",
    'Almagest("").games.create("astra", seats="two")': "No overload variant",
    'Almagest("").games.create("astro", seats=2)': "No overload variant",
    'Almagest("").games.watch("", rulebook="astro")': "No overload variant",
    'Almagest("").rulebooks.content("astra", lang="xx")': "No overload variant",
}


def _checked(directory: Path, code: str) -> subprocess.CompletedProcess[str]:
    (directory / "consumer.py").write_text(textwrap.dedent(code))
    (directory / "mypy.ini").write_text(f"[mypy]\nstrict = True\npython_version = 3.10\nmypy_path = {SDK}\n")
    command = [sys.executable, "-m", "mypy", "--cache-dir", str(directory.parent / "mypy"), "consumer.py"]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True)


def test_a_consumer_is_clean_under_mypy_strict(tmp_path: Path) -> None:
    done = _checked(tmp_path, CONSUMER)
    assert done.returncode == 0, done.stdout


def test_a_consumers_mistakes_are_found(tmp_path: Path) -> None:
    done = _checked(tmp_path, "\n".join(["from almagest_sdk import Almagest, astra", *WRONG]))
    lines = done.stdout.splitlines()
    for number, message in enumerate(WRONG.values(), start=2):
        assert any(line.startswith(f"consumer.py:{number}:") and message in line for line in lines), done.stdout


@pytest.mark.parametrize("path", sorted(SDK.rglob("*.py")), ids=lambda path: path.name)
def test_everything_is_readable_for_python_3_10(path: Path) -> None:
    ast.parse(path.read_text(), feature_version=(3, 10))


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
