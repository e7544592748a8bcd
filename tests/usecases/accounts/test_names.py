"""Bots without a name are astronomers: in every language, no two alike at a table, and nobody's namesake."""

from __future__ import annotations

import pytest
from flask import Flask

from service.games.base import LANGUAGES
from service.store.games.migrations import TABLE_SCHEMA
from service.store.games.records import SeatRecord
from service.store.games.records import Table as TableRecord
from service.usecases.accounts import names
from service.wire.refusals import TEXTS
from tests.driver import Table

MOST_SEATS = 8
GAMES = [f"01kxq3v7em2h8rq4t{number:03d}" for number in range(100)]


def _record(game_id: str, *seats: SeatRecord) -> TableRecord:
    return TableRecord(TABLE_SCHEMA, game_id, "astra", {}, "public", seats, None, b"", "", 0, 0)


def _shown(table: TableRecord, language: str = "en") -> list[str]:
    return [names.display_name(table, number, seat, language) for number, seat in enumerate(table.seats, start=1)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_bots_of_a_table_are_called_alike(language: str) -> None:
    for game_id in GAMES:
        shown = _shown(_record(game_id, *[SeatRecord("bot")] * MOST_SEATS), language)
        assert len(set(shown)) == MOST_SEATS


def test_tables_have_different_astronomers() -> None:
    firsts = {_shown(_record(game_id, SeatRecord("bot")))[0] for game_id in GAMES}
    assert len(firsts) > len(GAMES) / 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_bot_repeats_the_name_of_a_person_in_whatever_language_either_is_read(language: str) -> None:
    """Seven of eight are people, called after those whom the bot would be called after."""
    people: tuple[SeatRecord, ...] = ()
    for _ in range(MOST_SEATS - 1):
        bot = _shown(_record(GAMES[0], *people, SeatRecord("bot")), language)[-1]
        people = (*people, SeatRecord("human", bot.upper(), token="-"))
    shown = _shown(_record(GAMES[0], *people, SeatRecord("bot")), "en")
    called = {name.casefold() for name in shown[:-1]}
    own = next(key for key in TEXTS if key.startswith("astronomer.") and TEXTS.names(key)["en"] == shown[-1])
    assert called.isdisjoint(name.casefold() for name in TEXTS.names(own).values())


def test_a_bot_has_its_name_in_the_language_of_who_looks(app: Flask) -> None:
    table = Table(app, "astra", [{"kind": "human", "name": "Ada"}, {"kind": "bot"}])
    looks = {language: table.get(f"?lang={language}").json or {} for language in LANGUAGES}
    shown = {language: looks[language]["seats"][1]["name"] for language in LANGUAGES}
    assert any(TEXTS.names(key) == shown for key in TEXTS if key.startswith("astronomer."))


def test_who_left_a_seat_is_not_renamed(app: Flask) -> None:
    table = Table.full(app, "astra", 2)
    before = [seat["name"] for seat in table.game()["seats"]]
    assert table.http.delete(f"{table.path}/seats/me", headers=table.headers(2)).status_code == 204
    game = table.game()
    assert (game["seats"][1]["kind"], [seat["name"] for seat in game["seats"]]) == ("bot", before)


@pytest.mark.parametrize(
    ("name", "why", "values"),
    [
        ("", "field.name_length", {"most": 40}),
        ("x" * 41, "field.name_length", {"most": 40}),
        ("a\u200bb", "field.name_invisible", {}),
        ("\u3164", "field.name_invisible", {}),
        ("\u200d", "field.name_empty", {}),
    ],
)
def test_an_unfit_name_is_refused_with_a_reason(name: str, why: str, values: dict[str, int]) -> None:
    with pytest.raises(names.UnfitName) as unfit:
        names.clean(name)
    assert (unfit.value.why.key, dict(unfit.value.why.values)) == (why, values)


def test_a_name_is_kept_without_blanks_around_it_and_in_one_writing() -> None:
    assert names.clean("  Ada ") == "Ada"
    assert names.clean("e\u0301") == "\u00e9"
    assert [names.clean("x" * length) for length in (1, 40)] == ["x", "x" * 40]


def test_who_gave_no_name_is_called_by_the_number_of_the_seat() -> None:
    people = SeatRecord("human", "Ada", token="-"), SeatRecord("human", token="-")
    assert _shown(_record(GAMES[0], *people)) == ["Ada", "Player 2"]
    assert _shown(_record(GAMES[0], *people), "fr") == ["Ada", "Joueur 2"]
