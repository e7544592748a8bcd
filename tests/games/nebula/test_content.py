"""The classic pack holds what the book counts, and damaged packs are refused with all their problems."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from service.games.base import LANGUAGES
from service.games.nebula import RULEBOOK
from service.games.nebula.content.checks import Problem
from service.games.nebula.content.pack import HERE, PACKS, read_pack
from service.games.nebula.goals import ADVANCED, PERSONAL, RACE
from service.games.nebula.stars import COLOURS
from service.games.nebula.state import PHASES, VARIANTS
from service.games.packs import PackError
from tests.games.nebula.build import BOARD, PACK

Damage = Callable[[dict[str, Any]], object]


def classic() -> dict[str, Any]:
    plain: dict[str, Any] = json.loads((HERE / "classic.json").read_text())
    return plain


def damaged(*damages: Damage) -> bytes:
    plain = classic()
    for damage in damages:
        damage(plain)
    return json.dumps(plain).encode()


def test_the_board_has_the_counts_of_the_book() -> None:
    assert len(BOARD.ids) == 21
    assert [orbit.bit_count() for orbit in BOARD.orbits] == [4, 4, 5, 4, 4]
    assert [cells.bit_count() for cells in BOARD.constellations] == [6, 6, 6, 6]
    assert BOARD.constellations[0] & BOARD.constellations[3] == BOARD.centre
    assert BOARD.glowing.bit_count() == 5
    assert BOARD.glowing & BOARD.centre
    assert BOARD.dotted_cells.bit_count() == 8
    assert BOARD.beside_glowing.bit_count() == 8
    assert not BOARD.neighbours_of(BOARD.centre) & BOARD.glowing, "the centre touches no other glowing cell"
    assert len(BOARD.links) == 14 + 4 + 16


def test_links_stay_within_a_constellation_unless_they_follow_an_orbit() -> None:
    links = PACK.data.galaxy.links
    for link in links.direct + links.dotted:
        pair = sum(1 << BOARD.numbers[cell] for cell in link)
        assert any(pair & cells == pair for cells in BOARD.constellations), link


def test_every_cell_can_be_reached_from_the_centre() -> None:
    reached = BOARD.centre
    for _ in BOARD.ids:
        reached |= BOARD.neighbours_of(reached)
    assert reached == BOARD.all


def test_the_decks_have_the_counts_of_the_book() -> None:
    assert (len(PACK.personal), len(PACK.race), len(PACK.advanced)) == (20, 20, 30)
    assert sum(1 for card in PACK.data.advanced_goals if card.rule == "connected_pairs") == 15
    for deck, rules in (("personal", PERSONAL), ("race", RACE), ("advanced", ADVANCED)):
        assert {card.rule for card in getattr(PACK.data, f"{deck}_goals")} == set(rules)


def test_race_goals_are_worth_8_4_to_14_8() -> None:
    assert min(PACK.race_values) == (8, 4)
    assert max(PACK.race_values) == (14, 8)
    assert all(8 <= upper <= 14 and 4 <= lower <= 8 for upper, lower in PACK.race_values)


def test_tracks_are_as_ruled() -> None:
    assert PACK.black_values == (0, 1, 2, 4, 7, 11, 16, 22)
    assert PACK.last_marker == 12
    assert PACK.glowing_marker == {3, 6, 9}
    assert PACK.last_value_cells == (5, 5, 5)
    assert PACK.clock_starts == (0, 0, 0)
    assert PACK.cluster_cells == 7


def independent(cells: int) -> bool:
    return not cells & BOARD.neighbours_of(cells)


def test_every_colour_goal_can_be_reached_lawfully() -> None:
    """A colour can hold an end of each dotted link, four glowing cells with the centre, and six cells."""
    ends = [[link & -link, link & (link - 1)] for link in BOARD.dotted]
    assert any(independent(sum(choice)) for choice in product(*ends))
    outer = [1 << cell for cell in range(21) if BOARD.outer_glowing & 1 << cell]
    assert any(independent(BOARD.glowing & ~without) for without in outer)
    six = sum(1 << BOARD.numbers[cell] for cell in ("1.1", "1.3", "3.2", "3.5", "5.2", "2.4"))
    assert independent(six)


def colourings(mask: int, colours: int) -> bool:
    """Whether the cells can be filled with exactly so many colours."""
    cells = [cell for cell in range(21) if mask & 1 << cell]

    def fill(at: int, used: tuple[int, ...]) -> bool:
        if at == len(cells):
            return len(set(used)) == colours
        taken = {used[before] for before in range(at) if BOARD.neighbours[cells[at]] & 1 << cells[before]}
        return any(fill(at + 1, (*used, colour)) for colour in range(colours) if colour not in taken)

    return fill(0, ())


def test_constellations_and_orbit_three_can_be_filled_in_three_colours() -> None:
    assert all(colourings(cells, 3) for cells in (*BOARD.constellations, BOARD.orbits[2]))
    assert colourings(BOARD.orbits[2], 5)


def test_every_goal_has_words() -> None:
    for language in LANGUAGES:
        content = RULEBOOK.content("classic", language)
        cards = [*content.personal_goals, *content.race_goals, *content.advanced_goals]
        assert len({card.name for card in cards}) == 70, language
        assert [card for card in cards if not card.text or "{" in card.text] == [], language


def test_content_has_a_place_for_everything_that_is_drawn() -> None:
    content = RULEBOOK.content("classic", "en")
    galaxy = content.galaxy
    assert all(0 <= cell.x <= galaxy.width and 0 <= cell.y <= galaxy.height for cell in galaxy.cells)
    assert len(content.nebula.marker) == 13
    assert {star.id for star in content.stars} == {*COLOURS, "black"}


def test_content_names_its_pack_its_language_and_every_ruling() -> None:
    content = RULEBOOK.content("classic", "uk")
    assert (content.pack, content.pack_hash, content.language) == ("classic", PACK.hash, "uk")
    assert {f"N-{number}" for number in range(1, 26)} <= set(content.rulings)
    assert set(content.texts["phase"]) == set(PHASES)
    assert set(content.texts["end"]) == set(RULEBOOK.end_reasons)
    assert set(content.texts["variant"]) == set(VARIANTS)


def test_the_classic_pack_is_the_one_that_stored_games_name() -> None:
    assert PACK.hash == "056f004dbaea21025ab06a1466cfc11517a3797d582c5740ca112993cea07abc"


def test_loading_is_the_same_for_any_layout_of_the_file() -> None:
    assert read_pack(json.dumps(classic(), indent=4).encode()).hash == PACK.hash


DAMAGES: dict[str, tuple[Damage, str, str]] = {
    "a cell less": (lambda pack: pack["galaxy"]["cells"].pop(), "galaxy.cells", "orbit"),
    "a cell twice": (lambda pack: pack["galaxy"]["cells"].append(pack["galaxy"]["cells"][0]), "galaxy.cells", "id"),
    "a strange constellation": (
        lambda pack: pack["galaxy"]["cells"][0].update(constellation="omega"),
        "galaxy.cells.1.1",
        "constellation",
    ),
    "one more glow": (lambda pack: pack["galaxy"]["cells"][0].update(glowing=True), "galaxy.cells", "glowing"),
    "a word for a number": (lambda pack: pack["galaxy"]["cells"][3].update(x="left"), "galaxy", "cells[3].x"),
    "a link into nothing": (
        lambda pack: pack["galaxy"]["links"]["direct"].append(["1.1", "9.9"]),
        "galaxy.links",
        "direct",
    ),
    "a link twice": (lambda pack: pack["galaxy"]["links"]["direct"].append(["3.1", "1.1"]), "galaxy.links", ""),
    "an orbit cut": (lambda pack: pack["galaxy"]["links"]["orbital"].pop(), "galaxy.links", "orbital"),
    "a dotted link less": (lambda pack: pack["galaxy"]["links"]["dotted"].pop(), "galaxy.links", "dotted"),
    "a pair less": (lambda pack: pack["galaxy"]["opposite"].pop(), "galaxy", "opposite"),
    "falling values": (
        lambda pack: pack["galaxy"]["black_track"][2].update(value=1),
        "galaxy.black_track",
        "value",
    ),
    "a cluster less": (lambda pack: pack["nebula"]["clusters"].pop(), "nebula", "clusters"),
    "a cluster cell less": (
        lambda pack: pack["nebula"]["clusters"][0]["cells"].pop(),
        "nebula.clusters.1",
        "cells",
    ),
    "a clock off its ring": (lambda pack: pack["nebula"]["clusters"][1].update(start=8), "nebula.clusters.2", "start"),
    "a glowing start": (lambda pack: pack["nebula"]["marker"][0].update(glowing=True), "nebula", "marker"),
    "a track less": (lambda pack: pack["value_board"]["tracks"].pop(), "value_board", "tracks"),
    "a goal less": (lambda pack: pack["race_goals"].pop(), "race_goals", ""),
    "a goal twice": (lambda pack: pack["personal_goals"].append(pack["personal_goals"][0]), "goals", "id"),
    "a rule of another deck": (
        lambda pack: pack["race_goals"][0].update(rule="few_empty"),
        "race_goals.three_colours_lambda",
        "rule",
    ),
    "a goal without its colour": (
        lambda pack: pack["personal_goals"][0].pop("colour"),
        "personal_goals.dotted_red",
        "colour",
    ),
    "a goal of no colour": (
        lambda pack: pack["personal_goals"][0].update(colour="black"),
        "personal_goals.dotted_red",
        "colour",
    ),
    "a lower value on top": (
        lambda pack: pack["race_goals"][0].update(upper=3),
        "race_goals.three_colours_lambda",
        "upper",
    ),
    "an orbit too many": (
        lambda pack: pack["race_goals"][6].update(orbit=6),
        "race_goals.different_orbit_1",
        "orbit",
    ),
    "a pair of one colour": (
        lambda pack: pack["advanced_goals"][0].update(other="red"),
        "advanced_goals.pair_red_violet",
        "other",
    ),
    "no English": (lambda pack: pack["goal_texts"][0]["name"].pop("en"), "goal_texts.in_each_dotted_link", "name"),
    "a strange brace": (
        lambda pack: pack["goal_texts"][0]["text"].update(en="{moon}"),
        "goal_texts.in_each_dotted_link",
        "text.en",
    ),
    "a text less": (lambda pack: pack["goal_texts"].pop(), "goal_texts.beside_glowing_on_orbit", "rule"),
    "a colour less": (lambda pack: pack["stars"].pop("red"), "stars", ""),
    "a part too many": (lambda pack: pack.update(moons=3), "pack", "moons"),
    "a part less": (lambda pack: pack.pop("nebula"), "nebula", ""),
}


def places_of_problems(damage: Damage) -> list[tuple[str, str]]:
    with pytest.raises(PackError) as refused:
        read_pack(damaged(damage))
    return [(problem.where, problem.field) for problem in refused.value.problems if isinstance(problem, Problem)]


def test_a_damaged_pack_is_refused_where_the_damage_is() -> None:
    found = {name: places_of_problems(damage) for name, (damage, *_) in DAMAGES.items()}
    assert {name: found[name] for name, (_, *place) in DAMAGES.items() if tuple(place) not in found[name]} == {}


def test_all_problems_are_collected() -> None:
    found = PACKS.problems(damaged(*(damage for damage, where, _ in (DAMAGES["a goal less"], DAMAGES["a pair less"]))))
    assert len(found) == 2
    assert found[0].startswith("galaxy.opposite: ")
    shape = PACKS.problems(damaged(DAMAGES["a word for a number"][0], DAMAGES["a part too many"][0]))
    assert len(shape) == 2


def test_a_good_pack_has_no_problems() -> None:
    assert PACKS.problems(damaged()) == ()


def test_what_is_no_pack_at_all_is_refused() -> None:
    assert all(PACKS.problems(raw) for raw in (b"", b"{", b"[]", b"null", b"\xff"))
