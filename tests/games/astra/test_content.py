"""The classic pack keeps to the rulings page; a damaged pack is refused with the card and the field."""

import itertools
import json
import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from service.games.astra.content.cards import Card, Pack
from service.games.astra.content.checks import Problem
from service.games.astra.content.pack import CLASSIC, MAX_BYTES, PACKS, read_pack
from service.games.astra.words import ABILITY_IDS, BOON_TYPES, ELEMENTS
from service.games.base import LANGUAGES
from service.games.packs import PackError
from tools.verify_sky import on_card

EFFECTS = {
    "stardust_4": {"aquila", "leo"},
    "stardust_3": {"aries", "delphinus"},
    "stardust_2": {"equuleus", "triangulum"},
    "telescope": {"cepheus", "corona_borealis", "ursa_minor"},
    "buy_telescopes": {"ara", "auriga", "ursa_major"},
    "wisdom": {"canis_minor", "sagitta"},
    "pouch": {"crater", "gemini"},
    "mark_any": {"centaurus", "cetus", "serpens"},
    "mark_any_and_adjacent": {"andromeda", "eridanus", "virgo"},
    "mark_three_cards": {"argo_navis", "draco", "lepus"},
    "mark_two": {"hercules", "ophiuchus", "pisces"},
    "fame_per_marked_card": {"cassiopeia", "corvus", "lyra"},
    "fame_per_element": {"libra", "perseus"},
    "fame_per_grand": {"cancer", "corona_australis", "orion"},
    "first_any_common": {"bootes", "canis_major", "scorpius"},
    "rest_gains_pouch": {"cygnus", "lupus", "sagittarius"},
    "regain_before_grand": {"aquarius", "capricornus", "hydra"},
    "regain_if_common": {"pegasus", "piscis_austrinus", "taurus"},
}
ZODIAC = {
    "fire": {"aries", "leo", "sagittarius"},
    "water": {"cancer", "scorpius", "pisces"},
    "air": {"gemini", "libra", "aquarius"},
    "earth": {"taurus", "virgo", "capricornus"},
}
Data = dict[str, Any]
Damage = Callable[[Data], object]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return PACKS.by_name("classic")


@pytest.fixture(scope="module")
def taurus(pack: Pack) -> Card:
    return pack.cards["taurus"]


def classic() -> Data:
    data: Data = json.loads(CLASSIC.read_text(encoding="utf-8"))
    return data


def card(data: Data, name: str = "taurus") -> Data:
    found: Data = next(entry for entry in data["constellations"] if entry.get("id") == name)
    return found


def problems(raw: bytes) -> list[Problem]:
    with pytest.raises(PackError) as refusal:
        read_pack(raw)
    return [problem for problem in refusal.value.problems if isinstance(problem, Problem)]


def test_there_are_48_cards_in_the_order_of_the_file(pack: Pack) -> None:
    assert list(pack.cards) == [entry["id"] for entry in classic()["constellations"]]
    assert list(pack.cards) == sorted(pack.cards)
    assert len(pack.cards) == 48


def test_there_are_twelve_cards_of_each_element(pack: Pack) -> None:
    assert Counter(card.element for card in pack.cards.values()) == dict.fromkeys(ELEMENTS, 12)


def test_zodiac_signs_have_their_traditional_element(pack: Pack) -> None:
    for element, signs in ZODIAC.items():
        assert {pack.cards[sign].element for sign in signs} == {element}


def test_every_card_has_the_effect_of_the_table(pack: Pack) -> None:
    assert tuple(EFFECTS) == ABILITY_IDS
    assert {ability: cards_with(pack, ability) for ability in EFFECTS} == EFFECTS


def cards_with(pack: Pack, ability: str) -> set[str]:
    return {card.id for card in pack.cards.values() if card.ability == ability}


def test_cards_of_one_effect_are_of_different_elements(pack: Pack) -> None:
    for cards in EFFECTS.values():
        assert len({pack.cards[card].element for card in cards}) == len(cards)


def test_figures_have_3_to_15_stars_and_7_to_9_in_the_mean(pack: Pack) -> None:
    sizes = [card.size for card in pack.cards.values()]
    assert set(sizes) <= set(range(3, 16))
    assert 7 <= sum(sizes) / len(sizes) <= 9


def test_every_name_is_there_in_every_language(pack: Pack) -> None:
    for names in (pack.names, *(card.names for card in pack.cards.values())):
        assert tuple(names) == LANGUAGES
        assert all(names.values())


def test_no_two_cards_have_the_same_name(pack: Pack) -> None:
    for language in LANGUAGES:
        assert len({card.names[language] for card in pack.cards.values()}) == 48, language


