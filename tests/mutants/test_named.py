"""Mutants that once survived. Each is made here again, and the test that is there for it has to fail."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from almagest_sdk import Almagest, AstraTable, _transport, astra
from almagest_sdk._codec import decode
from flask import Flask

from service.store.games.repository import GameStore
from service.store.redis import client
from service.usecases.context import Context
from service.usecases.games import create
from service.usecases.views import lookup
from tests.processes import HUNG, ROOT
from tests.sdk import samples
from tests.sdk.scripted import Reply, scripted
from tests.usecases.games import test_exactly_once, test_seats
from tests.usecases.later import Later
from tests.usecases.views import test_secrets

CLIENT = ROOT / "service" / "web" / "client"
NODE = shutil.which("node")


def _replaced(text: str, was: str, becomes: str) -> str:
    assert text.count(was) == 1, f"{was!r} has to be there once"
    return text.replace(was, becomes)


Mutate = Callable[[object, str, str, str], None]


@pytest.fixture
def mutate(monkeypatch: pytest.MonkeyPatch) -> Mutate:
    """One function of a module, changed in its source."""

    def mutating(module: object, function: str, was: str, becomes: str) -> None:
        path = Path(str(vars(module)["__file__"]))
        names = dict(vars(module))
        exec(compile(_replaced(path.read_text(), was, becomes), path, "exec"), names)  # noqa: S102 - our own source
        monkeypatch.setattr(module, function, names[function])

    return mutating


@pytest.fixture
def mutate_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, app: Flask) -> Callable[[str, str, str], Context]:
    """One of the store's scripts, and a context that runs it."""

    def mutating(name: str, was: str, becomes: str) -> Context:
        for script in client._SCRIPTS.glob("*.lua"):
            text = script.read_text()
            (tmp_path / script.name).write_text(_replaced(text, was, becomes) if script.stem == name else text)
        monkeypatch.setattr(client, "_SCRIPTS", tmp_path)
        context: Context = app.extensions["context"]
        mutant = Context(GameStore(context.store.url), context.settings, context.wake_worker)
        monkeypatch.setitem(app.extensions, "context", mutant)
        return mutant

    return mutating


def test_a_preview_made_from_the_whole_state(mutate: Mutate, app: Flask, toy: None) -> None:
    mutate(
        lookup,
        "preview",
        "rulebook.apply(rulebook.known(found.dealt, seat), seat, move)",
        "rulebook.apply(found.dealt, seat, move)",
    )
    with pytest.raises(AssertionError, match="CANARY"):
        test_secrets.test_a_preview_changes_nothing_and_shows_hidden_draws_as_unknown(app, toy)


@pytest.mark.parametrize("number", [1, 2])
def test_a_game_that_is_kept_for_good(
    mutate_script: Callable[[str, str, str], Context],
    app: Flask,
    toy: None,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
) -> None:
    mutate_script("commit", f"redis.call('EXPIRE', KEYS[{number}], change.expires)", "")
    with pytest.raises(AssertionError, match="-1"):
        test_seats.test_an_abandoned_game_expires(app, toy, Later(app, monkeypatch))


def test_two_creations_that_write_to_two_shards(mutate: Mutate, context: Context) -> None:
    mutate(create, "create", "context.store.shard_for(once)", "context.store.shard_for(None)")
    with pytest.raises(AssertionError):
        _create_twice(context, "abcd")


def _create_twice(context: Context, keys: str) -> None:
    for key in keys:
        test_exactly_once.test_of_two_creations_with_one_key_one_is_carried_out(context, key)


def test_two_creations_that_do_not_look_for_the_key(mutate_script: Callable[[str, str, str], Context]) -> None:
    context = mutate_script("commit", "if known then return known end", "")
    with pytest.raises(AssertionError):
        test_exactly_once.test_of_two_creations_with_one_key_one_is_carried_out(context, "a")


def _authorization(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """With which a seat's call arrives where a .netrc names the server."""
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login somebody password else\n")
    monkeypatch.setenv("NETRC", str(netrc))
    with scripted([Reply(200, samples.played())]) as script, Almagest(script.url) as api:
        AstraTable(api._transport, decode(AstraTable.kit.game, samples.game()), token="mine").play(astra.Rest())
    return script.requests[0][2]["authorization"]


def test_a_netrc_does_not_replace_the_token_of_a_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _authorization(tmp_path, monkeypatch) == "Bearer mine"


def test_a_client_that_trusts_its_environment(mutate: Mutate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mutate(_transport, "_session", "session.trust_env = False", "session.trust_env = True")
    assert _authorization(tmp_path, monkeypatch) != "Bearer mine"


def _if_match(folder: Path) -> str:
    command = [str(NODE), str(Path(__file__).parent / "if_match.mjs"), str(folder / "almagest.js")]
    return subprocess.run(command, capture_output=True, text=True, timeout=HUNG, check=True).stdout.strip()


@pytest.mark.skipif(NODE is None, reason="the client in JavaScript is not asked: it needs node")
def test_the_web_client_plays_for_the_version_it_has_seen(tmp_path: Path) -> None:
    assert _if_match(CLIENT) == '"7"'
    mutant = shutil.copytree(CLIENT, tmp_path / "client")
    table = mutant / "table.js"
    table.write_text(_replaced(table.read_text(), "version: this.version, move", "version: 0, move"))
    assert _if_match(mutant) == '"0"'
