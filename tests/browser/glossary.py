"""The terms of the printed books, or ours where no book of that language is printed, as beginnings of words.

Page and content of a game both have to use them, and neither may use what stands in `INSTEAD`.
"""

from __future__ import annotations

Words = dict[str, str]


def _term(en: str, fr: str, ru: str, uk: str) -> Words:
    return {"en": en, "fr": fr, "ru": ru, "uk": uk}


TERMS: dict[str, dict[str, Words]] = {
    "astra": {
        "dreamer": _term("dreamer", "rêveur", "мечтател", "мрійник"),
        "dream": _term("dream", "rêve", "мечта", "мрія"),
        "boon": _term("boon", "bonus", "бонус", "бонус"),
        "fame": _term("fame", "renommée", "слав", "слав"),
        "stardust": _term("stardust", "poussières d.étoile", "звёздн\\w+ пыл", "зорян\\w+ пил"),
        "pouch size": _term("pouch size", "capacité de la sacoche", "размер мешочка", "розмір мішечка"),
        "telescope": _term("telescope", "télescope", "телескоп", "телескоп"),
        "wisdom": _term("wisdom", "sagesse", "мудрост", "мудр"),
        "card limit": _term("card limit", "limite de cartes", "лимит карт", "ліміт карт"),
        "ability": _term("abilit", "pouvoir", "способност", "здібн"),
        "mark": _term("mark", "coch", "отмет|отмеч", "познач"),
        "star": _term("star", "étoile", "звезд|звёзд", "зор|зір\\b"),
        "grand star": _term("grand star", "grande étoile", "больш\\w+ звезд", "велик\\w+ зор"),
        "common star": _term("common star", "étoile commune", "обычн\\w+ звезд", "звичайн\\w+ зор"),
        "starting star": _term("starting star", "étoile de départ", "стартовая", "стартова"),
        "active sphere": _term("active sphere", "élément actif", "активн\\w+ сфер", "активн\\w+ сфер"),
        "exhausted": _term("exhausted", "épuisée", "использован", "використан"),
        "Game End": _term("game end", "fin de partie", "карт\\w+ окончания игры", "карт\\w+ кінця гри"),
        "end the turn": _term("end the turn", "terminer le tour", "закончить ход", "завершити хід"),
    },
    "nebula": {
        "star": _term("star", "étoile", "звезд|звёзд", "зірк|зірок"),
        "black star": _term("black star", "étoiles? noire", "чёрн\\w+ звезд|чёрные звёзды", "чорн\\w+ зірк"),
        "boosted": _term("boosted", "renforcée", "ярк\\w+ звезд", "яскрав\\w+ зірк"),
        "bag": _term("bag", "\\bsac\\b", "мешоч", "мішеч"),
        "observation area": _term("observation area", "zone d.observation", "област\\w+ наблюд", "област\\w+ спост"),
        "personal goal": _term("personal goal", "objectif personnel", "личн\\w+ цел", "особист\\w+ ціл"),
        "race goal": _term("race goal", "objectifs? de course", "общ\\w+ цел", "спільн\\w+ ціл"),
        "value board": _term("value board", "plateau de valeur", "планшет\\w* ценности", "планшет\\w* цінності"),
        "value token": _term("value token", "jeton de valeur", "фишк\\w+ ценности", "фішк\\w+ цінності"),
        "galaxy": _term("galaxy", "galaxie", "галактик", "галактик"),
        "chaos": _term("chaos", "chaos", "хаос", "хаос"),
        "clock": _term("clock", "horloge", "часы", "годинник"),
        "cell": _term("cell", "case", "ячейк", "комірк"),
        "cluster": _term("cluster", "amas", "скоплени", "скупченн"),
        "introductory": _term("introductory", "d.initiation", "ознакомительны", "ознайомлювальн"),
    },
    "distant_suns": {
        "sheet": _term("sheet", "feuille", "лист", "лист"),
        "shape": _term("shape", "forme", "фигур", "фігур"),
        "module": _term("module", "module", "модул", "модул"),
        "mission": _term("mission", "mission", "мисси", "місі"),
        "sector": _term("sector", "secteur", "сектор", "сектор"),
        "upgrade": _term("upgrade", "amélioration", "улучшени", "поліпшен"),
        "slot": _term("slot", "emplacement", "ячейк", "комірк"),
        "side": _term("side", "côté", "сторон", "\\bбік|\\bбок"),
        "distant world": _term("distant world", "monde lointain", "далёкий мир", "віддалений світ"),
    },
}

INSTEAD: dict[str, dict[str, tuple[str, ...]]] = {
    "astra": {
        "fr": ("gloire", "bienfait", "bourse", "marqu(?:er|ez|e)\\b", "capacités\\b", "sphère", "pioche"),
        "ru": (
            "дар(?:ы|ов|а|ом)?\\b",
            "кошел",
            "велик\\w+ звезд",
            "стихи",
            "с(?:он|на)\\b",
            "предел",
            "истощ",
            "силы\\b",
        ),
        "uk": ("дар(?:и|ів|у|а)?\\b", "торб", "зір(?:к|ок)", "стихі", "с(?:он|ну)\\b", "межа\\b", "виснаж", "сили\\b"),
    },
    "nebula": {
        "fr": ("plateau des valeurs",),
        "ru": ("меш(?:ок|ка|ке)\\b", "жетон", "усиленн", "гонк", "зон[аыуе]\\b", "табло", "клетк"),
        "uk": (
            "міш(?:ок|ка|ку)\\b",
            "жетон",
            "підсилен",
            "перегон",
            "зон[аиіу]\\b",
            "табло",
            "клітин",
            "зор[яіюе]|зір\\b",
        ),
    },
    "distant_suns": {
        "en": ("star map",),
        "fr": ("carte",),
        "ru": ("карт[аеу]\\b",),
        "uk": ("покращен", "мап[аіу]\\b", "зірк", "зірок", "сторон"),
    },
}

NOWHERE: dict[str, tuple[str, ...]] = {"fr": ("\\bbots?\\b",)}
"""What neither the page nor the service says, whatever the game."""
