"""The turn-notifier of the examples, as a process, told by a worker of a real service; and both SDKs' verification."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from almagest_sdk import Almagest, models, webhooks

from service.core.settings import load_settings
from service.store.games.repository import GameStore
from service.usecases.accounts.api_keys import create_key
from service.usecases.context import Context
from service.usecases.delivery import signing
from tests.chaos.family import Family
from tests.processes import HUNG, ROOT, free_port, until

NODE = shutil.which("node")
SECRET = "whsec_of-a-test"


@pytest.fixture
def family() -> Iterator[Family]:
    home = Path(tempfile.mkdtemp(prefix="alm"))
    made = Family(home, WEBHOOK_HTTP="true", WEBHOOK_NETWORKS="127.0.0.0/8")
    made.start()
    yield made
    made.kill()
    shutil.rmtree(home)


def key_of(family: Family, app: str) -> str:
    settings = load_settings({"REDIS_URL": family.store_url})
    return create_key(Context(GameStore(family.store_url), settings), app).key


def test_the_notifier_says_whose_turn_it_is(family: Family, tmp_path: Path) -> None:
    key, port, said = key_of(family, "notifier"), free_port(), tmp_path / "said"
    command = [sys.executable, str(ROOT / "examples" / "notifier" / "notifier.py")]
    command += ["--server", family.url, "--key", key, "--port", str(port)]
    with said.open("wb") as output:
        notifier = subprocess.Popen(
            command, stdout=output, stderr=output, env={**os.environ, "PYTHONPATH": "sdk"}, cwd=ROOT
        )
    try:
        until(lambda: "Told of every turn" in said.read_text())
        with Almagest(family.url, key=key) as client:
            table = client.games.create("distant_suns", seats=2, bots=1, level="random", name="Ada")
            while table.my_turn():
                table.play(table.moves()[0])
        until(lambda: "finished, won by" in said.read_text())
        lines = [line.partition(": ")[2] for line in said.read_text().splitlines()[1:]]
        assert lines[0] == "the game begins"
        assert any(line.startswith("it is the turn of") and "seat 1" in line for line in lines)
        assert len(lines) == len(said.read_text().splitlines()) - 1
        forged = requests.post(
            f"http://127.0.0.1:{port}/", data=b"{}", headers={webhooks.HEADER: "t=1,v1=00"}, timeout=HUNG
        )
        assert forged.status_code == 400
    finally:
        notifier.send_signal(signal.SIGINT)
        notifier.wait(HUNG)
    with Almagest(family.url) as client:
        assert list(client.api.webhooks.list(token=key).webhooks) == []


NOTICE = {
    "type": "turn.changed",
    "id": "0" * 35,
    "at": "2026-11-17T04:00:00.000Z",
    "game": "0" * 20,
    "rulebook": "astra",
    "status": "running",
    "version": 3,
    "rev": 5,
    "seats": [{"seat": 1, "kind": "human", "taken": True, "player": "Зоря"}],
    "deciders": [1],
    "deadline": None,
    "paused": False,
}
BODY = json.dumps(NOTICE, ensure_ascii=False).encode()


def test_what_the_server_signs_the_sdk_verifies() -> None:
    now = int(time.time())
    signature = signing.signature(SECRET, BODY, now)
    notice = webhooks.verify(BODY, signature, SECRET)
    assert isinstance(notice, models.TurnChangedNotice)
    assert notice.seats[0].player == "Зоря"
    assert webhooks.verify(BODY, signature, "the one before", SECRET) == notice
    both = f"{signing.signature('other', BODY, now)},{signature.partition(',')[2]}"
    assert webhooks.verify(BODY, both, SECRET) == notice


FORGED = [
    (BODY + b" ", signing.signature(SECRET, BODY, 1000), 1000),
    (BODY, signing.signature("other", BODY, 1000), 1000),
    (BODY, signing.signature(SECRET, BODY, 1000).replace("t=1000", "t=1001"), 1000),
    (BODY, signing.signature(SECRET, BODY, 1000), 1301),
    (BODY, signing.signature(SECRET, BODY, 1000), 699),
    (BODY, "", 1000),
    (BODY, "t=1000", 1000),
    (BODY, signing.signature(SECRET, BODY, 1000).upper(), 1000),
]


@pytest.mark.parametrize(("body", "signature", "now"), FORGED)
def test_what_is_forged_or_old_is_not_taken(body: bytes, signature: str, now: int) -> None:
    with pytest.raises(webhooks.InvalidSignature):
        webhooks.verify(body, signature, SECRET, now=now)


def test_nothing_is_checked_without_a_secret() -> None:
    for secrets in ((), ("",)):
        with pytest.raises(ValueError, match="secret"):
            webhooks.verify(BODY, signing.signature("", BODY, 1000), *secrets, now=1000)


@pytest.mark.skipif(NODE is None, reason="it needs node")
def test_javascript_takes_and_refuses_the_same() -> None:
    good = [(BODY, signing.signature(SECRET, BODY, 1000), 1000), (BODY, signing.signature(SECRET, BODY, 1000), 1299)]
    cases = [{"body": body.decode(), "signature": signature, "now": now} for body, signature, now in [*good, *FORGED]]
    script = f"""
      import {{ verify, InvalidSignature }} from {json.dumps(str(ROOT / "sdk" / "javascript" / "webhooks.js"))};
      for (const {{ body, signature, now }} of {json.dumps(cases)}) {{
        const bytes = new TextEncoder().encode(body);
        const asked = [verify(body, signature, ["before", {json.dumps(SECRET)}], {{ now }}),
                       verify(bytes, signature, {json.dumps(SECRET)}, {{ now }})];
        const said = await Promise.all(asked.map((each) => each.then((notice) => notice.seats[0].player,
          (error) => error instanceof InvalidSignature ? "refused" : String(error))));
        console.log(said.join(" "));
      }}
      await verify("", "", []).catch((error) => console.log(error.name));
    """
    done = subprocess.run(
        [str(NODE), "--input-type=module", "-e", script], capture_output=True, text=True, timeout=HUNG, check=False
    )
    assert done.returncode == 0, done.stderr
    said = done.stdout.split("\n")
    assert said == ["Зоря Зоря"] * len(good) + ["refused refused"] * len(FORGED) + ["TypeError", ""]


def test_the_clients_have_every_type_of_notice() -> None:
    types = (ROOT / "sdk" / "javascript" / "types.d.ts").read_text()
    assert re.search(r"export type Notice = GameStartedNotice \| TurnChangedNotice", types)
