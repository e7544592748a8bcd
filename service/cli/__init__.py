"""The console script `almagest`, a module per command with a function `register`.

The commands are the entry points of the group `almagest.commands`, so that other packages can add theirs.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Protocol

DATA_DIR = Path(".almagest")
"""The folder in which `almagest serve` keeps games, if no other is named."""
KEY = "ALMAGEST_KEY"
"""The variable with an app's key, for commands that create games."""


class Commands(Protocol):
    """The part that we use of what argparse's `add_subparsers` returns."""

    def add_parser(
        self, name: str, *, help: str | None = None, description: str | None = None
    ) -> argparse.ArgumentParser: ...
