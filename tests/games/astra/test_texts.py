"""What players read: sentences of refusals, titles of rulings, words of the content, each in every language."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import fields

from service.games.astra import RULEBOOK
from service.games.astra.content.shown import AstraContent
from service.games.astra.text import TEXTS
from service.games.astra.words import ABILITY_IDS, BOON_TYPES, ELEMENTS, END_REASONS, Phase
from service.games.base import LANGUAGES, tag_of
from service.games.refusals import COMMON
from service.games.texts import placeholders

every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_every_refusal_has_its_own_sentence_with_its_fields(language: str) -> None:
    own = [refusal for refusal in RULEBOOK.refusal_types if refusal not in COMMON]
    sentences = {tag_of(refusal): TEXTS.say(f"refusal.{tag_of(refusal)}", language) for refusal in own}
    assert len(set(sentences.values())) == len(own)
    assert all(sentence.endswith(".") for sentence in sentences.values())
    for refusal in own:
        assert placeholders(sentences[tag_of(refusal)]) == {field.name for field in fields(refusal)}


def test_there_are_no_sentences_for_refusals_that_are_gone() -> None:
    assert set(TEXTS.under("refusal", "en")) == {tag_of(refusal) for refusal in RULEBOOK.refusal_types}


def shown(language: str) -> AstraContent:
    return RULEBOOK.content("classic", language)


@every_language
def test_the_content_has_the_words_for_phases_scores_and_ends(language: str) -> None:
    texts = shown(language).texts
    assert set(texts["phase"]) == set(get_args(Phase))
    assert set(texts["end"]) == set(END_REASONS)
    assert set(texts["element"]) == set(ELEMENTS)
    assert {"fame", "pouch_size", "card_limit", "stardust", "marked_stars", "active_card"} <= set(texts["score"])


@every_language
def test_every_effect_and_every_boon_is_said(language: str) -> None:
    cards = shown(language).constellations
    assert {card.ability.id for card in cards} == set(ABILITY_IDS)
    assert {boon.type for card in cards for boon in card.boons} == set(BOON_TYPES)
    assert all(card.ability.text.endswith(".") for card in cards)
    assert all(str(boon.amount) in boon.text for card in cards for boon in card.boons)


BY_THE_RULES = {
    "en": "by the rules of marking",
    "fr": "selon la règle classique",
    "ru": "по правилам отмечания",
    "uk": "за правилами позначання",
}
DIFFERENT = {"en": "different", "fr": "différentes", "ru": "разных", "uk": "різних"}


@pytest.mark.parametrize("language", BY_THE_RULES)
def test_abilities_that_follow_the_rules_of_marking_on_different_cards_say_so(language: str) -> None:
    texts = TEXTS.under("ability", language)
    for ability in ("mark_three_cards", "mark_two"):
        assert BY_THE_RULES[language] in texts[ability]
        assert DIFFERENT[language] in texts[ability]
    for ability in ("mark_any", "mark_any_and_adjacent"):
        assert BY_THE_RULES[language] not in texts[ability]
