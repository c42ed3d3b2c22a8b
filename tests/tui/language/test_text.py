"""Every text in both languages, plural forms, and templates that come from strangers."""

import re
from functools import cache

import pytest

from core.games import FACTS, GAMES
from net.wire.names import BOT_INITIALS, BOT_NAMES
from tests.support import texts
from tui.language import words
from tui.language.games import speak_of_game
from tui.language.text import (
    PLACEHOLDER,
    catalogue,
    fill,
    locale_language,
    plural_form,
    t,
    tn,
    use_language,
)


def russian_tables() -> dict[str, dict[str, str | list[str]]]:
    return texts.translations("tui")


@cache
def russian_texts() -> dict[str, str | list[str]]:
    """Return the translations of the game alone: packages that this process loads add theirs."""
    tables = russian_tables()
    del tables["with_tiles"]
    return {english: said for table in tables.values() for english, said in table.items()}


def places(template: str) -> set[str]:
    return set(PLACEHOLDER.findall(template))


def test_no_text_is_missing_in_russian() -> None:
    found = {**texts.composed(), **texts.written(), **texts.counted()}
    missing = {text: place for text, place in found.items() if text not in russian_texts()}
    assert not missing, f"tui/texts/ru.toml lacks {len(missing)} texts: {missing}"


def test_places_agree_in_russian() -> None:
    wrong = {}
    for english, russian in russian_texts().items():
        forms = [russian] if isinstance(russian, str) else russian
        for form in forms:
            # A form for one ("берёт кость") may leave the number out.
            extra, lacking = places(form) - places(english), places(english) - places(form) - {"n"}
            if extra or lacking:
                wrong[english] = form
    assert not wrong


def test_what_is_counted_has_three_forms_in_russian_and_nothing_else_has() -> None:
    counted = texts.counted()
    for english, russian in russian_texts().items():
        if english in counted:
            assert not isinstance(russian, str), english
            assert len(russian) == 3, english
        else:
            assert isinstance(russian, str), english


def test_no_text_is_translated_twice() -> None:
    tables = russian_tables()
    del tables["with_tiles"]
    assert all(isinstance(table, dict) for table in tables.values()), "a text before any table"
    found: dict[str, list[str]] = {}
    for name, table in tables.items():
        for english, russian in table.items():
            found.setdefault(english, []).append(f"[{name}] {russian}")
    assert not {english: where for english, where in found.items() if len(where) > 1}


def test_no_two_games_share_a_text_whose_translation_names_pieces() -> None:
    """English says "You are out." of cards and tiles alike; "кости кончились" is said of tiles."""
    pieces = re.compile(r"(?<!\w)(карт|кост|дупл|джокер)", re.IGNORECASE)
    for english, games in texts.of_games().items():
        russian = catalogue("ru").get(english, "")
        forms = [russian] if isinstance(russian, str) else russian
        named = [form for form in forms if pieces.search(form)]
        assert len(games) == 1 or not named or pieces_of(games) == 1, (
            f"{english!r} is said by {', '.join(sorted(games))} and means {named[0]!r} in Russian: "
            "let one of these games say it in other words"
        )


def test_in_games_with_tiles_a_deal_is_called_as_domino_players_do() -> None:
    """«Кон», not «раздача»: in the games' own texts, and in everything said at a table of tiles."""
    tables, own = russian_tables(), russian_tables()["with_tiles"]
    of_cards = re.compile("раздач", re.IGNORECASE)
    of_tiles = {
        english
        for english, games in texts.of_games().items()
        if all(getattr(FACTS[game], "PIECES", "") == "tiles" for game in games)
    }
    said = {
        english: own.get(english, russian)
        for table in (
            "plain",
            "trick_table",
            "domino_poker",
            "domino_poker_rules",
            "kozel",
            "clock",
        )
        for english, russian in tables[table].items()
    }
    said |= {text: catalogue("ru", "tiles")[text] for text in of_tiles if text in catalogue("ru")}
    assert not {text for text, russian in said.items() if of_cards.search(str(russian))}
    for english, russian in own.items():
        usual = catalogue("ru")[english]
        assert russian != usual
        assert isinstance(russian, list) == isinstance(usual, list)
        assert not of_cards.search(str(russian))
        forms = [russian] if isinstance(russian, str) else russian
        assert set.union(*map(places, forms)) == places(english)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("kozel", "кон 3 окончен"),
        ("domino_poker", "кон 3 окончен"),
        ("joker", "раздача 3 окончена"),
    ],
)
def test_the_words_of_a_game_are_used_as_long_as_it_is_spoken_of(game: str, said: str) -> None:
    use_language("ru")
    speak_of_game(game)
    assert t("deal {deal} is over", deal=3) == said
    speak_of_game("")
    assert t("deal {deal} is over", deal=3) == "раздача 3 окончена"


def pieces_of(games: set[str]) -> int:
    """Count the kinds of pieces: cards, tiles."""
    kinds = set()
    for game in games:
        rules = GAMES[game]
        state = rules.new(rules.Options(), rules.SEATS[0])
        kinds.add("-" in rules.due(state)[0])
    return len(kinds)


def test_no_translation_is_left_over() -> None:
    found = {**texts.composed(), **texts.written(), **texts.counted()}
    names = texts.strings()
    assert not [text for text in russian_texts() if text not in found and text not in names]


@pytest.mark.parametrize(
    "n, form",
    [(0, 2), (1, 0), (2, 1), (4, 1), (5, 2), (11, 2), (12, 2), (21, 0), (22, 1), (111, 2), (-1, 0)],
)
def test_russian_plural_forms(n: int, form: int) -> None:
    assert plural_form("ru", n) == form