def test_russian_and_ukrainian_names_are_cyrillic(pack: Pack) -> None:
    for card in pack.cards.values():
        assert all("Ѐ" <= letter <= "ӿ" or letter == " " for letter in card.names["ru"] + card.names["uk"])


def test_each_boon_is_on_32_cards_and_8_times_in_each_place(pack: Pack) -> None:
    places = Counter((place, boon.type) for card in pack.cards.values() for place, boon in enumerate(card.boons))
    assert places == {(place, kind): 8 for place in range(4) for kind in BOON_TYPES}


def test_fame_of_a_card_grows_with_its_stars(pack: Pack) -> None:
    for cards in EFFECTS.values():
        by_size = sorted((pack.cards[card] for card in cards), key=lambda card: card.size)
        assert [card.fame for card in by_size] == sorted(card.fame for card in by_size)


def test_masks_say_what_the_stars_and_lines_say(pack: Pack) -> None:
    for card in pack.cards.values():
        assert card.size == len(card.stars) == len(card.adjacent)
        assert card.full == 2**card.size - 1 == (1 << card.start | card.grand | card.common)
        assert card.stars[card.start].kind == "start"
        assert set(lines_of(card)) == {frozenset(line) for line in card.lines}


def lines_of(card: Card) -> list[frozenset[int]]:
    size = range(card.size)
    return [frozenset((a, b)) for a in size for b in size if card.adjacent[a] >> b & 1]


def test_taurus_replays_the_worked_example(taurus: Card) -> None:
    start, second, head, left, left_tip, neck, upper, upper_end, lower, lower_end = range(10)
    assert (taurus.start, taurus.size) == (start, 10)
    assert {frozenset(line) for line in taurus.lines} == {
        frozenset({start, second}),
        frozenset({second, head}),
        frozenset({head, left}),
        frozenset({left, left_tip}),
        frozenset({head, neck}),
        frozenset({neck, upper}),
        frozenset({upper, upper_end}),
        frozenset({neck, lower}),
        frozenset({lower, lower_end}),
    }


def test_taurus_looks_like_the_worked_example(taurus: Card) -> None:
    start, second, head, left, left_tip, neck, upper, upper_end, lower, lower_end = taurus.stars
    assert start.x > left_tip.x, "the start is in the right horn"
    assert start.y < second.y < head.y, "and the way leads down to the head"
    assert left_tip.x < left.x < head.x < neck.x, "from there one goes left or on to the neck"
    assert max(upper.y, upper_end.y) < neck.y < min(lower.y, lower_end.y)


def test_taurus_has_the_boons_of_the_worked_example(taurus: Card) -> None:
    amounts = {boon.type: boon.amount for boon in taurus.boons}
    assert (taurus.boons[0].type, amounts["fame"], amounts["stardust"]) == ("fame", 4, 6)


def test_places_on_the_cards_are_the_projected_sky(pack: Pack) -> None:
    for card in pack.cards.values():
        for star, place in zip(card.stars, on_card([(star.ra, star.dec) for star in card.stars]), strict=True):
            assert math.dist(place, (star.x, star.y)) < 0.001, (card.id, star.bayer)


def test_north_is_up_and_east_is_left(pack: Pack) -> None:
    orion = {star.name: star for star in pack.cards["orion"].stars}
    assert orion["Betelgeuse"].x < orion["Bellatrix"].x
    assert orion["Saiph"].x < orion["Rigel"].x
    assert orion["Meissa"].y < orion["Alnilam"].y < orion["Rigel"].y


def test_stars_are_far_enough_apart_to_be_told_apart(pack: Pack) -> None:
    for card in pack.cards.values():
        places = [(star.x, star.y) for star in card.stars]
        assert min(math.dist(a, b) for i, a in enumerate(places) for b in places[:i]) > 0.04, card.id


def test_lines_do_not_cross(pack: Pack) -> None:
    for card in pack.cards.values():
        for one, other in itertools.combinations(card.lines, 2):
            assert set(one) & set(other) or not cross(card, one, other), (card.id, one, other)


def cross(card: Card, one: tuple[int, int], other: tuple[int, int]) -> bool:
    return parted(card, one, other) and parted(card, other, one)


def parted(card: Card, line: tuple[int, int], ends: tuple[int, int]) -> bool:
    """Whether the ends are on different sides of the line."""
    a, b = (card.stars[star] for star in line)
    sides = [(b.x - a.x) * (card.stars[end].y - a.y) - (b.y - a.y) * (card.stars[end].x - a.x) for end in ends]
    return sides[0] * sides[1] < 0


