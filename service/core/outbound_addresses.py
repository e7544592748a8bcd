"""Addresses that the service may reach on behalf of others: no private ones, unless the host allows their network."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable, Sequence
from urllib.parse import SplitResult, urlsplit

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""The last four bytes are an IPv4 address."""
_SPECIAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("192.0.0.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24"),
        *("2001::/23", "2620:4f:8000::/48", "3fff::/20", "5f00::/16"),
    )
)
"""Networks of IANA's registries of special purposes that some versions of Python call global. A few addresses in them
can be reached by everybody, but no receiver has one."""
_ISATAP = (0x00005EFE, 0x02005EFE)
"""The third quarter of an IPv6 address whose last four bytes are the IPv4 address of a tunnel's end."""
_LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?"
_HOST_NAME = re.compile(rf"{_LABEL}(\.{_LABEL})+")
URL_LENGTH = 1000


class PrivateAddress(Exception):
    """The host does not allow requests to this private address."""


def _unwrap(address: Address) -> Address:
    """The IPv4 address that an IPv6 address carries, if any."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def _is_local(address: Address) -> bool:
    """Whether an IPv6 address belongs to a site, or to a tunnel inside one."""
    if isinstance(address, ipaddress.IPv4Address):
        return False
    return address.is_site_local or (int(address) >> 32) & 0xFFFFFFFF in _ISATAP


def is_private(address: Address) -> bool:
    """Whether it is anything but a public unicast address."""
    unwrapped = _unwrap(address)
    if _is_local(address) or any(unwrapped in network for network in _SPECIAL):
        return True
    if unwrapped.is_multicast or unwrapped.is_reserved or unwrapped.is_unspecified:
        return True
    return not unwrapped.is_global


def is_allowed(address: Address, networks: Iterable[str]) -> bool:
    """Public addresses are; private ones if the host lists their network."""
    if not is_private(address):
        return True
    allowed = [ipaddress.ip_network(network) for network in networks]
    return any(_unwrap(address) in network or address in network for network in allowed)


def check_addresses(addresses: Sequence[str], networks: Sequence[str]) -> None:
    """Raise `PrivateAddress` if any address of a host name is not allowed."""
    for text in addresses:
        # A link-local address carries the name of its interface after a percent sign.
        if not is_allowed(ipaddress.ip_address(text.partition("%")[0]), networks):
            raise PrivateAddress(text)


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def check_url(url: str, networks: Sequence[str], allow_http: bool) -> str:
    """What is wrong with a receiver's URL; empty if nothing is. Host names are resolved only for a delivery."""
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


def matches_any(url: SplitResult, allowed: Sequence[str]) -> bool:
    """Whether the URL has one of the allowed origins, or its host is an allowed domain or a subdomain of one.

    A domain allows https without a port.
    """
    if f"{url.scheme}://{url.netloc}" in allowed:
        return True
    is_host = url.scheme == "https" and _HOST_NAME.fullmatch(url.netloc) is not None
    return is_host and any(f".{url.netloc}".endswith(f".{domain}") for domain in allowed)
