"""Why something cannot start or go on: one sentence with the cause and what to do."""

from __future__ import annotations

import errno
from pathlib import Path

import msgspec

_FULL = "the disk is full; make room, then start again. Every move that was acknowledged is kept."
_CHOOSE = "choose another folder with --data-dir."
_OF_FOLDERS = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: "files may not grow larger here (ulimit -f); allow it, or " + _CHOOSE,
    errno.EROFS: "the file system is read-only; mount it writable, or " + _CHOOSE,
    errno.EACCES: "this user may not write there; give the folder to this user, or " + _CHOOSE,
    errno.EPERM: "the folder belongs to somebody else; give it to this user, or " + _CHOOSE,
    errno.EEXIST: "it is a file; " + _CHOOSE,
    errno.ENOTDIR: "a part of the path is a file; " + _CHOOSE,
}


class CannotGoOn(Exception):
    """Said at the terminal as it is, and the command ends with exit code 2."""


def of_folder(data: Path, error: OSError) -> CannotGoOn:
    """Why games cannot be kept there."""
    why = _OF_FOLDERS.get(error.errno or 0, f"{error.strerror}; {_CHOOSE}")
    return CannotGoOn(f"Games cannot be kept in {data}: {why}")


class Chosen(msgspec.Struct, frozen=True):
    """By what a host chooses an address and a port."""

    host: str
    port: str


PUBLIC = Chosen("--host", "--port")
METRICS = Chosen("METRICS_HOST", "METRICS_PORT")


def of_port(host: str, port: int, chosen: Chosen, error: OSError) -> CannotGoOn:
    """Why nobody can be listened to there."""
    if error.errno == errno.EADDRINUSE:
        return CannotGoOn(f"Port {port} of {host} is in use; choose another with {chosen.port}.")
    if error.errno == errno.EACCES:
        return CannotGoOn(f"This user may not listen on port {port}; choose one above 1023 with {chosen.port}.")
    return CannotGoOn(f"{host} is no address of this machine ({error.strerror}); choose another with {chosen.host}.")
