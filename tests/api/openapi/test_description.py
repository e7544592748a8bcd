"""Parts of the description, each compared with what was published; `test_openapi.py` compares the whole."""

from __future__ import annotations

import copy
import functools
import json
from typing import Any

import pytest

from service.api.openapi import description, samples
from tests.processes import ROOT


@functools.cache
def _published() -> Any:
    return json.loads((ROOT / "openapi" / "openapi.json").read_text())


def test_what_webhooks_are_told_is_as_published() -> None:
    assert description._webhooks() == _published()["webhooks"]


def test_samples_are_as_published() -> None:
    bare = copy.deepcopy(_published())
    for operations in bare["paths"].values():
        for method, each in operations.items():
            if method != "parameters":
                del each["x-codeSamples"]
    assert samples.added(bare)["paths"] == _published()["paths"]


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("game_id", description._game_id),
        ("rulebook_id", description._rulebook),
        ("seat", description._seat),
        ("pack_hash", description._pack_hash),
        ("player", description._player),
        ("webhook_id", description._webhook_id),
        ("delivery_id", description._notice_id),
    ],
)
def test_parameters_of_addresses_are_as_published(name: str, schema: Any) -> None:
    found = {
        json.dumps(parameter["schema"], sort_keys=True)
        for operations in _published()["paths"].values()
        for parameter in operations.get("parameters", [])
        if parameter["name"] == name
    }
    assert found == {json.dumps(schema(None), sort_keys=True)}
