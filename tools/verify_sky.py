"""Compare the stars of Astra's content pack with the star catalogue of the npm package d3-celestial.

Checks every star by its Hipparcos number: position, proper name, designation and constellation, and that its
place on the card is the projection of the sky. Needs npm, unless --data names the data folder of a package.
"""

import argparse
import json
import math
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = "d3-celestial@0.7.35"
PACK = Path(__file__).resolve().parents[1] / "service/games/astra/content/classic.json"
TOLERANCE = 0.05  # degrees
CARD_TOLERANCE = 0.001  # of the card's side
MARGIN = 0.08  # of the card's side, kept free on the sides that the figure would touch

Entry = dict[str, Any]
Vector = tuple[float, float, float]

ABBREVIATIONS = {
    "andromeda": "And", "aquarius": "Aqr", "aquila": "Aql", "ara": "Ara", "argo_navis": "Car Pup Vel",
    "aries": "Ari", "auriga": "Aur", "bootes": "Boo", "cancer": "Cnc", "canis_major": "CMa",
    "canis_minor": "CMi", "capricornus": "Cap", "cassiopeia": "Cas", "centaurus": "Cen", "cepheus": "Cep",
    "cetus": "Cet", "corona_australis": "CrA", "corona_borealis": "CrB", "corvus": "Crv", "crater": "Crt",
    "cygnus": "Cyg", "delphinus": "Del", "draco": "Dra", "equuleus": "Equ", "eridanus": "Eri",
    "gemini": "Gem", "hercules": "Her", "hydra": "Hya", "leo": "Leo", "lepus": "Lep", "libra": "Lib",
    "lupus": "Lup", "lyra": "Lyr", "ophiuchus": "Oph", "orion": "Ori", "pegasus": "Peg", "perseus": "Per",
    "pisces": "Psc", "piscis_austrinus": "PsA", "sagitta": "Sge", "sagittarius": "Sgr", "scorpius": "Sco",
    "serpens": "Ser", "taurus": "Tau", "triangulum": "Tri", "ursa_major": "UMa", "ursa_minor": "UMi",
    "virgo": "Vir",
}  # fmt: skip

# Ptolemy counts these stars to two figures at once; the modern boundaries give each of them to one.
SHARED = {("auriga", "β Tau"), ("pegasus", "α And")}

# Where the catalogue's name is not ours: what it says, and what we say.
OTHER_NAMES = {
    3179: ("Shedar", "Schedar"),  # the IAU's spelling
    73273: ("KeKouan", "Ke Kouan"),  # two words run together
    15474: ("Angetenar", None),  # the IAU gives the name to tau-2
    18246: ("Atik", None),  # the IAU gives the name to omicron
    20042: ("Beemim", None),  # the IAU gives the name to upsilon-3
    94779: ("Fawaris", None),  # the IAU gives the name to delta
    97804: ("Tarazed", None),  # the IAU gives the name to gamma
}

# These three figures have one star with a western name; another goes by its traditional Chinese name.
CHINESE_NAMES = {93174, 98337, 104521}


class Catalogue(NamedTuple):
    positions: dict[int, tuple[float, float]]
    names: dict[str, Entry]
    chinese: dict[str, Entry]


