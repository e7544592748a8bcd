"""The socket on which the API listens. Who starts the API opens it, so that a port that cannot be had is said there."""

from __future__ import annotations

import socket

from service.serve.errors import (
    METRICS,
    PUBLIC,
    CannotGoOn,
    Chosen,
    of_port,
)

HIGHEST_PORT = 65_535
BACKLOG = 4096


def listener(host: str, port: int, chosen: Chosen = PUBLIC) -> socket.socket:
    """Open from now on: who comes before the API runs waits for it. `CannotGoOn` says what is wrong."""
    if not 1 <= port <= HIGHEST_PORT:
        raise CannotGoOn(f"There is no port {port}: choose one from 1 to {HIGHEST_PORT} with {chosen.port}.")
    opened = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        opened.bind((host, port))
        opened.listen(BACKLOG)
    except OSError as error:
        opened.close()
        raise of_port(host, port, chosen, error) from None
    return opened


def check_metrics(host: str, port: int) -> None:
    """A port that others will open; 0 is none. Asked for when one's own is open: the two may not be the same."""
    if port:
        listener(host, port, METRICS).close()


def is_taken(host: str, port: int) -> bool:
    try:
        listener(host, port).close()
    except CannotGoOn:
        return True
    return False
