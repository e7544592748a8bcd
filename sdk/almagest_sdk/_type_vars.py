"""Type variables for what differs between rulebooks. Without a rulebook they are the unions of all.

All are covariant, so that a table of Astra is a table; `play` then accepts any rulebook's move, and the server refuses
those of other games. Only type checkers see the defaults: Python has them from 3.13 on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from almagest_sdk._generated import models

    G = TypeVar("G", bound=models.Game, default=models.Game, covariant=True)
    V = TypeVar("V", default=models.View, covariant=True)
    M = TypeVar("M", bound=models.Move, default=models.Move, covariant=True)
    E = TypeVar("E", bound=models.Event, default=models.Event, covariant=True)
    P = TypeVar("P", bound=models.PlayedMove, default=models.PlayedMove, covariant=True)
    W = TypeVar("W", default=models.Preview, covariant=True)
    R = TypeVar("R", bound=models.Replay, default=models.Replay, covariant=True)
    C = TypeVar("C", default=models.Content, covariant=True)
else:
    from typing import TypeVar

    G, V, M, E, P, W, R, C = (TypeVar(name, covariant=True) for name in "GVMEPWRC")

__all__ = ["C", "E", "G", "M", "P", "R", "V", "W"]
