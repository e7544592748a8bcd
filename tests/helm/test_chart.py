"""The chart, judged by the real helm and by the schemas of Kubernetes and of those whose objects it makes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import redis
import yaml  # type: ignore[import-untyped]  # it ships no types
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # likewise

from service.cli import KEY
from service.cli.main import build_parser
from service.run.settings import VARIABLES, load_settings
from service.run.storing import store_binary
from tests.helm.rendering import (
    BIN,
    CHART,
    DEFINED_BY_CRDS,
    ELSEWHERE,
    EVERYTHING,
    VARIANTS,
    Plain,
    commands,
    containers,
    helm,
    of_kind,
    ours,
    pods,
    rendered,
)
from tests.processes import until
from tools import chart

OF_OTHERS = {"PROMETHEUS_MULTIPROC_DIR", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "OTEL_TRACES_SAMPLER"}
"""Variables that libraries read."""

every_variant = pytest.mark.parametrize("variant", VARIANTS)


def test_lint_finds_nothing() -> None:
    found = helm("lint", "--strict", str(CHART))
    assert found.returncode == 0, found.stdout


def test_kubernetes_takes_every_manifest(tmp_path: Path) -> None:
    """Of all variants, each that differs once."""
    made = {json.dumps(found): found for arguments in VARIANTS.values() for found in rendered(*arguments)}
    manifests = tmp_path / "all.yaml"
    manifests.write_text(yaml.safe_dump_all(each for each in made.values() if each["kind"] not in DEFINED_BY_CRDS))
    judged = subprocess.run(
        [BIN / "kubernetes-validate", "--strict", str(manifests)], capture_output=True, text=True, check=False
    )
    assert judged.returncode == 0, judged.stdout + judged.stderr


@pytest.mark.parametrize("kind", DEFINED_BY_CRDS)
def test_custom_objects_have_the_fields_that_their_makers_document(kind: str) -> None:
    schema = json.loads((Path(__file__).parent / "crds" / f"{kind}.json").read_text())
    found = of_kind(kind, *EVERYTHING).values()
    assert found
    for each in found:
        Draft202012Validator(schema).validate(each)


@every_variant
def test_every_object_has_a_name_of_its_own_and_a_namespace(variant: str) -> None:
    found = rendered(*VARIANTS[variant])
    names = [(each["kind"], each["metadata"]["name"]) for each in found]
    assert len(names) == len(set(names))
    assert {each["metadata"]["namespace"] for each in found} == {"tables"}


@pytest.mark.parametrize(
    "misspelt",
    [
        "replicaCount=3",
        "worker.replica=3",
        "settings.TURN_SECOND=60",
        "redis.enable=true",
        "image.digests=x",
        "metrics.prometheusRule.outbox=3",
        "networkPolicy.from=x",
        "bots.queue=x",
    ],
)
def test_a_misspelt_value_is_refused(misspelt: str) -> None:
    made = helm("template", "table", str(CHART), "--set-string", misspelt)
    assert made.returncode != 0
    assert "Additional property" in made.stderr or "additional properties" in made.stderr.lower()


@pytest.mark.parametrize(
    ("missing", "named"),
    [
        ("redis.enabled=false", "external.secretName"),
        ("httpRoute.enabled=true", "httpRoute.parentRefs"),
        ("worker.autoscaling.enabled=true", "autoscaling.prometheus"),
        ("redis.resources.limits.memory=1G", "maxmemory"),
        ("image.digest=latest", "digest"),
    ],
)
def test_what_cannot_be_is_refused_by_name(missing: str, named: str) -> None:
    made = helm("template", "table", str(CHART), "--set", missing)
    assert made.returncode != 0
    assert named in made.stderr


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


@every_variant
def test_every_command_is_one_that_the_program_knows(variant: str) -> None:
    found = ours(*VARIANTS[variant])
    assert {"api", "worker"} <= set(found)
    for command in (command for container in found.values() for command in commands(container)):
        assert command[0] == "almagest"
        build_parser().parse_args(command[1:])


@every_variant
def test_every_variable_is_one_that_somebody_reads(variant: str) -> None:
    for component, container in ours(*VARIANTS[variant]).items():
        if component == "test":
            continue
        names = [variable["name"] for variable in container["env"]]
        assert set(names) <= set(VARIABLES) | OF_OTHERS
        assert len(names) == len(set(names))
        assert "REDIS_URL" in names
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
    (key,) = containers("--set", "tests.keySecret=held")["test"]["env"]
    assert key == {"name": KEY, "valueFrom": {"secretKeyRef": {"name": "held", "key": "key"}}}


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


def test_metrics_have_a_port_of_their_own_where_it_is_set() -> None:
    own = ("--set-string", "settings.METRICS_PORT=9101", *EVERYTHING)
    assert containers(*own)["api"]["ports"][1] == {"name": "metrics", "containerPort": 9101}
    assert of_kind("Service", *own)["api"]["spec"]["ports"][1]["port"] == 9101
    assert of_kind("ServiceMonitor", *own)["api"]["spec"]["endpoints"][0]["port"] == "metrics"
    http, metrics = of_kind("NetworkPolicy", *own)["api"]["spec"]["ingress"]
    assert (http["ports"], metrics["ports"]) == ([{"port": "http"}], [{"port": "metrics"}])
    assert http["from"] != metrics["from"]


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


@every_variant
def test_every_pod_has_a_policy_that_closes_both_ways(variant: str) -> None:
    policies = of_kind("NetworkPolicy", *VARIANTS[variant])
    assert set(policies) == (set() if variant == "with bare pods" else set(pods(*VARIANTS[variant])))
    assert all(policy["spec"]["policyTypes"] == ["Ingress", "Egress"] for policy in policies.values())


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
