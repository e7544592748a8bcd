"""Who made a game, as far as sharing out needs to know: a short word in place of an address."""

from __future__ import annotations

import hashlib

from service.core.client_address import client_network

_LETTERS = 6
"""Of a hash, in hexadecimal: enough to tell tenants apart, too few to find out which address one of them had."""


def tenant_of(address: str, app: str = "") -> str:
    """The one place where it is made up; games of equal tenants share what bots may think.

    An app has a share of its own, wherever it calls from. No address has a space in it.
    """
    name = f"app {app}" if app else client_network(address)
    return hashlib.sha256(name.encode()).hexdigest()[:_LETTERS]
