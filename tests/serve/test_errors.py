"""What cannot be: one sentence with the cause and what to do, exit code 2, no traceback and no second try."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
import requests

from service.cli.main import main
from service.serve import data_dir as folder
from service.serve.errors import FatalError
from service.serve.progress import StartupProgress, cpu_time
from tests.processes import HOST, HUNG, ROOT, StoreProcess, free_port, until

WISH = {"rulebook": "astra", "seats": [{"kind": "human"}, {"kind": "human"}]}
SERVE = [sys.executable, "-m", "service.cli", "serve"]


@pytest.fixture
def home() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="alm") as directory:
        yield Path(directory)


def _said(*options: str, prefix: tuple[str, ...] = (), command: str = "serve", **variables: str) -> str:
    """The one line that a start which cannot be ends with."""
    whole = [*prefix, *SERVE[:-1], command, *options]
    environment = {**os.environ, **variables}
    done = subprocess.run(whole, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=HUNG, check=False)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.parametrize("command", ["serve", "api"])
@pytest.mark.parametrize("port", ["99999", "0", "-1"])
def test_a_port_that_cannot_be(command: str, port: str, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ("--data-dir", str(home / "data")) if command == "serve" else ()
    assert main([command, "--port", port, *data]) == 2
    assert f"no port {port}" in capsys.readouterr().err


def test_a_port_that_is_in_use_and_a_host_that_is_elsewhere(home: Path) -> None:
    with socket.create_server((HOST, 0)) as other:
        taken = str(other.getsockname()[1])
        for command in ("serve", "api"):
            assert f"Port {taken} of {HOST} is in use" in _said("--port", taken, command=command)
    data = ("--data-dir", str(home / "data"))
    assert "no address of this machine" in _said("--host", "192.0.2.1", "--port", str(free_port()), *data)


def test_a_port_for_metrics_that_cannot_be(home: Path) -> None:
    own, data = str(free_port()), ("--data-dir", str(home / "data"))
    with socket.create_server((HOST, 0)) as other:
        taken = str(other.getsockname()[1])
        for command, options in (("serve", ("--port", own, *data)), ("api", ("--port", own)), ("worker", ())):
            said = _said(*options, command=command, METRICS_PORT=taken)
            assert said == f"Port {taken} of {HOST} is in use; choose another with METRICS_PORT."
    for command, options in (("serve", data), ("api", ())):
        assert f"Port {own} of" in _said("--port", own, *options, command=command, METRICS_PORT=own)
    assert "METRICS_HOST" in _said("--port", own, *data, METRICS_PORT="9", METRICS_HOST="192.0.2.1")


def test_a_folder_that_cannot_be(home: Path) -> None:
    (home / "file").touch()
    assert "it is a file" in _said("--data-dir", str(home / "file"))
    assert "a part of the path is a file" in _said("--data-dir", str(home / "file" / "data"))
    assert "contains other files" in _said("--data-dir", str(home))


_MOUNTED = (
    "unshare",
    "--map-root-user",
    "--mount",
    "sh",
    "-c",
    'mount -t tmpfs -o "$0" none "$1" && shift && exec "$@"',
)


def _can_mount() -> bool:
    """A file system of our own, for one process."""
    if not shutil.which("unshare"):
        return False
    with tempfile.TemporaryDirectory() as place:
        return subprocess.run([*_MOUNTED, "size=1m", place, "true"], capture_output=True, check=False).returncode == 0


mounting = pytest.mark.skipif(not _can_mount(), reason="no file system can be mounted here")


@mounting
@pytest.mark.parametrize(("options", "cause"), [("ro", "read-only"), ("size=4k", "disk is full")])
def test_a_disk_that_takes_nothing(home: Path, options: str, cause: str) -> None:
    port = str(free_port())
    assert cause in _said("--port", port, "--data-dir", str(home), prefix=(*_MOUNTED, options, str(home)))


def _fill(url: str) -> None:
    with contextlib.suppress(requests.RequestException):
        while requests.post(f"{url}/v1/games", json=WISH, timeout=HUNG).status_code == 201:
            pass


@mounting
def test_a_disk_that_gets_full_ends_the_service_once(home: Path) -> None:
    """Not once per restart."""
    port = free_port()
    command = [*_MOUNTED, "size=400k", str(home), *SERVE, "--port", str(port), "--data-dir", str(home)]
    environment = {**os.environ, "RATELIMIT_ENABLED": "false"}
    with subprocess.Popen(command, cwd=ROOT, env=environment, text=True, stderr=subprocess.PIPE) as serving:
        until(lambda: requests.get(f"http://{HOST}:{port}/readyz", timeout=5).ok)
        _fill(f"http://{HOST}:{port}")
        _, said = serving.communicate(timeout=HUNG)
    assert serving.returncode == 2
    assert said.count("the disk is full") == 1
    assert "Traceback" not in said


@pytest.fixture
def kept(home: Path) -> Path:
    """The folder of a service that had games once."""
    data = home / "data"
    data.mkdir()
    store = StoreProcess(data)
    store.start()
    store.kill()
    return data


LOG, BASE, MANIFEST = "appendonly.aof.1.incr.aof", "appendonly.aof.1.base.rdb", "appendonly.aof.manifest"


@pytest.mark.parametrize(
    ("damaged", "left", "named"),
    [
        (LOG, b"no log at all\r\n" * 3, LOG),
        (LOG, None, LOG),
        (BASE, b"REDIS0011", "their log"),
        (MANIFEST, b"?", "their log"),
    ],
    ids=["no log", "no file", "a base cut short", "no manifest"],
)
def test_games_that_cannot_be_read(kept: Path, damaged: str, left: bytes | None, named: str) -> None:
    file = kept / folder.APPEND_ONLY_DIR / damaged
    file.unlink()
    if left is not None:
        file.write_bytes(left)
    said = _said("--port", str(free_port()), "--data-dir", str(kept))
    assert f"{named} is damaged or missing" in said
    assert "backup" in said


def test_games_that_cannot_be_read_any_more_end_the_service_once(kept: Path) -> None:
    """The store is killed, and what it would load again is damaged by then."""
    port = free_port()
    command = [*SERVE, "--port", str(port), "--data-dir", str(kept)]
    with subprocess.Popen(command, cwd=ROOT, text=True, stderr=subprocess.PIPE) as serving:
        until(lambda: requests.get(f"http://{HOST}:{port}/readyz", timeout=5).ok)
        (kept / folder.APPEND_ONLY_DIR / LOG).write_bytes(b"no log at all\r\n" * 3)
        for child in psutil.Process(serving.pid).children():
            if "games.sock" in " ".join(child.cmdline()):
                child.kill()
        _, said = serving.communicate(timeout=HUNG)
    assert serving.returncode == 2
    assert said.count(f"{LOG} is damaged") == 1
    assert "Traceback" not in said


def test_others_may_not_read_what_is_kept_also_when_they_could(home: Path) -> None:
    data = home / "data"
    (data / folder.APPEND_ONLY_DIR).mkdir(parents=True)
    for path in (data, data / folder.APPEND_ONLY_DIR):
        path.chmod(0o755)
    for path in (data / folder.LOCK, data / "games.log", data / folder.APPEND_ONLY_DIR / "appendonly.aof.1.incr.aof"):
        path.touch(0o644)
        path.chmod(0o644)
    folder.prepare_data_dir(data)
    modes = {path.relative_to(home).as_posix(): path.stat().st_mode & 0o777 for path in home.rglob("*")}
    assert set(modes.values()) == {0o700, 0o600}
    assert modes["data"] == modes[f"data/{folder.APPEND_ONLY_DIR}"] == 0o700


def test_what_is_waited_for_is_said_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr("service.serve.progress.REPORT_SECONDS", -1)
    progress = StartupProgress(said.append)
    progress.update("the store to load (12 %)", 1)
    progress.update("the store to load (12 %)", 2)
    progress.update("the store to load (80 %)", 2)
    assert said == ["Waiting for the store to load (12 %).", "Waiting for the store to load (80 %)."]
    monkeypatch.setattr("service.serve.progress.STUCK_SECONDS", -1)
    with pytest.raises(FatalError, match="Gave up waiting"):
        progress.update("the store to load (80 %)", 2)


def test_work_is_progress() -> None:
    """A process that computes is not stuck, however long it says nothing."""
    before = cpu_time([os.getpgid(0)])
    until(lambda: sum(range(100_000)) and cpu_time([os.getpgid(0)]) > before)


def test_what_is_left_of_the_last_run_is_waited_for(home: Path) -> None:
    """A supervisor that was killed has left a process behind, which still holds the lock."""
    data, said = folder.prepare_data_dir(home / "data"), list[str]()
    hold = folder.DataDirLock(data, said.append)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=(hold.lock,)) as left:
        hold.write_pids([left.pid])
        with pytest.raises(FatalError, match="in use"):
            folder.DataDirLock(data, said.append)
        hold.release()
        assert said == []

        def end(line: str) -> None:
            said.append(line)
            left.kill()

        again = folder.DataDirLock(data, end)
    assert "processes of the last run" in said[0]
    again.release()


def test_what_does_not_end_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "LEFTOVER_SECONDS", 0.0)
    data = folder.prepare_data_dir(home / "data")
    hold = folder.DataDirLock(data, print)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, pass_fds=(hold.lock,)) as left:
        hold.write_pids([left.pid])
        hold.release()
        with pytest.raises(FatalError, match=f"end processes {left.pid}"):
            folder.DataDirLock(data, print)
        left.kill()


def test_the_watchdog_alone_ends_what_was_started() -> None:
    """Where no signal tells of a parent's death: the supervisor is killed, and its children's children end."""
    code = (
        "import subprocess, sys, time\n"
        "from service.serve.watchdog import Watchdog\n"
        "watchdog = Watchdog()\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)\n"
        "watchdog.add(child.pid)\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True) as supervisor:
        assert supervisor.stdout
        child = psutil.Process(int(supervisor.stdout.readline()))
        supervisor.send_signal(signal.SIGKILL)
    until(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)
