"""The SDK for the games that are installed here: where it does not know one of them, a client that does is written."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Collection, Iterator
from importlib.util import find_spec
from pathlib import Path

SDK = "almagest_sdk"


class NoSdk(Exception):
    """The SDK is not installed."""


def _folder() -> Path:
    """Where the SDK is; it is not imported for that."""
    spec = find_spec(SDK)
    if spec is None or spec.origin is None:
        raise NoSdk
    return Path(spec.origin).parent


def knows(rulebooks: Collection[str]) -> bool:
    """Whether the SDK has a module for each of the games."""
    return all((_folder() / "_generated" / f"{rulebook}.py").is_file() for rulebook in rulebooks)


@contextlib.contextmanager
def knowing(rulebooks: Collection[str]) -> Iterator[None]:
    """Within it an `almagest_sdk` can be imported that knows these games; nothing may have imported one before.

    It is made from the games as they are installed here, and not from what a server says: this is code that is run.
    """
    if knows(rulebooks):
        yield
        return
    from openapi.generate import write
    from service.api.openapi.description import described

    with tempfile.TemporaryDirectory(prefix="almagest-sdk-") as folder:
        write(described(), Path(folder))
        sys.path.insert(0, folder)
        try:
            yield
        finally:
            sys.path.remove(folder)
