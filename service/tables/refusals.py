"""How a use case says no. `service/errors.py` has the status of every code."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A request that cannot be carried out: a code for programs, a sentence for people, and what else helps."""

    def __init__(self, code: str, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.extra = extra
