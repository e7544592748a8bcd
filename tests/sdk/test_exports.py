"""Every class that the documents name can be imported as they name it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

import almagest_sdk
from almagest_sdk.models import GameWish, PlayerToken, WebhookWish

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "sdk" / "README.md", *(ROOT / "docs").glob("*.md")]
OF_THE_SERVICE = {"adding-a-game.md"}
OF_JAVASCRIPT = {"Webhooks"}
CLASS = re.compile(r"\b(?:(models|errors|aio|webhooks|astra|nebula|distant_suns)\.)?([A-Z][A-Za-z]+)\b")
PUBLIC = ("almagest_sdk", "almagest_sdk.aio", "almagest_sdk.webhooks")
"""Where a class is that is named without a module."""


def _defined() -> set[str]:
    """The names of all classes of the package."""
    found = set()
    for info in pkgutil.walk_packages(almagest_sdk.__path__, "almagest_sdk."):
        module = importlib.import_module(info.name)
        found |= {name for name, _ in inspect.getmembers(module, inspect.isclass)}
    return found - OF_JAVASCRIPT


def _named() -> Iterator[tuple[str, str, str]]:
    """Document, module and class; without those of blocks, which other tests run."""
    for document in (each for each in DOCUMENTS if each.name not in OF_THE_SERVICE):
        text = re.sub(r"^```.*?^```$", "", document.read_text(), flags=re.MULTILINE | re.DOTALL)
        for quoted in re.findall(r"`([^`\n]+)`", text):
            for module, name in CLASS.findall(quoted):
                yield document.name, module, name


def _is_importable(module: str, name: str) -> bool:
    places = [f"almagest_sdk.{module}"] if module in ("models", "errors", "aio", "webhooks") else PUBLIC
    if module in ("astra", "nebula", "distant_suns"):
        return hasattr(getattr(almagest_sdk, module), name)
    return any(hasattr(importlib.import_module(place), name) for place in places)


def test_classes_that_documents_name_are_exported() -> None:
    defined = _defined()
    named = {(document, module, name) for document, module, name in _named() if name in defined}
    assert len(named) > 12
    assert [each for each in sorted(named) if not _is_importable(*each[1:])] == []


def test_models_are_a_module() -> None:
    assert almagest_sdk.models.GameWish is GameWish
    assert {GameWish.__name__, PlayerToken.__name__, WebhookWish.__name__} <= set(dir(almagest_sdk.models))
