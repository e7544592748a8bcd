"""Words: names, labels, rulings, phases and ends, in every language."""

from __future__ import annotations

from service.games.base import LANGUAGES
from service.games.conformance.positions import Positions, Table


def assert_is_text(text: str) -> None:
    """The text is not empty and has no placeholder left."""
    assert text.strip()
    assert "{" not in text, text
    assert "}" not in text, text


class Words(Positions):
    """What players read."""

    def test_every_text_is_there_in_every_language(self) -> None:
        assert self.rulebook.texts.lacking == []

    def test_names_and_options_speak_every_language(self) -> None:
        assert set(self.rulebook.names) == set(LANGUAGES)
        assert all(set(option.texts) == set(LANGUAGES) for option in self.rulebook.options)

    def test_labels_speak_every_language(self, table: Table) -> None:
        book = self.rulebook
        for turn in self.sample(table):
            for seat in book.deciders(turn.state):
                for move in book.legal_moves(turn.state, seat)[:30]:
                    labels = [book.label(turn.state, move, language) for language in LANGUAGES]
                    assert len(set(labels)) > 1, labels
                    for label in labels:
                        assert_is_text(label)

    def test_every_ruling_that_is_cited_has_a_title(self) -> None:
        book = self.rulebook
        cited = {row.ruling for row in book.move_types} | {refusal.ruling for refusal in book.refusal_types}
        for language in LANGUAGES:
            for ruling in cited:
                assert_is_text(book.ruling_title(ruling, language))
