"""Whoever changes the layout of a stored record raises its number: records of old would be read wrongly."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from service.store.games.records import Clock
from tests.store.games.layouts import RELEASED, Record, difference, layout_of, records, stored_layouts


@pytest.mark.parametrize("record", records(), ids=lambda record: record.name)
def test_a_layout_changes_with_its_number(record: Record) -> None:
    wrong = difference(record, stored_layouts().get(record.name, {}).get(str(record.schema)))
    assert not wrong, wrong


def _clock(*more: tuple[str, Any, Any], left_out: str = "", schema: int = RELEASED["clock"]) -> Record:
    fields = [
        (field.name, field.type, msgspec.field(default=field.default, name=field.encode_name))
        for field in msgspec.structs.fields(Clock)
        if field.name != left_out
    ]
    return Record("clock", msgspec.defstruct("Clock", [*fields, *more]), schema, "raise CLOCK_SCHEMA")


CHANGES: dict[str, tuple[Record, str]] = {
    "a new field": (_clock(("new", int, 0)), "Clock.new"),
    "a lost field": (_clock(left_out="paused"), "Clock.paused"),
    "another type": (_clock(("paused", str, 0), left_out="paused"), "Clock.paused"),
    "another default": (_clock(("paused", int, 1), left_out="paused"), "Clock.paused"),
    "another order": (_clock(("paused", int, 0), left_out="paused"), "the order of fields"),
}


@pytest.mark.parametrize(("record", "named"), CHANGES.values(), ids=CHANGES)
def test_a_change_is_named_with_what_to_do(record: Record, named: str) -> None:
    wrong = difference(record, layout_of(Clock))
    assert f"The layout of the clock changed under its number 3 ({named}): raise CLOCK_SCHEMA" in wrong
    assert "python -m tests.store.games.layouts" in wrong


def test_a_number_that_no_release_has_is_written_again() -> None:
    assert "no release has it yet: run" in difference(_clock(("new", int, 0), schema=99), layout_of(Clock))
    assert "has the new number 99" in difference(_clock(schema=99), None)
    assert difference(_clock(), layout_of(Clock)) == ""


def test_structs_in_a_record_belong_to_its_layout() -> None:
    assert {"Clock", "Since", "Before", "ProposedPause"} <= layout_of(Clock).keys()
