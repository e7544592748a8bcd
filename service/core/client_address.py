"""Who is one client as far as shares go: an address, or of IPv6 the network, since whoever has one has all of it."""

from __future__ import annotations

import functools
import ipaddress

_NETWORK = 64
"""Bits of an IPv6 address that name a network."""


@functools.lru_cache(4096)
def network(address: str) -> str:
    """Of IPv6 the network, else the address as it is; an IPv4 address that is written as IPv6 is the former."""
    try:
        found = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found), _NETWORK), strict=False))
