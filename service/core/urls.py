"""URLs of stores: a single Redis, one that Sentinels monitor, or a cluster."""

from __future__ import annotations

import re
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit, urlunsplit

import msgspec

Kind = Literal["single", "sentinel", "cluster"]
Node = tuple[str, int]
"""Host and port."""

SINGLE = ("redis", "rediss", "unix", "redis+socket")
KINDS: dict[str, Kind] = {
    **dict.fromkeys(SINGLE, "single"),
    **dict.fromkeys(("redis+sentinel", "rediss+sentinel"), "sentinel"),
    **dict.fromkeys(("redis+cluster", "rediss+cluster"), "cluster"),
}
_PLAIN = re.compile(r"redis://[a-z0-9.-]+(:(?P<port>\d{1,5}))?(/\d*)?|(unix|redis\+socket):///[^?#@]+", re.IGNORECASE)
_PORTS: dict[Kind, int] = {"single": 6379, "sentinel": 26379, "cluster": 6379}
EXAMPLES = (
    "redis://host:6379/0, unix:///path/to/socket, redis+sentinel://host:26379,host:26379/name/0 "
    "or redis+cluster://host:6379,host:6379"
)


class StoreUrl(msgspec.Struct, frozen=True):
    """A parsed URL. `plain` is one that redis-py understands: of the first node, with the options for all nodes."""

    kind: Kind
    plain: str
    nodes: tuple[Node, ...] = ()
    name: str = ""

    @property
    def is_encrypted(self) -> bool:
        return self.plain.startswith("rediss:")

    def options(self) -> dict[str, Any]:
        """redis-py's options for every node."""
        from redis.connection import parse_url

        read: dict[str, Any] = parse_url(self.plain)  # type: ignore[no-untyped-call]  # not annotated there
        own = () if self.kind == "single" else ("host", "port", "sentinel_username", "sentinel_password")
        return {name: value for name, value in read.items() if name not in own}

    def sentinel_options(self) -> dict[str, Any]:
        """redis-py's options for the Sentinels, which have credentials of their own, or none."""
        query = parse_qs(urlsplit(self.plain).query)
        own = {name: query.get(f"sentinel_{name}", [None])[0] for name in ("username", "password")}
        encryption = {name: value for name, value in self.options().items() if name.startswith("ssl_")}
        return {**own, **encryption, "ssl": self.is_encrypted}


def is_store(url: str) -> bool:
    return urlsplit(url).scheme in KINDS


def is_plain(url: str) -> bool:
    """Whether it names a single Redis by host or socket and nothing that redis-py would have to judge."""
    found = _PLAIN.fullmatch(url)
    return found is not None and 0 < int(found["port"] or 1) < 65_536


def _node(text: str, port: int) -> Node:
    parts = urlsplit(f"//{text}")
    if not parts.hostname:
        raise ValueError("must name a host")
    return parts.hostname, parts.port or port


def _sentinel_path(path: str) -> tuple[str, str]:
    """The name of the service that Sentinels monitor, and the number of the database."""
    name, _, database = path.strip("/").partition("/")
    if not name or not (database or "0").isdigit():
        raise ValueError("must be a URL like redis+sentinel://host:26379,host:26379/name/0")
    return name, database or "0"


def read_url(url: str) -> StoreUrl:
    """Parse a URL; `ValueError` says what is wrong with it."""
    parts = urlsplit(url)
    kind = KINDS.get(parts.scheme)
    if kind is None:
        raise ValueError(f"must be a URL like {EXAMPLES}")
    if kind == "single":
        return StoreUrl("single", url.replace("redis+socket://", "unix://"))
    credentials, at, hosts = parts.netloc.rpartition("@")
    nodes = tuple(_node(host, _PORTS[kind]) for host in hosts.split(","))
    if kind == "cluster" and parts.path.strip("/") not in ("", "0"):
        raise ValueError("must name no database, since a cluster has none")
    name, database = _sentinel_path(parts.path) if kind == "sentinel" else ("", "0")
    scheme = parts.scheme.partition("+")[0]
    plain = urlunsplit((scheme, f"{credentials}{at}{hosts.split(',')[0]}", f"/{database}", parts.query, ""))
    return StoreUrl(kind, plain, nodes, name)
