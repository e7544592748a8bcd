"""Which addresses may be reached on behalf of others: none inside the host's own networks, unless the host says so."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from urllib.parse import SplitResult, urlsplit

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""NAT64: the last four bytes are an address of IPv4."""
URL_LENGTH = 1000


class Inside(Exception):
    """An address that is not for strangers to reach."""


def _plain(address: Address) -> Address:
    """What is behind an address that only wraps another."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in _TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def is_inside(address: Address) -> bool:
    """Whether it is anything but somebody's public address."""
    plain = _plain(address)
    old = isinstance(plain, ipaddress.IPv6Address) and plain.is_site_local
    return old or plain.is_multicast or plain.is_reserved or plain.is_unspecified or not plain.is_global


def is_allowed(address: Address, networks: Iterable[str]) -> bool:
    """Inside is only what the host names."""
    if not is_inside(address):
        return True
    found = [ipaddress.ip_network(network) for network in networks]
    return any(_plain(address) in network or address in network for network in found)


def check_all(addresses: Sequence[str], networks: Sequence[str]) -> None:
    """Every address that a name has: one that is wrong makes all of them wrong."""
    for text in addresses:
        # An address of a link carries the link's name after a percent sign.
        if not is_allowed(ipaddress.ip_address(text.partition("%")[0]), networks):
            raise Inside(text)


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def check_url(url: str, networks: Sequence[str], allow_http: bool) -> str:
    """What is wrong with the URL of a receiver; empty when nothing is. Names are looked up when something is sent."""
    if len(url) > URL_LENGTH:
        return "longest"
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        return "url"
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return "url"
    if parts.scheme not in ("https", "http") or not host or port == 0 or parts.fragment or "@" in parts.netloc:
        return "url"
    if parts.scheme == "http" and not allow_http:
        return "https"
    if is_address(host) and not is_allowed(ipaddress.ip_address(host), networks):
        return "inside"
    return ""


def is_named(url: SplitResult, named: Sequence[str]) -> bool:
    """Whether its host is one of some domains, or below one; what is named as an origin is meant as it stands."""
    host = url.hostname or ""
    is_known = any(host == domain or host.endswith(f".{domain}") for domain in named)
    return f"{url.scheme}://{url.netloc}" in named or (url.scheme == "https" and is_known)
