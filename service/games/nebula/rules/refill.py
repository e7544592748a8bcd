"""Turn IV: clusters that are nearly empty are filled from the bag."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.base import Event, Step
from service.games.nebula.events import ClusterRefilled
from service.games.nebula.rules import bag, game_end
from service.games.nebula.stars import EMPTY, names
from service.games.nebula.state import NebulaState, NebulaStep, Sky

LEFT_TO_REFILL = {2: 2, 3: 1, 4: 1}


def needs_refill(cluster: bytes, players: int) -> bool:
    """N-3: at most one star left, two in a two-player game."""
    return bag.stars_in(cluster) <= LEFT_TO_REFILL[players]


def refill(state: NebulaState) -> NebulaStep:
    """N-19: clusters 1, 2, 3 in order. N-3: a refill that empties the bag stops there."""
    sky, players = state.sky, state.players
    events: list[Event] = []
    for number, cluster in enumerate(sky.clusters):
        if sky.bag and needs_refill(cluster, players):
            sky, filled = fill(sky, number)
            cells = tuple(at + 1 for at in filled)
            stars = names(sky.clusters[number][at] for at in filled)
            events.append(ClusterRefilled(state.active, number + 1, cells, stars))
    if not events:
        return Step(state)
    return Step(replace(state, sky=sky), tuple(events)).then(game_end.at_empty_bag)


def fill(sky: Sky, number: int) -> tuple[Sky, tuple[int, ...]]:
    """The empty cells of a cluster in ascending order, as far as the bag goes; also which ones were filled."""
    cluster = bytearray(sky.clusters[number])
    empty = [cell for cell, star in enumerate(cluster) if star == EMPTY]
    sky, stars = bag.draw(sky, len(empty))
    filled = tuple(empty[: len(stars)])
    for cell, star in zip(filled, stars, strict=True):
        cluster[cell] = star
    clusters = (*sky.clusters[:number], bytes(cluster), *sky.clusters[number + 1 :])
    return replace(sky, clusters=clusters), filled
