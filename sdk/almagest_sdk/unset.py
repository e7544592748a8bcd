"""A field that is absent, which is not the same as null."""

from __future__ import annotations

import enum
from typing import Final, Literal


class Unset(enum.Enum):
    """The type of `UNSET`. Its only value is false, so `if created.invite:` reads as it should."""

    UNSET = "unset"

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET: Final = Unset.UNSET
