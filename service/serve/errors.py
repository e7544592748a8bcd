"""Errors that end a command: one sentence with the cause and what to do."""

from __future__ import annotations

import errno
from pathlib import Path

import msgspec

_FULL = "the disk is full; free some space, then start again. Every acknowledged move is kept."
_CHOOSE = "choose another folder with --data-dir."
_FOLDER_CAUSES = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: "the limit on file size is too low (ulimit -f); raise it, or " + _CHOOSE,
    errno.EROFS: "the file system is read-only; mount it writable, or " + _CHOOSE,
    errno.EACCES: "this user may not write there; give the folder to this user, or " + _CHOOSE,
    errno.EPERM: "the folder belongs to somebody else; give it to this user, or " + _CHOOSE,
    errno.EEXIST: "it is a file; " + _CHOOSE,
    errno.ENOTDIR: "a part of the path is a file; " + _CHOOSE,
}


class FatalError(Exception):
    """The command prints the sentence and ends with exit code 2."""


def folder_error(data: Path, error: OSError) -> FatalError:
    """Why the data directory cannot be used."""
    cause = _FOLDER_CAUSES.get(error.errno or 0, f"{error.strerror}; {_CHOOSE}")
    return FatalError(f"Games cannot be kept in {data}: {cause}")


class AddressOptions(msgspec.Struct, frozen=True):
    """The names of the options or variables that choose an address and a port."""

    host: str
    port: str


PUBLIC = AddressOptions("--host", "--port")
METRICS = AddressOptions("METRICS_HOST", "METRICS_PORT")


def port_error(host: str, port: int, options: AddressOptions, error: OSError) -> FatalError:
    """Why we cannot listen there."""
    if error.errno == errno.EADDRINUSE:
        return FatalError(f"Port {port} of {host} is in use; choose another with {options.port}.")
    if error.errno == errno.EACCES:
        return FatalError(f"This user may not listen on port {port}; choose one above 1023 with {options.port}.")
    return FatalError(f"{host} is no address of this machine ({error.strerror}); choose another with {options.host}.")
