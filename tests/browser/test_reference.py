"""The API reference at /docs, in a browser: Swagger UI under our content security policy, and what we add to it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.visitor import Visitor


def _opened(arrive: Arrive) -> Visitor:
    ada = arrive()
    ada.page.goto(f"{ada.url}/docs/")
    ada.at("article.problem").first.wait_for(state="attached")
    return ada


def test_a_problem_leads_to_its_entry_in_the_reference(arrive: Arrive) -> None:
    ada = arrive()
    ada.expect_refusals(404)
    ada.enter()
    problem = ada.measure("fetch('/v1/games/none').then((answer) => answer.json())")
    ada.page.goto(f"{ada.url}{problem['type']}")
    ada.sees("article:target", problem["title"])
    expect(ada.at("article:target")).to_be_in_viewport()
    described = ada.measure("fetch('/openapi.json').then((answer) => answer.json())")
    problems = described["components"]["schemas"]["ProblemCode"]["x-problems"]
    ids = set(ada.measure("[...document.querySelectorAll('article.problem')].map((each) => each.id)"))
    assert ids == {each["id"] for each in problems}
    refusal = next(each for each in problems if each["ruling"])
    entry = ada.at(f"article[id='{refusal['id']}']")
    for part in (str(refusal["status"]), refusal["title"], refusal["detail"], refusal["ruling"]):
        expect(entry).to_contain_text(part)


def test_an_operation_shows_samples_and_is_tried_out_with_a_token(arrive: Arrive) -> None:
    ada = _opened(arrive)
    made = ada.measure(
        """fetch('/v1/games', {method: 'POST', headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({rulebook: 'astra', seats: [{kind: 'human'}, {kind: 'bot'}], visibility: 'private'})})
          .then((answer) => answer.json())"""
    )
    ada.at("button.authorize").first.click()
    seat = ada.at(".auth-container").filter(has_text="seat (http")
    seat.locator("input").fill(made["token"])
    seat.locator("button[type=submit]").click()
    ada.at(".btn-done").first.click()
    ada.at("#operations-games-getGame .opblock-summary").click()
    for part in ("curl", "client.games.watch(game_id", "await client.games.watch(gameId"):
        ada.sees("#operations-games-getGame .samples", part)
    ada.at("#operations-games-getGame tr[data-param-name=game_id] input").fill(made["game"]["id"])
    ada.at("#operations-games-getGame button.execute").click()
    ada.sees("#operations-games-getGame .live-responses-table", made["game"]["id"])


def _operations(ada: Visitor) -> int:
    described = ada.measure("fetch('/openapi.json').then((answer) => answer.json())")
    return sum("operationId" in each for path in described["paths"].values() for each in path.values())


def test_operations_are_searched_and_models_stand_by_rulebook(arrive: Arrive) -> None:
    ada = _opened(arrive)
    ada.at(".operation-filter-input").fill("Preview a move: what it would do")
    expect(ada.at(".opblock:not(.webhooks .opblock)")).to_have_count(1)
    ada.at(".operation-filter-input").fill("")
    expect(ada.at(".opblock:not(.webhooks .opblock)")).to_have_count(_operations(ada))
    for kind in ("views", "events", "moves"):
        ada.sees(f"summary:text-matches('^astra: {kind}')")
    ada.at("summary:text-matches('^astra: moves')").click()
    ada.sees(".models-of[open]", "AstraObserveMove")
