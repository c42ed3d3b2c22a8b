"""Names and chat that fit everybody's terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def test_a_name_that_looks_like_another_gets_a_number() -> None:
    assert unique_name("\u0410nn", ["Ann"]) == "\u0410nn 2"
    assert unique_name("ANN", ["\u0410\u043fn"]) == "ANN"
