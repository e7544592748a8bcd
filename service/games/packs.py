"""The content packs that this process can play with, by name for new games and by hash for those that go on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from service.games.base import in_every_language


class Pack(Protocol):
    """What every game's pack has."""

    @property
    def id(self) -> str: ...

    @property
    def hash(self) -> str: ...


P = TypeVar("P", bound=Pack)
T = TypeVar("T")


class PackError(ValueError):
    """Bytes that are not a pack, and every reason why, each with the card and the field."""

    def __init__(self, problems: Sequence[object]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = tuple(problems)


class UnknownPack(LookupError):
    """A game is played with content that this process does not have."""

    def __init__(self, digest: str) -> None:
        super().__init__(f"there is no content pack with the hash {digest}")
        self.hash = digest


class Translations:
    """Texts of packs in languages that the packs lack, by the English text.

    A released pack never changes, since games name it by its hash. A new language has its words in a file beside it.
    """

    def __init__(self, path: Path) -> None:
        self._by_english = msgspec.json.decode(path.read_bytes(), type=dict[str, dict[str, str]])

    def complete(self, part: T) -> T:
        """Give every text of the part all languages: the pack's own words, else those of the file, else English."""
        return msgspec.convert(self._complete(msgspec.to_builtins(part)), type(part))

    def _complete(self, part: Any) -> Any:
        if isinstance(part, list | tuple):
            return [self._complete(each) for each in part]
        if not isinstance(part, dict):
            return part
        if "en" not in part:
            return {key: self._complete(each) for key, each in part.items()}
        return in_every_language(self._by_english.get(part["en"], {}) | part)


class Packs(Generic[P]):
    """The newest pack of a name is used for new games; older ones go on by their hash."""

    def __init__(self, read: Callable[[bytes], P], builtin: bytes) -> None:
        self._read = read
        self._by_name: dict[str, P] = {}
        self._by_hash: dict[str, P] = {}
        self._sources: dict[str, bytes] = {}
        self.install(builtin)

    def install(self, data: bytes) -> P:
        """Make a pack playable, or raise `PackError`."""
        pack = self.remember(data)
        self._by_name[pack.id] = pack
        return pack

    def remember(self, data: bytes) -> P:
        """Let games that are played with this pack go on, without offering it to new ones."""
        pack = self._read(data)
        self._by_hash[pack.hash] = pack
        self._sources[pack.hash] = data
        return pack

    @property
    def names(self) -> tuple[str, ...]:
        """The first is the one that ships with the game."""
        return tuple(self._by_name)

    def by_name(self, name: str) -> P:
        """The newest pack of a name; a hash names the one pack that has it."""
        return self._by_name.get(name) or self.by_hash(name)

    def by_hash(self, digest: str) -> P:
        """The pack that a state names."""
        try:
            return self._by_hash[digest]
        except KeyError:
            raise UnknownPack(digest) from None

    def source(self, digest: str) -> bytes:
        """The bytes that a pack was read from."""
        return self._sources[digest]

    def problems(self, data: bytes) -> tuple[str, ...]:
        """Why these bytes are not a pack, if they are none."""
        try:
            self._read(data)
        except PackError as error:
            return tuple(map(str, error.problems))
        return ()
