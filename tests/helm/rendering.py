"""The chart as the real helm renders it."""

from __future__ import annotations

import functools
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]  # it ships no types

ROOT = Path(__file__).parents[2]
CHART = ROOT / "helm" / "almagest"
BIN = Path(sys.executable).parent
EVERYTHING = ("--values", str(Path(__file__).parent / "everything.yaml"))
OTHERWISE = ("--values", str(Path(__file__).parent / "otherwise.yaml"))
ELSEWHERE = ("--set", "redis.enabled=false", "--set", "external.secretName=store")
SWITCHED_OFF = (
    "networkPolicy.enabled",
    "tests.enabled",
    "serviceAccount.create",
    "api.topologySpread",
    "api.podDisruptionBudget.enabled",
    "worker.podDisruptionBudget.enabled",
)
VARIANTS = {
    "as it is": (),
    "with everything": EVERYTHING,
    "with everything otherwise": OTHERWISE,
    "store elsewhere": ELSEWHERE,
    "broker elsewhere": (*ELSEWHERE, "--set", "external.brokerUrlKey=brokerUrl"),
    "other ports elsewhere": (
        *ELSEWHERE,
        *("--set", "external.redisUrlKey=url"),
        *("--set", "networkPolicy.storePorts={7000}"),
    ),
    "broker in the store": ("--set", "broker.enabled=false"),
    "with settings": ("--set-string", "settings.TURN_SECONDS=60", "--set", "worker.queues={bots}"),
    "without metrics": (
        "--set-string",
        "settings.METRICS_PORT=0",
        "--set",
        "networkPolicy.apiFrom[0].podSelector.matchLabels.a=b",
    ),
    "with bare pods": ("--set", ",".join(f"{option}=false" for option in SWITCHED_OFF)),
}
DEFINED_BY_CRDS = ("HTTPRoute", "PodMonitor", "PrometheusRule", "ScaledObject", "ServiceMonitor")

Plain = dict[str, Any]


def helm(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([BIN / "helm", *arguments], capture_output=True, text=True, check=False)


@functools.cache
def rendered(*arguments: str) -> tuple[Plain, ...]:
    made = helm("template", "table", str(CHART), "--namespace", "tables", *arguments)
    assert made.returncode == 0, made.stderr
    return tuple(found for found in yaml.safe_load_all(made.stdout) if found)


@functools.cache
def every_object() -> tuple[Plain, ...]:
    """Of all variants, each that differs once."""
    made = {json.dumps(found): found for arguments in VARIANTS.values() for found in rendered(*arguments)}
    return tuple(made.values())


def templated(home: Path, text: str, *arguments: str) -> Any:
    """What a template says in a copy of the chart that has it besides."""
    if not home.exists():
        shutil.copytree(CHART, home)
    (home / "templates" / "besides.yaml").write_text(text)
    made = helm("template", "table", str(home), "--show-only", "templates/besides.yaml", *arguments)
    assert made.returncode == 0, made.stderr
    return yaml.safe_load(made.stdout)


def of_kind(kind: str, *arguments: str) -> dict[str, Plain]:
    """By component; the release's own have none."""
    found = [each for each in rendered(*arguments) if each["kind"] == kind]
    return {each["metadata"].get("labels", {}).get("app.kubernetes.io/component", ""): each for each in found}


def pods(*arguments: str) -> dict[str, Plain]:
    """Their specs, by component."""
    templates = {
        name: found["spec"]["template"]["spec"]
        for kind in ("Deployment", "StatefulSet")
        for name, found in of_kind(kind, *arguments).items()
    }
    tests = {name: found["spec"] for name, found in of_kind("Pod", *arguments).items()}
    return {**templates, **tests}


def containers(*arguments: str) -> dict[str, Plain]:
    return {name: pod["containers"][0] for name, pod in pods(*arguments).items()}


def ours(*arguments: str) -> dict[str, Plain]:
    """Those that run our program."""
    return {name: container for name, container in containers(*arguments).items() if name not in ("redis", "broker")}
