"""The chart, judged by the real helm and by the schemas of Kubernetes and of those whose objects it makes."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml  # type: ignore[import-untyped]  # it ships no types
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # likewise

from service.cli import KEY
from service.cli.main import build_parser
from service.core.settings import VARIABLES, load_settings
from service.serve.embedded_redis import store_binary
from tests.helm.rendering import (
    BIN,
    CHART,
    DEFINED_BY_CRDS,
    ELSEWHERE,
    EVERYTHING,
    VARIANTS,
    Plain,
    containers,
    every_object,
    helm,
    of_kind,
    ours,
    pods,
    rendered,
    templated,
)
from tests.processes import until
from tools import chart
from worker.heartbeat import FRESH_SECONDS

OF_OTHERS = {"PROMETHEUS_MULTIPROC_DIR", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "OTEL_TRACES_SAMPLER"}
"""Variables that libraries read."""


def test_lint_finds_nothing() -> None:
    found = helm("lint", "--strict", str(CHART))
    assert found.returncode == 0, found.stdout


def test_every_value_is_rendered_with_and_without_its_default(tmp_path: Path) -> None:
    """Whatever is validated and policy-checked is so for every option: none is its default in all variants."""
    default = yaml.safe_load((CHART / "values.yaml").read_text())
    given = [templated(tmp_path / "chart", "{{ toYaml .Values }}", *variant) for variant in VARIANTS.values()]
    unvaried = [leaf for leaf in _leaves(default) if all(_value(each, leaf) == _value(default, leaf) for each in given)]
    assert unvaried == []


def _value(values: Any, leaf: str) -> Any:
    return functools.reduce(lambda found, key: (found or {}).get(key), leaf.split("."), values)


def test_kubernetes_takes_every_manifest(tmp_path: Path) -> None:
    manifests = tmp_path / "all.yaml"
    manifests.write_text(yaml.safe_dump_all(each for each in every_object() if each["kind"] not in DEFINED_BY_CRDS))
    judged = subprocess.run(
        [BIN / "kubernetes-validate", "--strict", str(manifests)], capture_output=True, text=True, check=False
    )
    assert judged.returncode == 0, judged.stdout + judged.stderr


def test_custom_objects_have_the_fields_that_their_makers_document() -> None:
    assert {each["kind"] for each in every_object()} >= set(DEFINED_BY_CRDS)
    for each in every_object():
        if each["kind"] in DEFINED_BY_CRDS:
            schema = (Path(__file__).parent / "crds" / f"{each['kind']}.json").read_text()
            Draft202012Validator(json.loads(schema)).validate(each)


def test_every_object_has_a_name_of_its_own_and_a_namespace() -> None:
    for variant, arguments in VARIANTS.items():
        names = Counter((each["kind"], each["metadata"]["name"]) for each in rendered(*arguments))
        assert [name for name, count in names.items() if count > 1] == [], variant
        assert {each["metadata"]["namespace"] for each in rendered(*arguments)} == {"tables"}, variant


MISSPELT = (
    "replicaCount=3",
    "worker.replica=3",
    "settings.TURN_SECOND=60",
    "redis.enable=true",
    "image.digests=x",
    "metrics.prometheusRule.outbox=3",
    "networkPolicy.from=x",
    "bots.queue=x",
)
IMPOSSIBLE = {
    "redis.enabled=false": "external.secretName",
    "httpRoute.enabled=true": "httpRoute.parentRefs",
    "worker.autoscaling.enabled=true": "autoscaling.prometheus",
    "redis.resources.limits.memory=1G": "maxmemory",
    "image.digest=latest": "digest",
}


def _error(*arguments: str) -> str:
    """What helm says when it refuses to render the chart; empty if it renders it."""
    made = helm("template", "table", str(CHART), *arguments)
    return made.stderr if made.returncode else ""


def test_a_misspelt_value_is_refused() -> None:
    said = {value: _error("--set-string", value) for value in MISSPELT}
    assert [value for value, error in said.items() if not re.search("(?i)additional propert", error)] == []


def test_what_cannot_be_is_refused_by_name() -> None:
    said = {value: _error("--set", value) for value in IMPOSSIBLE}
    assert {value: error for value, error in said.items() if IMPOSSIBLE[value] not in error} == {}


def _leaves(values: Any, path: str = "") -> set[str]:
    if not isinstance(values, dict) or not values:
        return {path}
    return {leaf for key, value in values.items() for leaf in _leaves(value, f"{path}.{key}" if path else key)}


def test_the_readme_has_a_row_for_every_value() -> None:
    text = (CHART / "values.yaml").read_text()
    assert (CHART / "README.md").read_text() == chart.with_table((CHART / "README.md").read_text(), text)
    told = [row.path for row in chart.rows(text)]
    assert len(told) == len(set(told))
    for leaf in _leaves(yaml.safe_load(text)):
        assert any(leaf == path or leaf.startswith(f"{path}.") for path in told), leaf


def _described(schema: Plain, path: str = "") -> set[str]:
    if not schema.get("properties"):
        return {path}
    assert schema["additionalProperties"] is False, path
    found = schema["properties"].items()
    return {leaf for key, value in found for leaf in _described(value, f"{path}.{key}" if path else key)}


def test_the_schema_describes_every_value_and_no_other() -> None:
    schema = json.loads((CHART / "values.schema.json").read_text())
    values = {row.path for row in chart.rows((CHART / "values.yaml").read_text())}
    described = {path for path in _described(schema) if not path.startswith(("settings.", "broker.image."))}
    assert described - {"global"} == values - {"settings", "broker.image"}


def test_every_setting_can_be_given_and_no_other() -> None:
    schema = (CHART / "values.schema.json").read_text()
    assert chart.with_settings(schema) == schema
    given = set(json.loads(schema)["properties"]["settings"]["properties"])
    assert given == set(VARIABLES) - {"REDIS_URL", "BROKER_URL"}


def test_every_command_is_one_that_the_program_knows() -> None:
    for variant, arguments in VARIANTS.items():
        found = ours(*arguments)
        assert {"api", "worker"} <= set(found), variant
        for command in (container["command"] for container in found.values()):
            assert command[0] == "almagest", variant
            build_parser().parse_args(command[1:])


@pytest.mark.parametrize("probe", ["startupProbe", "livenessProbe"])
def test_the_probe_of_a_worker_looks_at_the_age_of_its_heartbeat_without_python(probe: str, tmp_path: Path) -> None:
    worker, beat = containers()["worker"], tmp_path / "heartbeat"
    touched = worker["command"][worker["command"].index("--heartbeat") + 1]
    command = [word.replace(touched, str(beat)) for word in worker[probe]["exec"]["command"]]
    assert command[0] == "sh"

    def succeeds() -> bool:
        return subprocess.run(command, capture_output=True).returncode == 0

    assert not succeeds()
    beat.touch()
    assert succeeds()
    long_ago = time.time() - FRESH_SECONDS - 1
    os.utime(beat, (long_ago, long_ago))
    assert not succeeds()


def test_every_variable_is_one_that_somebody_reads() -> None:
    for variant, arguments in VARIANTS.items():
        for container in (container for name, container in ours(*arguments).items() if name != "test"):
            names = Counter(variable["name"] for variable in container["env"])
            assert set(names) <= set(VARIABLES) | OF_OTHERS, variant
            assert "REDIS_URL" in names, variant
            assert max(names.values()) == 1, variant
            load_settings({variable["name"]: variable["value"] for variable in container["env"] if "value" in variable})


def _variable(name: str, *arguments: str) -> Plain:
    env = containers(*arguments)["api"]["env"]
    found: Plain = next((each for each in env if each["name"] == name), {})
    return found


def test_the_broker_is_the_chart_s_own_unless_another_is_named() -> None:
    assert _variable("BROKER_URL")["value"] == "redis://table-almagest-broker:6379/0"
    assert _variable("BROKER_URL", *ELSEWHERE)["value"] == "redis://table-almagest-broker:6379/0"
    named = VARIANTS["broker elsewhere"]
    assert _variable("BROKER_URL", *named)["valueFrom"]["secretKeyRef"] == {"name": "store", "key": "brokerUrl"}
    assert "broker" not in pods(*named)
    assert _variable("BROKER_URL", *VARIANTS["broker in the store"]) == {}


def test_apps_create_games_unless_it_is_said_otherwise() -> None:
    assert _variable("CREATE_GAMES")["value"] == "keys"
    assert _variable("CREATE_GAMES", "--set", "settings.CREATE_GAMES=everyone")["value"] == "everyone"


def test_a_pod_that_plays_a_game_is_there_where_it_can_create_one() -> None:
    """`helm test` right after an installation fails for nobody."""
    everyone, keyed = ("--set", "settings.CREATE_GAMES=everyone"), ("--set", "tests.keySecret=held")
    assert "test" not in pods()
    assert "env" not in containers(*everyone)["test"]
    (key,) = containers(*keyed)["test"]["env"]
    assert key == {"name": KEY, "valueFrom": {"secretKeyRef": {"name": "held", "key": "key"}}}


def _notes(home: Path, *arguments: str) -> str:
    """helm renders them for a cluster alone; as a template of their own they need none."""
    shutil.copytree(CHART, home)
    noted = (home / "templates" / "NOTES.txt").rename(home / "templates" / "_notes.tpl")
    noted.write_text(f'{{{{ define "notes" }}}}{noted.read_text()}{{{{ end }}}}')
    return str(templated(home, 'notes: {{ include "notes" . | toJson }}', *arguments)["notes"])


@pytest.mark.parametrize(
    ("given", "told", "untold"),
    [
        ((), ["keys create", "tests.keySecret=", "helm test table"], []),
        (("--set", "tests.keySecret=held"), ["keys create", "helm test table"], ["tests.keySecret="]),
        (("--set", "settings.CREATE_GAMES=everyone"), ["helm test table"], ["keys create", "tests.keySecret="]),
        (("--set", "tests.enabled=false"), ["keys create"], ["helm test"]),
    ],
)
def test_the_notes_say_what_helm_test_needs(
    given: tuple[str, ...], told: list[str], untold: list[str], tmp_path: Path
) -> None:
    notes = _notes(tmp_path / "chart", *given)
    assert [each for each in told if each not in notes] == [each for each in untold if each in notes] == []


def test_all_queues_are_served_with_and_without_workers_for_bots() -> None:
    def served(*arguments: str) -> dict[str, str]:
        """Who is told none serves all."""
        return {
            name: container["command"][3]
            for name, container in ours(*arguments).items()
            if "--queues" in container["command"]
        }

    assert served() == {}
    assert served(*EVERYTHING) == {"worker": "automa,scoring,deadlines,webhooks", "bots": "bots"}


def test_images_are_named_by_digest_where_one_is_given() -> None:
    assert containers()["api"]["image"] == "almagest:0.2.0"
    assert all("@sha256:" in container["image"] for container in containers(*EVERYTHING).values())


@pytest.mark.parametrize(("given", "port"), [((), 9101), (("--set-string", "settings.METRICS_PORT=9200"), 9200)])
def test_metrics_have_a_port_of_their_own(given: tuple[str, ...], port: int) -> None:
    own = (*given, *EVERYTHING)
    assert containers(*own)["api"]["ports"][1] == {"name": "metrics", "containerPort": port}
    assert _scraped(*own) == {"prometheus.io/scrape": "true", "prometheus.io/port": str(port)}
    assert of_kind("Service", *own)["api"]["spec"]["ports"][1]["port"] == port
    assert of_kind("ServiceMonitor", *own)["api"]["spec"]["endpoints"][0]["port"] == "metrics"
    http, metrics = of_kind("NetworkPolicy", *own)["api"]["spec"]["ingress"]
    assert (http["ports"], metrics["ports"]) == ([{"port": "http"}], [{"port": "metrics"}])
    assert http["from"] != metrics["from"]


def _scraped(*arguments: str) -> Plain:
    annotations = of_kind("Deployment", *arguments)["api"]["spec"]["template"]["metadata"]["annotations"] or {}
    return {name: value for name, value in annotations.items() if name.startswith("prometheus.io/")}


def test_metrics_that_are_nowhere_are_looked_for_nowhere() -> None:
    """The listener for everybody answers 404 there."""
    nowhere = VARIANTS["without metrics"]
    assert [port["name"] for port in containers(*nowhere)["api"]["ports"]] == ["http"]
    assert [port["name"] for port in of_kind("Service", *nowhere)["api"]["spec"]["ports"]] == ["http"]
    assert _scraped(*nowhere) == {}
    (http,) = of_kind("NetworkPolicy", *nowhere)["api"]["spec"]["ingress"]
    assert http["ports"] == [{"port": "http"}]
    made = helm("template", "table", str(CHART), *nowhere, "--set", "metrics.serviceMonitor.enabled=true")
    assert made.returncode != 0
    assert "METRICS_PORT" in made.stderr


def test_all_pods_are_restricted() -> None:
    for component, pod in pods(*EVERYTHING).items():
        assert pod["automountServiceAccountToken"] is False
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        (container,) = pod["containers"]
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert container["resources"]["limits"]
        assert "livenessProbe" in container or component == "test"


def test_who_is_scaled_by_somebody_else_has_no_number_of_pods() -> None:
    deployments = of_kind("Deployment", *EVERYTHING)
    targets = [
        *of_kind("HorizontalPodAutoscaler", *EVERYTHING).values(),
        *of_kind("ScaledObject", *EVERYTHING).values(),
    ]
    scaled = {each["spec"]["scaleTargetRef"]["name"] for each in targets}
    assert scaled == {deployments[name]["metadata"]["name"] for name in ("api", "worker", "bots")}
    assert {name for name, found in deployments.items() if "replicas" in found["spec"]} == {"broker"}


def test_streams_of_events_are_neither_held_back_nor_cut_short() -> None:
    (ingress,) = of_kind("Ingress", *EVERYTHING).values()
    assert ingress["metadata"]["annotations"] == {
        "nginx.ingress.kubernetes.io/proxy-buffering": "off",
        "nginx.ingress.kubernetes.io/proxy-read-timeout": "120",
    }
    (route,) = of_kind("HTTPRoute", *EVERYTHING).values()
    assert route["spec"]["rules"][0]["timeouts"] == {"request": "0s", "backendRequest": "0s"}


def test_every_pod_has_a_policy_that_closes_both_ways() -> None:
    for variant, arguments in VARIANTS.items():
        policies = of_kind("NetworkPolicy", *arguments)
        assert set(policies) == (set() if variant == "with bare pods" else set(pods(*arguments))), variant
        assert all(policy["spec"]["policyTypes"] == ["Ingress", "Egress"] for policy in policies.values()), variant


def test_stores_are_reached_by_those_alone_who_need_them_and_reach_nobody() -> None:
    for component in ("redis", "broker"):
        spec = of_kind("NetworkPolicy", *EVERYTHING)[component]["spec"]
        (rule,) = spec["ingress"]
        (peer,) = rule["from"]
        assert peer["podSelector"]["matchExpressions"][0]["values"] == ["api", "worker", "bots"]
        assert spec["egress"] == []


def _running(arguments: list[str], home: Path) -> tuple[subprocess.Popen[bytes], Any]:
    here = ["--port", "0", "--unixsocket", str(home / "s"), "--dir", str(home)]
    process = subprocess.Popen([store_binary(), *arguments, *here], stdout=subprocess.DEVNULL)
    return process, redis.Redis(unix_socket_path=str(home / "s"), decode_responses=True)


def _configured(component: str, home: Path, wanted: dict[str, str]) -> dict[str, str]:
    """What a real store makes of its arguments."""
    process, client = _running(containers()[component]["args"], home)
    try:
        until(client.ping)
        found: dict[str, str] = client.config_get(*wanted)
        client.close()
    finally:
        process.terminate()
        process.wait()
    return found


def test_the_store_keeps_what_it_acknowledged_and_refuses_before_it_is_killed(tmp_path: Path) -> None:
    wanted = {"appendonly": "yes", "appendfsync": "always", "maxmemory-policy": "noeviction", "save": ""}
    found = _configured("redis", tmp_path, {**wanted, "maxmemory": ""})
    assert containers()["redis"]["resources"]["limits"] == {"memory": "1Gi"}
    assert int(found.pop("maxmemory")) == 682 * 2**20
    assert found == wanted


def test_the_broker_writes_nothing_to_disk(tmp_path: Path) -> None:
    wanted = {"appendonly": "no", "maxmemory-policy": "noeviction", "save": "", "maxmemory": str(170 * 2**20)}
    assert _configured("broker", tmp_path, wanted) == wanted
    assert all("emptyDir" in volume for volume in pods()["broker"]["volumes"])