def test_the_hash_is_of_the_content_and_not_of_its_spaces(pack: Pack) -> None:
    data = classic()
    assert read_pack(json.dumps(data).encode()).hash == pack.hash
    assert read_pack(json.dumps(data, indent=8, sort_keys=True).encode()).hash == pack.hash
    card(data)["fame"] += 1
    assert read_pack(json.dumps(data).encode()).hash != pack.hash


def stars(data: Data) -> list[Data]:
    found: list[Data] = card(data)["stars"]
    return found


def short_figures(data: Data) -> None:
    """Every figure a triangle: correct cards, and a mean of three stars."""
    for entry in data["constellations"]:
        kept = [star for star in entry["stars"] if star["kind"] == "start"]
        kept += [star for star in entry["stars"] if star["kind"] == "grand"][:1]
        kept += [star for star in entry["stars"] if star["kind"] == "common"][:1]
        entry.update(stars=kept, lines=[[0, 1], [1, 2]])


def put(field: str, value: object, star: int = 3) -> Damage:
    return lambda data: stars(data)[star].update({field: value})


def place_of(star: Data) -> Data:
    return {axis: star[axis] for axis in "xy"}


def many_stars(data: Data) -> None:
    for index in range(6):
        stars(data).append({**stars(data)[1], "hip": 100 + index, "x": index / 100})
        card(data)["lines"].append([0, 10 + index])


DAMAGES: dict[str, tuple[Damage, str, str]] = {
    "format": (lambda data: data.update(format=2), "", "format"),
    "no format": (lambda data: data.pop("format"), "", "format"),
    "pack id": (lambda data: data.update(id="Über"), "", "id"),
    "pack language": (lambda data: data["names"].pop("en"), "", "names.en"),
    "pack field": (lambda data: data.update(author="x"), "", "author"),
    "no cards": (lambda data: data.update(constellations=None), "", "constellations"),
    "a card too few": (lambda data: data["constellations"].pop(), "", "constellations"),
    "far too many": (lambda data: data.update(constellations=[1] * 9999), "", "constellations"),
    "no object": (lambda data: data["constellations"].append(7), "", "constellations[48]"),
    "no id": (lambda data: card(data, "ara").pop("id"), "", "constellations[3].id"),
    "duplicate id": (lambda data: card(data, "ara").update(id="taurus"), "taurus", "id"),
    "element count": (lambda data: card(data).update(element="air"), "", "constellations"),
    "deck's mean": (short_figures, "", "constellations"),
    "unknown element": (lambda data: card(data).update(element="ether"), "taurus", "element"),
    "unknown ability": (lambda data: card(data).update(ability="win"), "taurus", "ability"),
    "unknown field": (lambda data: card(data).update(colour="red"), "taurus", "colour"),
    "missing field": (lambda data: card(data).pop("boons"), "taurus", "boons"),
    "language": (lambda data: card(data)["names"].pop("en"), "taurus", "names.en"),
    "blank name": (lambda data: card(data)["names"].update(fr=" "), "taurus", "names.fr"),
    "names of no text": (lambda data: card(data)["names"].update(fr=1), "taurus", "names"),
    "negative fame": (lambda data: card(data).update(fame=-1), "taurus", "fame"),
    "fame of no number": (lambda data: card(data).update(fame="5"), "taurus", "fame"),
    "three boons": (lambda data: card(data)["boons"].pop(), "taurus", "boons"),
    "five boons": (lambda data: card(data)["boons"].append({"type": "fame", "amount": 1}), "taurus", "boons"),
    "boon twice": (lambda data: card(data)["boons"][1].update(type="fame"), "taurus", "boons"),
    "unknown boon": (lambda data: card(data)["boons"][2].update(type="gold"), "taurus", "boons[2].type"),
    "no amount": (lambda data: card(data)["boons"][1].update(amount=0), "taurus", "boons[1].amount"),
    "boon's field": (lambda data: card(data)["boons"][1].update(of=1), "taurus", "boons[1].of"),
    "boon of no object": (lambda data: card(data)["boons"].insert(0, 4), "taurus", "boons[0]"),
    "unknown kind": (put("kind", "dwarf"), "taurus", "stars[3].kind"),
    "no start": (put("kind", "common", star=0), "taurus", "stars"),
    "two starts": (put("kind", "start"), "taurus", "stars"),
    "no grand star": (lambda data: [star.update(kind="common") for star in stars(data)[1:]], "taurus", "stars"),
    "five grand stars": (lambda data: [star.update(kind="grand") for star in stars(data)[1:6]], "taurus", "stars"),
    "nameless start": (put("name", None, star=0), "taurus", "stars[0].name"),
    "nameless grand star": (put("name", None), "taurus", "stars[3].name"),
    "blank star name": (put("name", " "), "taurus", "stars[3].name"),
    "two stars": (lambda data: card(data).update(stars=stars(data)[0:4:3], lines=[[0, 1]]), "taurus", "stars"),
    "16 stars": (many_stars, "taurus", "stars"),
    "far too many stars": (lambda data: card(data).update(stars=stars(data) * 99), "taurus", "stars"),
    "no list of stars": (lambda data: card(data).update(stars={}), "taurus", "stars"),
    "star's field": (put("mass", 1), "taurus", "stars[3].mass"),
    "star without": (lambda data: stars(data)[3].pop("dec"), "taurus", "stars[3].dec"),
    "right ascension": (put("ra", 360), "taurus", "stars[3].ra"),
    "declination": (put("dec", -90.5), "taurus", "stars[3].dec"),
    "off the card": (put("x", 1.01), "taurus", "stars[3].x"),
    "above the card": (put("y", -0.01), "taurus", "stars[3].y"),
    "no catalogue number": (put("hip", 0), "taurus", "stars[3].hip"),
    "same position": (lambda data: stars(data)[3].update(place_of(stars(data)[4])), "taurus", "stars"),
    "same star": (lambda data: put("hip", stars(data)[4]["hip"])(data), "taurus", "stars"),
    "line to nowhere": (lambda data: card(data)["lines"].append([0, 10]), "taurus", "lines[9]"),
    "line from below": (lambda data: card(data)["lines"].append([-1, 1]), "taurus", "lines[9]"),
    "line to itself": (lambda data: card(data)["lines"].append([1, 1]), "taurus", "lines[9]"),
    "line of three": (lambda data: card(data)["lines"].append([1, 2, 3]), "taurus", "lines[9]"),
    "same line": (lambda data: card(data)["lines"].append([1, 0]), "taurus", "lines"),
    "in two pieces": (lambda data: card(data)["lines"].pop(), "taurus", "lines"),
}  # fmt: skip


