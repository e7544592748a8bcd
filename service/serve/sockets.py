"""The API's listening socket. The command that starts the API opens it, and so reports a port that is in use."""

from __future__ import annotations

import socket

from service.serve.errors import METRICS, PUBLIC, AddressOptions, FatalError, port_error

HIGHEST_PORT = 65_535
BACKLOG = 4096


def open_listener(host: str, port: int, options: AddressOptions = PUBLIC) -> socket.socket:
    """Listen from now on, so that clients that come before the API runs wait for it; or raise `FatalError`."""
    if not 1 <= port <= HIGHEST_PORT:
        raise FatalError(f"There is no port {port}: choose one from 1 to {HIGHEST_PORT} with {options.port}.")
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise port_error(host, port, options, error) from None
    return listener


def check_metrics_port(host: str, port: int) -> None:
    """Raise `FatalError` if the port, which others will open, is in use; 0 is none.

    Call it while the API's own port is open: the two may not be the same.
    """
    if port:
        open_listener(host, port, METRICS).close()


def is_port_in_use(host: str, port: int) -> bool:
    try:
        open_listener(host, port).close()
    except FatalError:
        return True
    return False
