"""The chart, judged by the real helm and by the schemas of Kubernetes."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml  # type: ignore[import-untyped]  # it ships no types

from service.cli import build_parser
from service.config import VARIABLES, load
from service.serving import store_binary
from tests.service.processes import until

ROOT = Path(__file__).parents[2]
CHART = ROOT / "helm" / "almagest"
BIN = Path(sys.executable).parent
ELSEWHERE = ("--set", "redis.enabled=false", "--set", "external.secretName=store")
VARIANTS = {
    "as it is": (),
    "with ingress": ("--set", "ingress.enabled=true", "--set", "ingress.className=nginx"),
    "store elsewhere": ELSEWHERE,
    "broker elsewhere": (*ELSEWHERE, "--set", "external.brokerUrlKey=brokerUrl"),
    "with settings": ("--set-string", "settings.TURN_SECONDS=60", "--set", "worker.queues={bots}"),
}
OF_PROMETHEUS = "PROMETHEUS_MULTIPROC_DIR"

Plain = dict[str, Any]


def helm(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BIN / "helm", *arguments], capture_output=True, text=True, check=False)


def rendered(*arguments: str) -> list[Plain]:
    made = helm("template", "table", str(CHART), *arguments)
    assert made.returncode == 0, made.stderr
    return [found for found in yaml.safe_load_all(made.stdout) if found]


def pods(manifests: list[Plain]) -> Iterator[Plain]:
    return (found["spec"]["template"]["spec"] for found in manifests if found["kind"] in ("Deployment", "StatefulSet"))


def containers(manifests: list[Plain]) -> Iterator[Plain]:
    return (container for pod in pods(manifests) for container in pod["containers"])


def ours(manifests: list[Plain]) -> list[Plain]:
    return [container for container in containers(manifests) if container["name"] in ("api", "worker")]


def commands(container: Plain) -> Iterator[list[str]]:
    yield container["command"]
    for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
        if "exec" in container.get(probe, {}):
            yield container[probe]["exec"]["command"]


def test_lint_finds_nothing() -> None:
    found = helm("lint", "--strict", str(CHART))
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("variant", VARIANTS)
def test_kubernetes_takes_every_manifest(variant: str, tmp_path: Path) -> None:
    manifests = tmp_path / "all.yaml"
    manifests.write_text(yaml.safe_dump_all(rendered(*VARIANTS[variant])))
    judged = subprocess.run(
        [BIN / "kubernetes-validate", "--strict", str(manifests)], capture_output=True, text=True, check=False
    )
    assert judged.returncode == 0, judged.stdout + judged.stderr


@pytest.mark.parametrize(
    "misspelt", ["replicaCount=3", "worker.replica=3", "settings.TURN_SECOND=60", "redis.enable=true"]
)
def test_a_misspelt_value_is_refused(misspelt: str) -> None:
    made = helm("template", "table", str(CHART), "--set-string", misspelt)
    assert made.returncode != 0
    assert "Additional property" in made.stderr or "additional properties" in made.stderr.lower()


def test_a_store_elsewhere_needs_its_secret() -> None:
    made = helm("template", "table", str(CHART), "--set", "redis.enabled=false")
    assert made.returncode != 0
    assert "external.secretName" in made.stderr


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_command_is_one_that_the_program_knows(variant: str) -> None:
    found = ours(rendered(*VARIANTS[variant]))
    assert {container["name"] for container in found} == {"api", "worker"}
    for command in (command for container in found for command in commands(container)):
        assert command[0] == "almagest"
        build_parser().parse_args(command[1:])


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variable_is_one_that_the_program_reads(variant: str) -> None:
    known = {variable.name for variable in VARIABLES} | {OF_PROMETHEUS}
    for container in ours(rendered(*VARIANTS[variant])):
        names = [variable["name"] for variable in container["env"]]
        assert set(names) <= known
        assert len(names) == len(set(names))
        assert "REDIS_URL" in names
        load({variable["name"]: variable["value"] for variable in container["env"] if "value" in variable})


def test_every_setting_can_be_given_and_no_other() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text())
    given = set(schema["properties"]["settings"]["properties"])
    assert given == {variable.name for variable in VARIABLES} - {"REDIS_URL", "BROKER_URL"}


def test_all_pods_are_restricted() -> None:
    manifests = rendered()
    for pod in pods(manifests):
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for container in containers(manifests):
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"]["limits"]
        assert "livenessProbe" in container


def test_the_store_of_the_chart_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    """Its arguments, given to a real store."""
    arguments = next(container["args"] for container in containers(rendered()) if container["name"] == "redis")
    socket = tmp_path / "s"
    here = ["--port", "0", "--unixsocket", str(socket), "--dir", str(tmp_path)]
    process = subprocess.Popen([store_binary(), *arguments, *here], stdout=subprocess.DEVNULL)
    try:
        client = redis.Redis(unix_socket_path=str(socket), decode_responses=True)
        until(client.ping)
        wanted = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction", "save": ""}
        assert client.config_get(*wanted) == wanted
        client.close()
    finally:
        process.terminate()
        process.wait()
