"""Starting takes little, and what is still starting when its parent dies goes, too."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from typing import Any

import psutil
import pytest
from flask import Flask

from service.core.urls import is_plain
from service.serve.processes import api_command
from tests.processes import HOST, HUNG, ROOT, free_port, until

HEAVY = ("redis", "celery", "kombu", "requests", "gevent", "flask", "limits", "py_vapid", "service.games.registry")
CHECKED = f"""
import sys
from service.cli.main import build_parser
from service.serve.startup import load_checked_settings
build_parser(sys.argv[1])
load_checked_settings()
print([name for name in {HEAVY} if name in sys.modules])
"""
URLS = {"REDIS_URL": "redis://games:6379/0", "BROKER_URL": "unix:///run/broker.sock", "PACKS_DIR": ""}


@pytest.mark.parametrize("command", ["api", "worker", "serve"])
def test_a_command_imports_nothing_heavy_before_it_has_checked_its_settings(command: str) -> None:
    """`almagest api` is replaced by gunicorn, which would import all of it again."""
    environment = {**os.environ, **URLS}
    done = subprocess.run(
        [sys.executable, "-c", CHECKED, command], env=environment, cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


ON_DEMAND = {
    "worker": ("requests", "urllib3", "http_ece", "py_vapid", "limits", "flask", "marshmallow", "valkey"),
    "api": ("requests", "urllib3", "http_ece", "valkey", "jsonschema"),
}
"""What each imports when it is needed, if ever."""
STARTED = {
    "worker": "import worker.main; worker.main.context()",
    "api": "import service.serve.gunicorn; from service.api import app; app.wsgi()",
}


@pytest.mark.parametrize("command", STARTED)
def test_a_process_starts_without_what_is_needed_later_or_never(command: str) -> None:
    program = f"{STARTED[command]}; import sys; print([name for name in {ON_DEMAND[command]} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_process_of_the_api_has_the_application_from_its_master() -> None:
    """One that replaces a lost one is there at once, and all share the memory."""
    program = "import service.serve.gunicorn, sys; before = set(sys.modules); from service.api import app; app.wsgi(); "
    program += "print(sorted(name for name in set(sys.modules) - before if name.startswith('service')))"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    "url", ["redis://localhost", "redis://127.0.0.1:6379/0", "unix:///run/a b/games.sock", "redis+socket:///run/x"]
)
def test_a_plain_url_needs_no_trial(url: str) -> None:
    assert is_plain(url)


@pytest.mark.parametrize(
    "url",
    [
        "redis://host:0", "redis://host:65536", "redis://host:port", "redis://host/0?nonsense=1", "redis://host/name",
        "redis://me:secret@host", "rediss://host", "redis+cluster://a:1,b:2", "amqp://host", "unix://", "redis://",
    ],
)  # fmt: skip
def test_whatever_else_a_url_says_is_tried(url: str) -> None:
    assert not is_plain(url)


def test_the_api_describes_itself_when_somebody_reads(app: Flask) -> None:
    from service.api.app import create_app

    made = create_app(app.extensions["context"].settings)
    api: Any = made.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    assert not api.spec.to_dict()["paths"]
    assert made.test_client().get("/openapi.json").json == app.test_client().get("/openapi.json").json
    assert api.spec.to_dict()["paths"]


def test_a_process_of_the_api_that_is_still_starting_ends_with_its_master() -> None:
    """It would keep the port, and whoever starts the API again would be told that the port is in use."""
    command = [*api_command(f"{HOST}:{free_port()}"), "tests.serve.never_ready:app"]
    master = subprocess.Popen(command, cwd=ROOT, start_new_session=True)
    try:
        until(lambda: psutil.Process(master.pid).children())
        children = psutil.Process(master.pid).children()
        master.kill()
        master.wait(HUNG)
        _, alive = psutil.wait_procs(children, timeout=10)
        assert alive == []
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(master.pid, signal.SIGKILL)
