"""A Python that was built without optimisations is recognised by the options of its build."""

from __future__ import annotations

import subprocess
import sys

import pytest

from service.core.python_build import is_optimised, speed_hint
from tests.processes import ROOT


@pytest.mark.parametrize(
    ("options", "prefix", "implementation", "optimised"),
    [
        ("'--prefix=/opt' '--enable-optimizations' '--with-lto' -O3", "/opt", "cpython", True),
        ("'--prefix=/opt' '--enable-shared' -O3 -fprofile-use", "/opt", "cpython", True),
        ("'--prefix=/opt' '--enable-shared' -O3 -Wall", "/opt", "cpython", False),
        ("'--prefix=/usr' '--enable-shared' -O2 -Wall", "/usr", "cpython", True),
        (None, "C:\\Python", "cpython", True),
        ("'--prefix=/opt'", "/opt", "pypy", True),
    ],
)
def test_the_options_of_the_build_tell(options: str | None, prefix: str, implementation: str, optimised: bool) -> None:
    assert is_optimised(options, prefix, implementation) is optimised


def test_the_bench_says_it_before_it_measures() -> None:
    """A commit that is not there ends it before anything is measured."""
    command = [sys.executable, "-m", "tests.bench", "--against", "no-such-commit"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode
    assert done.stderr.startswith(speed_hint() or "fatal")
