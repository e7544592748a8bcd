"""What alerts and the dashboard ask for is counted by the program, and what to do on an alert is written down."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from prometheus_client import REGISTRY

import worker.metrics
from service.core import metrics
from tests.helm.rendering import CHART, EVERYTHING, ROOT, Plain, of_kind

SAMPLES = ("", "_bucket", "_count", "_sum")


def _counted() -> set[str]:
    """Names as Prometheus stores them, of service and worker."""
    families = [family for family in REGISTRY.collect() if family.name.startswith("almagest_")]
    assert {metrics.STORE_UP._name, worker.metrics.REPLY_SECONDS._name} <= {family.name for family in families}
    counters = {f"{family.name}_total" for family in families if family.type == "counter"}
    others = {f"{family.name}{end}" for family in families if family.type != "counter" for end in SAMPLES}
    return counters | others


def _rules() -> list[Plain]:
    (made,) = of_kind("PrometheusRule", *EVERYTHING).values()
    (group,) = made["spec"]["groups"]
    rules: list[Plain] = group["rules"]
    return rules


def _dashboard() -> Plain:
    (made,) = (found for name, found in of_kind("ConfigMap", *EVERYTHING).items() if name == "dashboard")
    shown: Plain = json.loads(made["data"]["almagest.json"])
    return shown


def _expressions() -> Iterator[str]:
    yield from (rule["expr"] for rule in _rules())
    yield from (target["expr"] for panel in _dashboard()["panels"] for target in panel["targets"])
    yield from (
        each["spec"]["triggers"][0]["metadata"]["query"] for each in of_kind("ScaledObject", *EVERYTHING).values()
    )


def test_every_metric_that_is_asked_for_is_counted() -> None:
    asked = {name for expression in _expressions() for name in re.findall(r"almagest_\w+", expression)}
    assert len(asked) > 10
    assert asked <= _counted()


def test_every_metric_is_shown() -> None:
    """But for how many samples a histogram has, and when a counter began."""
    shown = " ".join(_expressions())
    families = [family.name for family in REGISTRY.collect() if family.name.startswith("almagest_")]
    assert [name for name in families if name not in shown] == []


def test_expressions_are_whole() -> None:
    for expression in _expressions():
        assert all(expression.count(left) == expression.count(right) for left, right in ("()", "{}", "[]")), expression


def test_what_to_do_is_written_down_for_every_alert() -> None:
    text = (ROOT / "docs" / "operating.md").read_text()
    alerts = [rule["alert"] for rule in _rules()]
    assert re.findall(r"^### (Almagest\w+)$", text, re.MULTILINE) == alerts
    for rule in _rules():
        assert rule["annotations"]["runbook"] == f"docs/operating.md#{rule['alert'].lower()}"


def test_the_dashboard_is_the_file_of_the_chart() -> None:
    assert _dashboard() == json.loads((CHART / "dashboards" / "almagest.json").read_text())
    places = [tuple(panel["gridPos"].values()) for panel in _dashboard()["panels"]]
    assert len(places) == len(set(places))