def fetch(folder: Path) -> Path:
    """The data folder of the package, unpacked into the given one."""
    subprocess.run(["npm", "pack", "--silent", PACKAGE], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    with tarfile.open(next(folder.glob("*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package" / "data"


def read_json(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def read_catalogue(data: Path) -> Catalogue:
    features = read_json(data / "stars.8.json")["features"]
    positions = {feature["id"]: tuple(feature["geometry"]["coordinates"]) for feature in features}
    return Catalogue(positions, read_json(data / "starnames.json"), read_json(data / "starnames.cn.json"))


def vector(ra: float, dec: float) -> Vector:
    a, d = math.radians(ra), math.radians(dec)
    return math.cos(d) * math.cos(a), math.cos(d) * math.sin(a), math.sin(d)


def degrees_apart(one: tuple[float, float], other: tuple[float, float]) -> float:
    return math.degrees(2 * math.asin(min(1, math.dist(vector(*one), vector(*other)) / 2)))


def centre(sky: list[tuple[float, float]]) -> tuple[float, float]:
    """Right ascension and declination, in radians, of the middle of the figure."""
    x, y, z = (sum(axis) for axis in zip(*(vector(*star) for star in sky), strict=True))
    return math.atan2(y, x), math.atan2(z, math.hypot(x, y))


def stereographic(star: tuple[float, float], middle: tuple[float, float]) -> tuple[float, float]:
    """On the plane that touches the sky in the middle of the figure: x to the west, y to the south."""
    a, d, d0 = math.radians(star[0]) - middle[0], math.radians(star[1]), middle[1]
    scale = 2 / (1 + math.sin(d0) * math.sin(d) + math.cos(d0) * math.cos(d) * math.cos(a))
    south = math.sin(d0) * math.cos(d) * math.cos(a) - math.cos(d0) * math.sin(d)
    return -scale * math.cos(d) * math.sin(a), scale * south


def on_card(sky: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Where the stars of a figure are on its card: as large as the margin allows, and in the middle."""
    middle = centre(sky)
    xs, ys = zip(*(stereographic(star, middle) for star in sky), strict=True)
    scale = (1 - 2 * MARGIN) / max(max(xs) - min(xs), max(ys) - min(ys))
    left, top = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    return [(0.5 + (x - left) * scale, 0.5 + (y - top) * scale) for x, y in zip(xs, ys, strict=True)]


def sky_of(card: Entry) -> list[tuple[float, float]]:
    return [(star["ra"], star["dec"]) for star in card["stars"]]


def position_error(star: Entry, catalogue: Catalogue) -> float:
    """Degrees between our star and the catalogue's; infinite if the catalogue has none of that number."""
    known = catalogue.positions.get(star["hip"])
    return degrees_apart((star["ra"], star["dec"]), known) if known else math.inf


def expected_name(hip: int, catalogue: Catalogue) -> str | None:
    known = catalogue.names.get(str(hip), {}).get("name") or None
    if hip in CHINESE_NAMES and known is None:
        return str(catalogue.chinese[str(hip)]["pinyin"])
    theirs, ours = OTHER_NAMES.get(hip, (known, known))
    return ours if known == theirs else known


def expected_designation(hip: int, catalogue: Catalogue) -> str:
    """Bayer's Greek letter, else Flamsteed's number, else Bayer's Latin letter; and the constellation."""
    known = catalogue.names.get(str(hip), {})
    letter = known.get("desig", "")
    label = known.get("flam") or letter if letter[:1].isascii() else letter
    return f"{label} {known.get('c')}"


def star_problems(card: str, star: Entry, catalogue: Catalogue) -> Iterator[str]:
    name, designation = expected_name(star["hip"], catalogue), expected_designation(star["hip"], catalogue)
    if (error := position_error(star, catalogue)) > TOLERANCE:
        yield f"is {error:.4f} degrees from its place in the catalogue"
    if star["name"] != name:
        yield f"is called {star['name']}, in the catalogue {name}"
    if star["bayer"] != designation:
        yield f"is {designation} in the catalogue"
    if not belongs(card, star["bayer"]):
        yield f"is not in {ABBREVIATIONS[card]}"


def belongs(card: str, designation: str) -> bool:
    return designation.split()[-1] in ABBREVIATIONS[card].split() or (card, designation) in SHARED


def card_problems(card: Entry, catalogue: Catalogue) -> Iterator[str]:
    for star, place in zip(card["stars"], on_card(sky_of(card)), strict=True):
        label = f"{card['id']}: {star['bayer']} (HIP {star['hip']})"
        for problem in star_problems(card["id"], star, catalogue):
            yield f"{label} {problem}"
        if math.dist(place, (star["x"], star["y"])) > CARD_TOLERANCE:
            yield f"{label} belongs at {place[0]:.4f}, {place[1]:.4f} on the card"


def verify(cards: list[Entry], catalogue: Catalogue) -> bool:
    """Print what is wrong, and how much was looked at; whether nothing is."""
    problems = [problem for card in cards for problem in card_problems(card, catalogue)]
    errors = [position_error(star, catalogue) for card in cards for star in card["stars"]]
    print(*problems, f"{len(errors)} stars checked, largest error {max(errors):.6f} degrees", sep="\n")
    return not problems


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="data folder of an unpacked d3-celestial, instead of npm")
    parser.add_argument("--pack", type=Path, default=PACK, help="the content pack (default: classic)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        catalogue = read_catalogue(options.data or fetch(Path(folder)))
    return 0 if verify(read_json(options.pack)["constellations"], catalogue) else 1


if __name__ == "__main__":
    sys.exit(main())
