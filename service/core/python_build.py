"""How this Python was built: one that was compiled without optimisations takes 15 to 20 % more processor time."""

from __future__ import annotations

import sys
import sysconfig

PROFILED = ("--enable-optimizations", "-fprofile-use")
"""One of them is among the options of a build that was optimised by a profile."""
DISTRIBUTIONS = "/usr"
"""Here distributions install theirs, which is optimised; Debian's options do not say so."""


def is_optimised(options: str | None, prefix: str, implementation: str = "cpython") -> bool:
    """Tell from the options of the build; where they are not known, suspect nothing."""
    if implementation != "cpython" or not options or prefix == DISTRIBUTIONS:
        return True
    return any(option in options for option in PROFILED)


def speed_hint() -> str:
    """Advise another Python if this one is slow; otherwise empty."""
    names = ("CONFIG_ARGS", "PY_CFLAGS", "PY_CFLAGS_NODIST")
    options = " ".join(str(value) for value in sysconfig.get_config_vars(*names) if value)
    if is_optimised(options, sys.base_prefix, sys.implementation.name):
        return ""
    return (
        "This Python was built without --enable-optimizations and takes 15 to 20 % more processor time: "
        "use a distribution's, the official image's, or build it with that option."
    )
