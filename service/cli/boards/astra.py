"""Astra: the constellations of the sky with their marks, and the boards of all seats."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from service.cli.boards.canvas import Canvas
from service.cli.boards.scene import Scene, by_id, join

if TYPE_CHECKING:
    from almagest_sdk import astra

    Cards: TypeAlias = dict[str, astra.ConstellationContent]
    AstraScene: TypeAlias = Scene[astra.View, astra.Content]

WIDTH, HEIGHT = 60, 13
PENS = "*ABCDE"
LEGEND = "Stars are numbered; a letter behind the number is the pen (* the dreamer's). <n> start star, (n) grand star."


def _pens(place: astra.SkyPlaceView) -> dict[int, str]:
    return {star: PENS[mark.seat] for mark in place.marks for star in mark.stars}


def _star(star: astra.StarContent, pens: dict[int, str]) -> str:
    text = f"{star.star}{pens.get(star.star, '')}"
    return {"start": f"<{text}>", "grand": f"({text})"}.get(star.kind, text)


def _draw_card(card: astra.ConstellationContent, place: astra.SkyPlaceView) -> list[str]:
    canvas, pens = Canvas(WIDTH, HEIGHT), _pens(place)
    places = [(star.x, star.y) for star in card.stars]
    for start, end in card.lines:
        canvas.line(places[start], places[end])
    for star in card.stars:
        canvas.word(star.x, star.y, _star(star, pens))
    return canvas.lines()


def _free(card: astra.ConstellationContent, place: astra.SkyPlaceView) -> str:
    marked = _pens(place)
    return join(f"{star.star} {star.name or star.bayer}" for star in card.stars if star.star not in marked)


def _marks(scene: AstraScene, place: astra.SkyPlaceView) -> list[str]:
    pens = {0: "The dreamer"}
    return [f"  {pens.get(mark.seat) or scene.player(mark.seat)} marked {join(mark.stars)}." for mark in place.marks]


def _sky_card(scene: AstraScene, cards: Cards, place: astra.SkyPlaceView) -> list[str]:
    if place.card is None:
        return ["An empty place in the sky."]
    card = cards[place.card]
    head = f"{card.name}: {scene.text('element', card.element)}, {card.fame} fame. {card.ability.text}"
    drawn = [] if scene.plain else _draw_card(card, place)
    lines = f"  Lines: {join(f'{start}-{end}' for start, end in card.lines)}." if scene.plain else ""
    return [head, *drawn, *([lines] if lines else []), *_marks(scene, place), f"  Unmarked: {_free(card, place)}."]


def _seat(scene: AstraScene, cards: Cards, seat: astra.SeatView) -> str:
    held = f"active {join(cards[card].name for card in seat.active)}"
    tired = f"exhausted {join(cards[card].name for card in seat.exhausted)}"
    return (
        f"{scene.player(seat.seat)}: stardust {seat.stardust} of {seat.pouch}, telescopes {seat.telescopes}, "
        f"fame {seat.fame}, wisdom {seat.wisdom}, card limit {seat.card_limit}; {held}; {tired}."
    )


def _boons(scene: AstraScene, cards: Cards) -> list[str]:
    boons = scene.view.boons
    if boons is None:
        return []
    card = cards[boons.card]
    offered = [f"  {number}: {boon.text}" for number, boon in enumerate(card.boons)]
    return [f"Boons of {card.name}, discovered by {scene.player(boons.discoverer)}:", *offered]


def draw(scene: AstraScene) -> list[str]:
    view, cards = scene.view, by_id(scene.content.constellations)
    sphere = scene.text("element", view.sphere)
    turn = f"Round {view.round}. {scene.phase}. Sphere: {sphere}. Deck: {view.deck.cards} cards."
    end = [f"Last round: {view.last_round}."] if view.last_round else []
    sky = [line for place in view.sky for line in _sky_card(scene, cards, place)]
    seats = [_seat(scene, cards, seat) for seat in view.seats]
    return [turn, *end, *([] if scene.plain else [LEGEND]), *sky, *seats, *_boons(scene, cards)]
