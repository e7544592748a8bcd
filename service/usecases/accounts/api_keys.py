"""Create, list and revoke the keys of apps."""

from __future__ import annotations

import re
import secrets
from collections.abc import Collection
from typing import Any, get_args

import msgspec
from limits import parse_many

from service.store.accounts.api_keys import KeyRecord, Scope, UsedKey
from service.usecases.accounts import tokens
from service.usecases.admin.games import CannotDo
from service.usecases.context import Context

SCOPES: tuple[Scope, ...] = get_args(Scope)
USUAL: tuple[Scope, ...] = ("games", "players", "webhooks")
"""The scopes of a key that names none. `rig` is for tests and has to be named."""
NAME_PATTERN = "^[a-z0-9][a-z0-9_-]{0,39}$"
_ID_BYTES = 5


class NewKey(msgspec.Struct, frozen=True):
    """A new key, in clear; it is shown only once."""

    record: KeyRecord
    key: str


def create_key(context: Context, name: str, scopes: Collection[str] = USUAL, limits: str = "") -> NewKey:
    _check(name, scopes, limits)
    key_id = secrets.token_hex(_ID_BYTES)
    key = tokens.new_key(key_id)
    kept = tuple(scope for scope in SCOPES if scope in scopes)
    record = KeyRecord(key_id, name, kept, tokens.hash_secret(key), context.now(), limits)
    context.store.apps.add(record)
    return NewKey(record, key)


def _check(name: str, scopes: Collection[str], limits: str) -> None:
    if not re.fullmatch(NAME_PATTERN, name):
        raise CannotDo(f"The name of an app is 1 to 40 of a-z, 0-9, - and _, not {name!r}.")
    if not scopes or not set(scopes) <= set(SCOPES):
        raise CannotDo(f"Scopes are some of {', '.join(SCOPES)}, by commas, not {','.join(scopes)!r}.")
    try:
        parse_many(limits or "1 per day")
    except ValueError:
        raise CannotDo(f"Limits are like `100 per minute;1000 per hour`, not {limits!r}.") from None


def revoke_key(context: Context, key_id: str) -> None:
    if not context.store.apps.remove(key_id):
        raise CannotDo(f"There is no key {key_id}.")


def to_builtins(found: list[UsedKey]) -> list[dict[str, Any]]:
    """The keys for the operator, without hashes."""
    return [
        {
            "id": each.key.id,
            "app": each.key.app,
            "scopes": each.key.scopes,
            "limits": each.key.limits or None,
            "created": each.key.created,
            "last_used": each.used or None,
        }
        for each in found
    ]


def all_keys(context: Context) -> list[UsedKey]:
    """The oldest first."""
    return context.store.apps.all()
