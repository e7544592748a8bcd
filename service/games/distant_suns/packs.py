"""The content packs that this process can play with, by the hash that states carry."""

from __future__ import annotations

from pathlib import Path

from service.games.distant_suns.content.pack import Pack, load_pack
from service.games.distant_suns.state import DistantSunsState

_by_name: dict[str, Pack] = {}
_by_hash: dict[str, Pack] = {}


def install(pack: Pack) -> None:
    """Make a pack playable; the newest of a name is used for new games, older ones go on by their hash."""
    _by_name[pack.id] = pack
    _by_hash[pack.hash] = pack


def installed() -> tuple[str, ...]:
    return tuple(_by_name)


def pack_named(name: str) -> Pack:
    return _by_name[name]


def pack_by_hash(content_hash: str) -> Pack:
    return _by_hash[content_hash]


def pack_of(state: DistantSunsState) -> Pack:
    """The pack this game is played with."""
    return _by_hash[state.pack_hash]


CLASSIC = load_pack((Path(__file__).parent / "content" / "classic.json").read_bytes())
install(CLASSIC)
