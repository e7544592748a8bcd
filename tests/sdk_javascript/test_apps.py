"""What an app does with its key, through the JavaScript client."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable

from flask import Flask

from tests.driver import serving
from tests.processes import HUNG
from tests.sdk.test_apps import Host
from tests.sdk_javascript.test_client import HERE, needs_node


@needs_node
def test_node_is_an_app(make_app: Callable[..., Flask]) -> None:
    app = make_app(CREATE_GAMES="keys")
    with serving(app) as url:
        done = subprocess.run(
            ["node", "--test", f"--test-timeout={HUNG * 1000:.0f}", str(HERE / "apps.mjs")],
            env={**os.environ, "ALMAGEST_URL": url, "ALMAGEST_KEY": Host(app, url).key},
            capture_output=True,
            text=True,
            timeout=HUNG,
        )
    assert done.returncode == 0, done.stdout + done.stderr
