"""Names and chat that fit every reader's terminal."""

import pytest
from hypothesis import given, strategies as st

from net.wire.bounds import MAX_NAME, MAX_SEATS
from net.wire.names import BOT_NAMES, clean_name, clean_text, readable_name, unique_name


@pytest.mark.parametrize(
    "given_name, clean",
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("Анна Ивановна", "Анна Ивановна"),
        ("ანა", "ანა"),
        ("\x1b[31mred", "[31mred"),
        ("evil\u202etxt", "eviltxt"),
        ("heart\u2665\ufe0f", "heart♥"),
        ("emoji\U0001f600", "emoji"),
        ("Ann \U0001f600 Lee", "Ann Lee"),
        ("日本", "Player"),
        ("z\u0300\u0301\u0302algo", "zalgo"),
        ("e\u0301mile", "émile"),
        ("\u200b", "Player"),
        ("", "Player"),
        ("x" * 40, "x" * MAX_NAME),
    ],
)
def test_names_are_cleaned(given_name: str, clean: str) -> None:
    assert clean_name(given_name) == clean


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\x1b", "日本"])
def test_of_some_names_nothing_can_be_read(name: str) -> None:
    assert readable_name(name) == ""


@given(st.text(), st.lists(st.text(), max_size=4))
def test_a_name_is_printable_short_and_unique(name: str, others: list[str]) -> None:
    taken = [clean_name(other) for other in others]
    unique = unique_name(name, taken)
    assert 1 <= len(unique) <= MAX_NAME
    assert unique.isprintable()
    assert unique.casefold() not in {other.casefold() for other in taken}
    assert clean_name(unique) == unique


def test_chat_keeps_wide_letters_but_no_controls() -> None:
    assert clean_text("日本\x07 ok\r\n") == "日本 ok"
    assert clean_text("\u200b \ufe0f") == ""


def test_there_is_a_name_for_every_bot() -> None:
    assert len({*BOT_NAMES}) >= MAX_SEATS
    assert all(clean_name(name) == name for name in BOT_NAMES)


@pytest.mark.parametrize(
    "name, left",
    [
        ("\u2800\uffa0\u3164", "Player"),
        ("An\u2800n", "Ann"),
        ("\u05d0\u05d1 Ann \u0627\u0661", "Ann"),
        ("\U0001f1e9\U0001f1ea Ann", "Ann"),
    ],
)
def test_nothing_invisible_turned_round_or_two_cells_wide_is_left_in_a_name(
    name: str, left: str
) -> None:
    assert clean_name(name) == left


@pytest.mark.parametrize(
    "name, taken",
    [
        ("\u0410nn", "Ann"),
        ("Ann", "\u0410nn"),
        ("\U0001d400nn", "Ann"),
        ("\U0001d4d0\U0001d4f7\U0001d4f7", "Ann"),
        ("\uff21nn", "Ann"),
        ("\ufb01ona", "Fiona"),
        ("\u13aann", "Ann"),
        ("A\u0578n", "Ann"),
        ("lvan", "Ivan"),
        ("1van", "IVAN"),
        ("\u0406v\u0430n", "Ivan"),
        ("B0b", "bob"),
        ("\u0421\u0430r\u0430", "Cara"),
        ("Ann\u20282", "Ann 2"),
        ("Mar\u043a", "Mark"),
        ("\u0422\u043e\u043c", "Tom"),
    ],
)
def test_a_name_that_looks_like_another_gets_a_number(name: str, taken: str) -> None:
    assert unique_name(name, [taken]) == clean_name(name) + " 2"


@pytest.mark.parametrize(
    "name, taken",
    [
        ("ANN", "\u0410\u043fn"),
        ("\u041d\u0438\u043d\u0430", "Hina"),
        ("Ann", "Anna"),
        ("\u0412\u043e\u0432\u0430", "\u0412\u0435\u0440\u0430"),
        ("Mia", "Mila"),
        ("Ali", "All"),
    ],
)
def test_a_name_that_looks_otherwise_stays_as_it_is(name: str, taken: str) -> None:
    assert unique_name(name, [taken]) == name


def test_letters_of_other_fonts_become_plain_ones_and_signs_stay() -> None:
    assert clean_name("\U0001d400nn \uff22 \U0001d7d7") == "Ann B 9"
    assert clean_name("\u2116 5 \u2665 \u00bd") == "\u2116 5 \u2665 \u00bd"
