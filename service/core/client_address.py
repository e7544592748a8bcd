"""What counts as one client for limits: an IPv4 address, or an IPv6 network, since a client has all of it."""

from __future__ import annotations

import functools
import ipaddress

_NETWORK = 64
"""Prefix length of the IPv6 network that one client has."""


@functools.lru_cache(4096)
def client_network(address: str) -> str:
    """The IPv6 network, or the address itself if it is none; an IPv4-mapped address becomes the IPv4 one."""
    try:
        parsed = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return str(parsed.ipv4_mapped or ipaddress.IPv6Network((int(parsed), _NETWORK), strict=False))
