"""The first requests of a process come at once, in many threads: what is prepared at first use must stand that."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.driver import rulebooks
from tests.processes import HUNG, ROOT

FIRST_AT_ONCE = """
import sys, threading
from service.games.rng import Rng
from service.store.games.records import RULEBOOKS
sys.setswitchinterval(1e-6)
rulebook = RULEBOOKS[sys.argv[1]]
stored = rulebook.encode(rulebook.setup(3, rulebook.complete_options({}), Rng(bytes(32))))
together = threading.Barrier(16)

def read():
    together.wait()
    rulebook.decode(stored)

threads = [threading.Thread(target=read) for _ in range(16)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


@pytest.mark.parametrize("rulebook", rulebooks())
def test_many_threads_read_a_first_state_at_once(rulebook: str) -> None:
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", FIRST_AT_ONCE, rulebook], cwd=ROOT, timeout=HUNG, check=False)
        assert done.returncode == 0