def first_problem(damage: Damage) -> tuple[str, str]:
    """Card and field."""
    data = classic()
    damage(data)
    return problems(json.dumps(data).encode())[0][:2]


def test_a_damaged_pack_is_refused_with_card_and_field() -> None:
    found = {name: (damage, *first_problem(damage)) for name, (damage, *_) in DAMAGES.items()}
    assert found == DAMAGES


ABSURD = {
    "empty": b"",
    "cut off": b"{",
    "not UTF-8": b"\xff\xfe",
    "NaN": b'{"format": NaN}',
    "infinite": b'{"format": 1e999}',
    "deep": b"[" * 100_000 + b"]" * 100_000,
    "huge": b" " * (MAX_BYTES + 1),
}


def test_an_absurd_text_is_refused() -> None:
    found = {name: [problem[:2] for problem in problems(raw)] for name, raw in ABSURD.items()}
    assert found == {name: [("", "")] for name in ABSURD}


def test_a_pack_is_an_object() -> None:
    for raw in (b"[]", b"null", b'"pack"'):
        assert problems(raw) == [Problem("", "", "This has to be an object.")]


def test_all_problems_are_reported_at_once() -> None:
    data = classic()
    put("ra", "noon")(data)
    card(data, "ara")["fame"] = -1
    card(data, "leo")["lines"].append([2, 2])
    found = problems(json.dumps(data).encode())
    assert [problem[:2] for problem in found] == [
        ("ara", "fame"),
        ("leo", "lines[10]"),
        ("taurus", "stars[3].ra"),
    ]
    assert PACKS.problems(json.dumps(data).encode())[1] == "leo: lines[10]: A line joins two different stars."


def test_a_pack_that_cannot_be_read_has_problems_and_the_classic_one_has_none() -> None:
    assert PACKS.problems(b"{")
    assert PACKS.problems(CLASSIC.read_bytes()) == ()


def test_the_hash_by_which_stored_games_name_the_classic_pack_stays(pack: Pack) -> None:
    assert pack.hash == "5018fac941a08a6a335ffba7ec307503aca6c315c889129d89dc4905a4818659"


def test_names_that_were_put_right_are_those_of_the_books(pack: Pack) -> None:
    assert pack.cards["ophiuchus"].names["fr"] == "Serpentaire"
    assert pack.cards["equuleus"].names["fr"] == "Petit Cheval"
    assert pack.cards["centaurus"].names["ru"] == "Кентавр"
