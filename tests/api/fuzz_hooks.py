"""Loaded by schemathesis: what our strict reader refuses and no schema can say is not sent as if it were valid."""

from __future__ import annotations

from typing import Any

import schemathesis


def readable(value: Any) -> Any:
    """The same value, with whole numbers written as such (5.0 is an integer to a schema), and without NUL."""
    if isinstance(value, dict):
        return {readable(name): readable(each) for name, each in value.items()}
    if isinstance(value, list):
        return [readable(each) for each in value]
    if isinstance(value, str):
        return value.replace("\0", "")
    return int(value) if isinstance(value, float) and value.is_integer() else value


@schemathesis.hook
def map_body(_: schemathesis.HookContext, body: Any) -> Any:
    return readable(body)
