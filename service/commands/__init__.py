"""The sub-commands of `almagest`, a module each with a function `register`."""

from __future__ import annotations

import argparse
from typing import Protocol


class Commands(Protocol):
    """What argparse makes of `add_subparsers`, as far as it is needed here."""

    def add_parser(
        self, name: str, *, help: str | None = None, description: str | None = None
    ) -> argparse.ArgumentParser: ...
