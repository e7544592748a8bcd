"""The sentence about a finished game, or about a moment of it, that goes with its link."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.conftest import Arrive

SAY = """async ([totals, winners, step, then, turn]) => {
  const { files } = document.documentElement.dataset;
  const { modules } = await import(`${files}/main.js`);
  await import(`${files}/end/after.js`);
  await modules["i18n.js"].loadTexts("after", "end/");
  const points = (list) => ({ seats: list.map((total, index) => ({ seat: index + 1, total })) });
  const shell = {
    name: "Astra", who: (seat) => (seat ? `${seat}` : "the Dreamer"),
    analysis: { turnAt: (at) => (at === step ? turn : null) },
    game: { version: 10, seats: ["Ada", "Bob"].map((name, index) => ({ seat: index + 1, name })),
      result: { winners, ...points(totals) } },
  };
  return modules["end/share/share.js"].momentSentence(shell, step, { now: { score: then && points(then) } });
}"""
"""What is said of a game with these totals and winners, after so many of its ten moves, with these points then."""

TURN = {"seat": 2, "swing": 12.24}
SAID: dict[str, list[Any]] = {
    "Astra: Ada won by 5 points.": [[20, 15], [1], 10, [20, 15], None],
    "Astra: Ada won by 1 point.": [[20, 19], [1], 10, [20, 15], None],
    "Ada was 42 behind, then won by 5.": [[20, 15], [1], 4, [3, 45], None],
    "Ada was 2 ahead, and won by 5.": [[20, 15], [1], 4, [5, 3], None],
    "Ada was level with the best, and won by 5.": [[20, 15], [1], 0, [0, 0], None],
    "One move of Bob: +12.2 expected points.": [[20, 15], [1], 4, [3, 45], TURN],
    "Astra: Ada won.": [[20, 20], [1], 4, [3, 45], None],
    "Astra: Ada and Bob share the victory.": [[20, 20], [1, 2], 4, [3, 45], None],
    "Astra: the Dreamer won.": [[20], [0], 4, [3], None],
    "Astra: Bob won by 3 points.": [[12, 15], [2], 4, None, None],
}


def test_a_moment_is_told_in_one_sentence(arrive: Arrive) -> None:
    ada = arrive()
    ada.enter()
    for said, told in SAID.items():
        assert ada.page.evaluate(SAY, told) == said


@pytest.mark.parametrize("locale", ["fr-FR", "ru-RU", "uk-UA"])
def test_so_it_is_in_every_language(arrive: Arrive, locale: str) -> None:
    """A sentence of its own for each case, and no word of another language in it."""
    ada = arrive(locale=locale)
    ada.enter()
    said = [ada.page.evaluate(SAY, told) for told in SAID.values()]
    assert len(set(said)) == len(said)
    assert not any(word in " ".join(said) for word in ("won", "behind", "share", "{", "}"))
