"""Setup: bag, clusters, boosted star, goals, value tokens, and the stars of the later seats."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from service.games.nebula.content.pack import PACKS, Pack
from service.games.nebula.rules import bag, refill
from service.games.nebula.stars import COLOURS, EMPTY, NO_STARS, all_stars, plus, spread
from service.games.nebula.state import FRESH_TURN, NOT_YET, RULES, SCHEMA, NebulaState, Phase, SeatState, Sky, Track
from service.games.rng import Rng

RACE_GOALS = 4
ADVANCED_GOALS = 4
OFFERED = 2


def setup(players: int, options: Mapping[str, str], rng: Rng) -> NebulaState:
    pack, full = PACKS.by_name(options["pack"]), options["variant"] == "full"
    sky = fill_sky(pack, players, rng)
    race = rng.permutation(range(len(pack.race)))[:RACE_GOALS]
    advanced = rng.permutation(range(len(pack.advanced)))[:ADVANCED_GOALS] if full else ()
    tracks = value_tracks(pack, rng) if full else ()
    sky, seats = deal(pack, sky, players, rng)
    return NebulaState(
        schema=SCHEMA,
        rules=RULES,
        pack=pack.id,
        pack_hash=pack.hash,
        seed=rng.seed,
        drawn=rng.drawn,
        players=players,
        full=full,
        phase=Phase.GOALS,
        active=1,
        round=1,
        busy=False,
        ending="",
        sky=sky,
        race=race,
        marks=((),) * RACE_GOALS,
        advanced=advanced,
        tracks=tracks,
        seats=seats,
        turn=FRESH_TURN,
    )


def fill_sky(pack: Pack, players: int, rng: Rng) -> Sky:
    """The clusters full, the boosted star drawn, the black marker on its first cell."""
    sky = Sky(
        bag=bytes(rng.permutation(spread(all_stars(players)))),
        box=NO_STARS,
        clusters=(bytes((EMPTY,)) * pack.cluster_cells,) * len(pack.clock_starts),
        clocks=pack.clock_starts,
        boosted=EMPTY,
        marker=0,
    )
    for number in range(len(sky.clusters)):
        sky, _ = refill.fill(sky, number)
    sky, stars = bag.draw(sky, 1)
    return replace(sky, boosted=stars[0])


def value_tracks(pack: Pack, rng: Rng) -> tuple[Track, ...]:
    """N-9: the tokens of a track are stacked on its first cell in a shuffled, public order."""
    sizes = (len(COLOURS), len(pack.board.constellations), ADVANCED_GOALS)
    return tuple(Track(ranking=rng.permutation(range(size)), cells=(0,) * size) for size in sizes)


def deal(pack: Pack, sky: Sky, players: int, rng: Rng) -> tuple[Sky, tuple[SeatState, ...]]:
    """Two personal goals for each seat, and k - 1 stars for seat k."""
    goals = rng.permutation(range(len(pack.personal)))
    seats = []
    for seat in range(1, players + 1):
        sky, stars = bag.draw(sky, seat - 1)
        seats.append(new_seat(goals[OFFERED * (seat - 1) : OFFERED * seat], stars))
    return sky, tuple(seats)


def new_seat(offered: tuple[int, ...], stars: bytes) -> SeatState:
    return SeatState(offered=offered, kept=NOT_YET, area=plus(NO_STARS, stars), stars=(0,) * len(COLOURS), black=0)
