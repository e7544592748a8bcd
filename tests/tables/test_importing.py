"""Games that come from another installation."""

from __future__ import annotations

import msgspec
import pytest
from flask import Flask

from service.games.packs import UnknownPack
from service.tables.exporting import Departure
from service.tables.house import House
from service.tables.importing import _check_pack, bring_in
from service.tables.writing import load
from tests.driver import Table, humans


def test_a_game_that_comes_from_elsewhere_is_written_once_more(app: Flask, house: House) -> None:
    table = Table.full(app, "astra", 2)
    before, data = load(house, table.id), b"".join(Departure(house, [table.id]).lines())
    house.store.client.flushdb()
    (brought,) = bring_in(house, data)
    after = load(house, table.id)
    assert (brought.rev, after.rev) == (before.rev, before.rev + 1)
    assert after.mark
    assert after.mark != before.mark
    assert after.state == before.state


def test_a_game_that_waits_for_its_start_needs_its_pack_here(app: Flask, house: House) -> None:
    record = load(house, Table(app, "astra", humans(2)).id).table
    _check_pack(record)
    named = msgspec.structs.replace(record, options={**record.options, "pack": "nowhere"})
    with pytest.raises(UnknownPack):
        _check_pack(named)
