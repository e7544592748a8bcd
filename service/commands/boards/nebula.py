"""Nebula: what is in the clusters, what stars are worth, and everybody's galaxy."""

from __future__ import annotations

from typing import Any

from service.commands.boards.canvas import Canvas
from service.commands.boards.scene import Scene, listed, named

WIDTH, HEIGHT = 66, 22


def _clusters(scene: Scene) -> list[str]:
    clusters = enumerate(scene.view.nebula.clusters, 1)
    return [
        f"Cluster {number}, clock at {cluster.clock}: {listed(star or '-' for star in cluster.cells)}."
        for number, cluster in clusters
    ]


def _sky(scene: Scene) -> list[str]:
    sky = scene.view.nebula
    bag = f"{sky.bag.count} stars in the bag" if "bag" in sky else ""
    return [f"Boosted star: {sky.boosted}. Black marker: {sky.marker} of {sky.marker_last}. {bag}."]


def _race_goals(scene: Scene) -> list[str]:
    goals = named(scene.content.race_goals)
    return [
        f"Race goal {goals[each.goal].name}, {each.upper} or {each.lower} points: {goals[each.goal].text}"
        for each in scene.view.race_goals
    ]


def _values(scene: Scene) -> list[str]:
    content = scene.content
    tracks = named(content.value_board.tracks)
    names = named([*content.stars, *content.galaxy.constellations, *content.advanced_goals])
    return [
        f"{tracks[track.track].name}: {listed(f'{names[each.token].name} {each.cell}' for each in track.tokens)}."
        for track in scene.view.value_board
    ]


def _drawing(scene: Scene, galaxy: Any) -> list[str]:
    board = scene.content.galaxy
    canvas = Canvas(WIDTH, HEIGHT)
    places = {cell.id: (cell.x / board.width, cell.y / board.height) for cell in board.cells}
    for kind in board.links.values():
        for start, end in kind:
            canvas.line(places[start], places[end])
    for cell, place in places.items():
        canvas.word(*place, f"{cell} {galaxy[cell]}" if cell in galaxy else f"[{cell}]")
    return canvas.lines()


def _galaxy(scene: Scene, seat: Any) -> str:
    return f"  Galaxy: {listed(f'{cell} {star}' for cell, star in sorted(seat.galaxy.items()))}."


def _seat(scene: Scene, seat: Any) -> list[str]:
    goals = named(scene.content.personal_goals)
    head = f"{scene.player(seat.seat)}: area {listed(seat.area)}; black stars {seat.black_stars}; score {seat.score}."
    goal = [f"  Personal goal {goals[seat.goal].name}: {goals[seat.goal].text}"] if seat.goal else []
    drawn = _drawing(scene, seat.galaxy) if seat.seat == scene.me and not scene.plain else [_galaxy(scene, seat)]
    return [head, *goal, *drawn]


def draw(scene: Scene) -> list[str]:
    view = scene.view
    phase = scene.content.texts.phase[view.phase]
    seats = [line for seat in view.seats for line in _seat(scene, seat)]
    table = [*_clusters(scene), *_sky(scene), *_race_goals(scene), *_values(scene)]
    return [f"Round {view.round}. {phase}.", *table, *seats]
