"""A game that is over: bots play it, each a random one, while nobody looks."""

from __future__ import annotations

from tests.browser.visitor import Visitor

PLAYED = """async ([rulebook, length]) => {
  const seats = Array.from({ length }, () => ({ kind: "bot", level: "random" }));
  const options = { method: "POST", headers: { "Content-Type": "application/json" } };
  const answer = await fetch("/v1/games", { ...options, body: JSON.stringify({ rulebook, seats }) });
  return (await answer.json()).game.id;
}"""


def finished_game(visitor: Visitor, rulebook: str, seats: int = 2) -> str:
    """Its id, as soon as it is over; the page is empty again."""
    visitor.enter()
    game: str = visitor.page.evaluate(PLAYED, [rulebook, seats])
    visitor.page.goto(f"{visitor.url}/#game={game}")
    visitor.sees("h2[data-status=finished]")
    visitor.page.goto("about:blank")
    return game