def test_english_counts_one_and_many() -> None:
    assert [tn("{n} card", "{n} cards", n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


@pytest.mark.usefixtures("russian")
def test_a_text_without_translation_is_said_in_english() -> None:
    assert t("no such text, {name}", name="Ann") == "no such text, Ann"
    assert tn("{n} zebu", "{n} zebus", 2) == "2 zebus"


@pytest.mark.usefixtures("russian")
def test_russian_is_spoken() -> None:
    assert t("it is not your turn") == "сейчас не ваш ход"
    assert [tn("{n} tile", "{n} tiles", n) for n in (1, 3, 5)] == ["1 кость", "3 кости", "5 костей"]


def test_a_hand_is_read_out_suit_by_suit() -> None:
    hand = ["9s", "Kh", "Th", "Xb"]
    assert words.hand_text(hand) == "9♠, K♥, 10♥, the black joker"
    words.use_words("spoken")
    assert words.hand_text(hand) == "spades: nine; hearts: king, ten; black joker"
    assert words.hand_text(["6-4", "2-2"]) == "six-four, double two"
    assert words.hand_text(["5", "2"]) == "5, 2", "pieces of other kinds, such as dice"
    assert words.cards_text(["9s", "Kh"]) == "nine of spades, king of hearts"


@pytest.mark.parametrize(
    "environ, code",
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "ru_UA"}, "ru"),
        ({"LANG": "rup"}, "en"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "ru:en"}, "ru"),
        ({"LANG": "ru_RU.UTF-8", "LANGUAGE": "en_GB:ru"}, "en"),
        ({"LANG": "uk_UA.UTF-8", "LANGUAGE": "uk:ru"}, "ru"),
        ({"LANG": "uk_UA.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LANGUAGE": "tt"}, "ru"),
        ({"LANGUAGE": "ru"}, "en"),
        ({"LANGUAGE": "ru", "LANG": "ru_RU.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANGUAGE": "ru", "LANG": "POSIX"}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environ: dict[str, str], code: str) -> None:
    assert locale_language(environ) == code


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="no such language: tlh; known are: en, ru"):
        use_language("tlh")


@pytest.mark.parametrize("template", ["{", "{x!r}", "{x.__class__}", "{0}", "{x:>999999999}", "}{"])
def test_templates_of_strangers_do_no_harm(template: str) -> None:
    assert len(fill(template, {"x": 1})) < 50


def test_facts_are_not_templates() -> None:
    assert t("{name} passes.", name="{points}") in ("{points} passes.", "{points} пасует.")


def test_cards_have_a_short_name() -> None:
    assert [words.card_name(card) for card in ("Ah", "Ts", "9c")] == ["A♥", "10♠", "9♣"]
    words.use_words("letters")
    assert words.card_name("Ts") == "10s"


def test_cards_and_tiles_are_spoken() -> None:
    words.use_words("spoken")
    assert words.card_name("Ah") == "the ace of hearts"
    assert words.card_name("Xb") == "the black joker"
    assert words.tile_name("6-4") == "six-four"
    assert words.tile_name("0-0") == "double blank"


@pytest.mark.usefixtures("russian")
def test_cards_and_tiles_are_spoken_in_russian() -> None:
    words.use_words("spoken")
    assert words.card_name("Qd") == "дама бубен"
    assert words.card_name("Qd", "plays") == "даму бубен"
    assert words.card_name("Xr", "plays") == "красного джокера"
    assert words.tile_name("6-4") == "шесть-четыре"
    assert words.tile_name("3-3") == "дупль три"


def test_no_card_and_no_tile_stands_where_russian_would_bend_it() -> None:
    """A piece is named by its first or fourth case: "с дупль шесть" is no Russian."""
    bending = re.compile(
        r"\b(с|со|у|от|до|из|без|для|к|ко|о|об|при|над|перед|между|вместо|кроме) "
        r"\{(tile|tiles|card|cards|best|kept|likely|trumps)\}",
        re.IGNORECASE,
    )
    forms = [
        form
        for said in catalogue("ru").values()
        for form in ([said] if isinstance(said, str) else said)
    ]
    numbers = "заказ — от 0 до {cards}"
    bent = [form for form in forms if bending.search(form) and form != numbers]
    assert not bent, (
        f"pieces have a first and a fourth case only: let a colon come before them, in {bent}"
    )


@pytest.mark.usefixtures("russian")
def test_a_refusal_is_worded_with_its_facts_and_paragraph() -> None:
    said = words.refusal("must follow {suit}", {"suit": "hearts"}, "J-R15")
    assert said == "надо класть черву (J-R15)"


def test_a_name_that_would_be_taken_for_a_pronoun_is_quoted() -> None:
    assert words.name_said("You") == '"You"'
    assert words.name_said("вы") == '"вы"'
    assert words.name_said("Youri") == "Youri"
    assert words.name_said("") == ""


@pytest.mark.usefixtures("russian")
def test_bots_have_russian_names_and_people_their_own() -> None:
    assert words.player_said("Rook", "bot:easy") == "Грач"
    assert words.player_said("Rook", "human") == "Rook"
    assert words.player_said("Expert 1", "bot:expert") == "Expert 1"
    assert not [name for name in BOT_NAMES if t(name) == name]
    initials = {name: f"{name[0]}{t(name)[0]}".casefold() for name in BOT_NAMES}
    assert initials == BOT_INITIALS
    use_language("en")
    assert words.player_said("Rook", "bot:easy") == "Rook"
