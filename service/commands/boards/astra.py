"""Astra: the constellations of the sky with their marks, and everybody's board."""

from __future__ import annotations

from typing import Any

from service.commands.boards.canvas import Canvas
from service.commands.boards.scene import Scene, listed, named

WIDTH, HEIGHT = 60, 13
PENS = "*ABCDE"
LEGEND = "Stars are numbered; a letter behind the number is the pen (* the dreamer's). <n> start star, (n) grand star."


def _pens(slot: Any) -> dict[int, str]:
    return {star: PENS[mark.seat] for mark in slot.marks for star in mark.stars}


def _star(star: Any, pens: dict[int, str]) -> str:
    text = f"{star.star}{pens.get(star.star, '')}"
    return {"start": f"<{text}>", "grand": f"({text})"}.get(star.kind, text)


def _drawing(card: Any, slot: Any) -> list[str]:
    canvas, pens = Canvas(WIDTH, HEIGHT), _pens(slot)
    places = [(star.x, star.y) for star in card.stars]
    for start, end in card.lines:
        canvas.line(places[start], places[end])
    for star in card.stars:
        canvas.word(star.x, star.y, _star(star, pens))
    return canvas.lines()


def _free(card: Any, slot: Any) -> str:
    marked = _pens(slot)
    return listed(f"{star.star} {star.name or star.bayer}" for star in card.stars if star.star not in marked)


def _marks(scene: Scene, slot: Any) -> list[str]:
    pens = {0: "The dreamer"}
    return [f"  {pens.get(mark.seat) or scene.player(mark.seat)} marked {listed(mark.stars)}." for mark in slot.marks]


def _sky_card(scene: Scene, cards: dict[str, Any], slot: Any) -> list[str]:
    if slot.card is None:
        return ["An empty place in the sky."]
    card = cards[slot.card]
    head = f"{card.name}: {card.element}, {card.fame} fame. {card.ability.text}"
    drawn = [] if scene.plain else _drawing(card, slot)
    lines = f"  Lines: {listed(f'{start}-{end}' for start, end in card.lines)}." if scene.plain else ""
    return [head, *drawn, *([lines] if lines else []), *_marks(scene, slot), f"  Unmarked: {_free(card, slot)}."]


def _player(scene: Scene, cards: dict[str, Any], me: Any) -> str:
    held = f"active {listed(cards[card].name for card in me.active)}"
    tired = f"exhausted {listed(cards[card].name for card in me.exhausted)}"
    return (
        f"{scene.player(me.seat)}: stardust {me.stardust} of {me.pouch}, telescopes {me.telescopes}, fame {me.fame}, "
        f"wisdom {me.wisdom}, card limit {me.card_limit}; {held}; {tired}."
    )


def _boons(scene: Scene, cards: dict[str, Any]) -> list[str]:
    boons = scene.view.boons
    if boons is None:
        return []
    card = cards[boons.card]
    offered = [f"  {number}: {boon.text}" for number, boon in enumerate(card.boons)]
    return [f"Boons of {card.name}, discovered by {scene.player(boons.discoverer)}:", *offered]


def draw(scene: Scene) -> list[str]:
    view, cards = scene.view, named(scene.content.constellations)
    turn = f"Round {view.round}. Sphere: {view.sphere}. Deck: {view.deck.cards} cards."
    end = [f"Last round: {view.last_round}."] if view.last_round else []
    sky = [line for slot in view.sky for line in _sky_card(scene, cards, slot)]
    players = [_player(scene, cards, me) for me in view.players]
    return [turn, *end, *([] if scene.plain else [LEGEND]), *sky, *players, *_boons(scene, cards)]
