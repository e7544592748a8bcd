"""Nebula: the clusters, the values of stars, and the galaxies of all seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from service.cli.boards.canvas import Canvas
from service.cli.boards.scene import Scene, by_id, join

if TYPE_CHECKING:
    from almagest_sdk import nebula

    NebulaScene: TypeAlias = Scene[nebula.View, nebula.Content]

WIDTH, HEIGHT = 66, 22


def _stars(scene: NebulaScene, stars: Iterable[str | None]) -> list[str]:
    names = by_id(scene.content.stars)
    return [names[star].name if star else "-" for star in stars]


def _clusters(scene: NebulaScene) -> list[str]:
    return [
        f"Cluster {number}, clock at {cluster.clock}: {join(_stars(scene, cluster.cells))}."
        for number, cluster in enumerate(scene.view.nebula.clusters, 1)
    ]


def _sky(scene: NebulaScene) -> str:
    sky = scene.view.nebula
    (boosted,) = _stars(scene, [sky.boosted])
    return (
        f"Boosted star: {boosted}. Black marker: {sky.marker} of {sky.marker_last}. {sky.bag.count} stars in the bag."
    )


def _race_goals(scene: NebulaScene) -> list[str]:
    goals = by_id(scene.content.race_goals)
    return [
        f"Race goal {goals[each.goal].name}, {each.upper} or {each.lower} points: {goals[each.goal].text}"
        for each in scene.view.race_goals
    ]


def _tokens(scene: NebulaScene) -> dict[str, str]:
    """Names of value tokens by id."""
    content = scene.content
    stars: dict[str, str] = {each.id: each.name for each in content.stars}
    constellations = {each.id: each.name for each in content.galaxy.constellations}
    return {**stars, **constellations, **{each.id: each.name for each in content.advanced_goals}}


def _values(scene: NebulaScene) -> list[str]:
    tracks, tokens = by_id(scene.content.value_board.tracks), _tokens(scene)
    return [
        f"{tracks[track.track].name}: {join(f'{tokens[each.token]} {each.cell}' for each in track.tokens)}."
        for track in scene.view.value_board or ()
    ]


def _draw_galaxy(scene: NebulaScene, galaxy: Mapping[str, str]) -> list[str]:
    board, names = scene.content.galaxy, by_id(scene.content.stars)
    canvas = Canvas(WIDTH, HEIGHT)
    places = {cell.id: (cell.x / board.width, cell.y / board.height) for cell in board.cells}
    for start, end in (*board.links.direct, *board.links.dotted, *board.links.orbital):
        canvas.line(places[start], places[end])
    for cell, place in places.items():
        canvas.word(*place, f"{cell} {names[galaxy[cell]].name}" if cell in galaxy else f"[{cell}]")
    return canvas.lines()


def _galaxy(scene: NebulaScene, galaxy: Mapping[str, str]) -> str:
    names = by_id(scene.content.stars)
    return f"  Galaxy: {join(f'{cell} {names[star].name}' for cell, star in sorted(galaxy.items()))}."


def _goal(scene: NebulaScene, seat: nebula.SeatView) -> list[str]:
    goals = by_id(scene.content.personal_goals)
    offered = [f"  Personal goal to choose, {goals[each].name}: {goals[each].text}" for each in seat.goals_offered]
    return [f"  Personal goal {goals[seat.goal].name}: {goals[seat.goal].text}"] if seat.goal else offered


def _seat(scene: NebulaScene, seat: nebula.SeatView) -> list[str]:
    area = join(_stars(scene, seat.area))
    head = f"{scene.player(seat.seat)}: area {area}; black stars {seat.black_stars}; score {seat.score}."
    is_drawn = seat.seat == scene.me and not scene.plain
    drawn = _draw_galaxy(scene, seat.galaxy) if is_drawn else [_galaxy(scene, seat.galaxy)]
    return [head, *_goal(scene, seat), *drawn]


def draw(scene: NebulaScene) -> list[str]:
    seats = [line for seat in scene.view.seats for line in _seat(scene, seat)]
    table = [*_clusters(scene), _sky(scene), *_race_goals(scene), *_values(scene)]
    return [f"Round {scene.view.round}. {scene.phase}.", *table, *seats]
