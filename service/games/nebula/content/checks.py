"""What a pack must hold besides its shape: the counts that the book states, and references that resolve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from service.games.nebula import goals
from service.games.nebula.content.board import Board
from service.games.nebula.content.shapes import TRACKS, Galaxy, GoalData, GoalText, Nebula, PackData, ValueBoard
from service.games.nebula.stars import COLOURS, STARS

CELLS_OF_ORBITS = {1: 4, 2: 4, 3: 5, 4: 4, 5: 4}
CELLS_OF_CONSTELLATION = 5
CONSTELLATIONS = 4
GLOWING = 5
BESIDE_GLOWING = 8
DOTTED_CELLS = 8
CLUSTERS = 3
CLUSTER_CELLS = 7
DECKS = {"personal_goals": 20, "race_goals": 20, "advanced_goals": 30}
BLANKS = {"colours": "", "others": "", "constellation": "", "orbit": ""}


class Problem(NamedTuple):
    """What is wrong with a pack: in which part, in which field, and a sentence."""

    where: str
    field: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.where}{'.' if self.field else ''}{self.field}: {self.sentence}"


def _duplicates(values: Iterable[Any]) -> list[Any]:
    return [value for value, count in Counter(values).items() if count > 1]


def _language_problems(where: str, field: str, text: Mapping[str, str]) -> Iterator[Problem]:
    if "en" not in text or not all(text.values()):
        yield Problem(where, field, "needs a text in English, and none that is empty")


def _cell_problems(galaxy: Galaxy) -> Iterator[Problem]:
    for cell_id in _duplicates(cell.id for cell in galaxy.cells):
        yield Problem("galaxy.cells", "id", f"{cell_id} is there more than once")
    for place in _duplicates((cell.orbit, cell.position) for cell in galaxy.cells):
        yield Problem("galaxy.cells", "position", f"orbit and position {place} are taken more than once")
    for cell in galaxy.cells:
        if cell.constellation not in (*galaxy.constellation_ids, None):
            yield Problem(f"galaxy.cells.{cell.id}", "constellation", f"there is no {cell.constellation}")
    yield from _counted_cell_problems(galaxy)


def _counted_cell_problems(galaxy: Galaxy) -> Iterator[Problem]:
    orbits = Counter(cell.orbit for cell in galaxy.cells)
    if orbits != CELLS_OF_ORBITS:
        yield Problem("galaxy.cells", "orbit", f"the orbits need {CELLS_OF_ORBITS} cells, not {dict(orbits)}")
    shared = [cell for cell in galaxy.cells if cell.constellation is None]
    if len(shared) != 1 or not shared[0].glowing:
        yield Problem("galaxy.cells", "constellation", "one glowing cell, the centre, belongs to every constellation")
    for name in galaxy.constellation_ids:
        own = sum(1 for cell in galaxy.cells if cell.constellation == name)
        if own != CELLS_OF_CONSTELLATION:
            yield Problem(
                "galaxy.cells", "constellation", f"{name} needs {CELLS_OF_CONSTELLATION} own cells, not {own}"
            )
    glowing = sum(1 for cell in galaxy.cells if cell.glowing)
    if glowing != GLOWING:
        yield Problem("galaxy.cells", "glowing", f"{GLOWING} cells glow, not {glowing}")


def _link_problems(galaxy: Galaxy) -> Iterator[Problem]:
    ids = {cell.id for cell in galaxy.cells}
    for kind in ("direct", "dotted", "orbital"):
        for link in getattr(galaxy.links, kind):
            if not set(link) <= ids or len(set(link)) != 2:
                yield Problem("galaxy.links", kind, f"{'-'.join(link)} does not join two cells")
    for pair in _duplicates(tuple(sorted(link)) for link in galaxy.all_links):
        yield Problem("galaxy.links", "", f"{'-'.join(pair)} is linked more than once")
    if {frozenset(link) for link in galaxy.links.orbital} != _consecutive(galaxy):
        yield Problem("galaxy.links", "orbital", "these are exactly the consecutive positions of each orbit")
    if len({cell for link in galaxy.links.dotted for cell in link}) != DOTTED_CELLS:
        yield Problem("galaxy.links", "dotted", f"{DOTTED_CELLS} cells have a dotted link")


def _consecutive(galaxy: Galaxy) -> set[frozenset[str]]:
    at = {(cell.orbit, cell.position): cell.id for cell in galaxy.cells}
    return {
        frozenset((cell_id, at[orbit, position + 1]))
        for (orbit, position), cell_id in at.items()
        if (orbit, position + 1) in at
    }


def _constellation_problems(galaxy: Galaxy) -> Iterator[Problem]:
    ids = galaxy.constellation_ids
    if len(set(ids)) != CONSTELLATIONS:
        yield Problem("galaxy.constellations", "id", f"{CONSTELLATIONS} different constellations are needed")
    for constellation in galaxy.constellations:
        yield from _language_problems(f"galaxy.constellations.{constellation.id}", "names", constellation.names)
    for field, count in (("opposite", 2), ("neighbouring", 4)):
        pairs = getattr(galaxy, field)
        if len({frozenset(pair) for pair in pairs}) != count or not {name for pair in pairs for name in pair} <= set(
            ids
        ):
            yield Problem("galaxy", field, f"{count} different pairs of constellations are needed")


def _black_track_problems(galaxy: Galaxy) -> Iterator[Problem]:
    values = [cell.value for cell in galaxy.black_track]
    if len(values) < 1 or values != sorted(set(values)):
        yield Problem("galaxy.black_track", "value", "the values rise from cell to cell")


def _nebula_problems(nebula: Nebula) -> Iterator[Problem]:
    if len(nebula.clusters) != CLUSTERS:
        yield Problem("nebula", "clusters", f"{CLUSTERS} clusters are needed")
    for number, cluster in enumerate(nebula.clusters, start=1):
        if len(cluster.cells) != CLUSTER_CELLS or len(cluster.clock) != CLUSTER_CELLS:
            yield Problem(f"nebula.clusters.{number}", "cells", f"{CLUSTER_CELLS} cells and clock places are needed")
        if not 1 <= cluster.start <= CLUSTER_CELLS:
            yield Problem(f"nebula.clusters.{number}", "start", f"the clock starts on a cell from 1 to {CLUSTER_CELLS}")
    if len(nebula.marker) < 2 or nebula.marker[0].glowing or nebula.marker[-1].glowing:
        yield Problem("nebula", "marker", "the track has a first and a last cell, and neither glows")


def _value_board_problems(board: ValueBoard) -> Iterator[Problem]:
    if tuple(track.id for track in board.tracks) != TRACKS:
        yield Problem("value_board", "tracks", f"the tracks are {', '.join(TRACKS)}")
    for track in board.tracks:
        if len(track.cells) < 2:
            yield Problem(f"value_board.tracks.{track.id}", "cells", "a track has at least two cells")


def _deck_problems(pack: PackData) -> Iterator[Problem]:
    rules: Mapping[str, Mapping[str, goals.Rule[Any]]] = {
        "personal_goals": goals.PERSONAL,
        "race_goals": goals.RACE,
        "advanced_goals": goals.ADVANCED,
    }
    for deck, size in DECKS.items():
        cards: Sequence[GoalData] = getattr(pack, deck)
        if len(cards) != size:
            yield Problem(deck, "", f"the deck has {size} cards, not {len(cards)}")
        for card in cards:
            yield from _card_problems(f"{deck}.{card.id}", card, rules[deck], pack.galaxy)
    for card_id in _duplicates(card.id for deck in DECKS for card in getattr(pack, deck)):
        yield Problem("goals", "id", f"{card_id} is there more than once")


def _card_problems(
    where: str, card: GoalData, rules: Mapping[str, goals.Rule[Any]], galaxy: Galaxy
) -> Iterator[Problem]:
    if card.rule not in rules:
        yield Problem(where, "rule", f"there is no rule {card.rule}; this deck has {', '.join(rules)}")
        return
    for field in ("colour", "other", "constellation", "orbit", "upper", "lower"):
        if (getattr(card, field) is not None) != (field in rules[card.rule].needs):
            yield Problem(where, field, f"{card.rule} needs {', '.join(rules[card.rule].needs) or 'no field'}")
    yield from _value_problems(where, card, galaxy)


def _value_problems(where: str, card: GoalData, galaxy: Galaxy) -> Iterator[Problem]:
    for field in ("colour", "other"):
        if getattr(card, field) not in (*COLOURS, None):
            yield Problem(where, field, f"the colours are {', '.join(COLOURS)}")
    if card.colour is not None and card.colour == card.other:
        yield Problem(where, "other", "a pair has two colours")
    if card.constellation not in (*galaxy.constellation_ids, None):
        yield Problem(where, "constellation", f"there is no {card.constellation}")
    if card.orbit not in (*CELLS_OF_ORBITS, None):
        yield Problem(where, "orbit", "the orbits are 1 to 5")
    if card.upper is not None and card.lower is not None and not card.upper > card.lower > 0:
        yield Problem(where, "upper", "the first to reach a goal gets more than the others")


def _text_problems(pack: PackData) -> Iterator[Problem]:
    yield from _language_problems("pack", "names", pack.names)
    missing = {*goals.PERSONAL, *goals.RACE, *goals.ADVANCED} ^ {text.rule for text in pack.goal_texts}
    for rule in sorted(missing):
        yield Problem(f"goal_texts.{rule}", "rule", "every rule has one text, and every text a rule")
    for text in pack.goal_texts:
        yield from _goal_text_problems(text)
    if set(pack.stars) != set(STARS):
        yield Problem("stars", "", f"needs a colour to draw for each of {', '.join(STARS)}")


def _goal_text_problems(text: GoalText) -> Iterator[Problem]:
    for field in ("name", "text"):
        languages: Mapping[str, str] = getattr(text, field)
        yield from _language_problems(f"goal_texts.{text.rule}", field, languages)
        for language, words in languages.items():
            try:
                words.format(**BLANKS)
            except (KeyError, ValueError, IndexError):
                sentence = f"only {', '.join(BLANKS)} can stand in braces"
                yield Problem(f"goal_texts.{text.rule}", f"{field}.{language}", sentence)


def _board_problems(galaxy: Galaxy) -> Iterator[Problem]:
    beside = Board(galaxy).beside_glowing.bit_count()
    if beside != BESIDE_GLOWING:
        yield Problem("galaxy.cells", "glowing", f"{BESIDE_GLOWING} cells lie beside glowing ones, not {beside}")


def problems_of(pack: PackData) -> list[Problem]:
    """Everything that is wrong; masks are only made of a galaxy whose references resolve."""
    found = [*_cell_problems(pack.galaxy), *_link_problems(pack.galaxy), *_constellation_problems(pack.galaxy)]
    if not found:
        found += _board_problems(pack.galaxy)
    found += _black_track_problems(pack.galaxy)
    found += [*_nebula_problems(pack.nebula), *_value_board_problems(pack.value_board)]
    return [*found, *_deck_problems(pack), *_text_problems(pack)]
