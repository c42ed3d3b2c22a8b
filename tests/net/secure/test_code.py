"""The code of a table as people type it and as it is written."""

import pytest

from net.secure import code


@pytest.mark.parametrize(
    "typed",
    ["K7QM20", "k7q-m20", " K7Q M2O ", "К7Q-М2О", "k7q.m2o", "k7q—m2о", "Ｋ７ＱＭ２０"],
    ids=["as shown", "small", "spaces", "Cyrillic lookalikes", "dots", "long dash", "wide"],
)
def test_case_separators_and_lookalikes_are_forgiven(typed: str) -> None:
    assert code.parse_code(typed) == "K7QM20"


def test_words_people_choose_are_codes() -> None:
    assert code.parse_code("kitchen") == "K1TCHEN"
    assert code.parse_code("lulu") == "1V1V"


@pytest.mark.parametrize("typed", ["", "abc", "x" * 17, "K7Q M2!", "кошка", "K7QM2\x00"])
def test_what_is_no_code_is_said_in_words(typed: str) -> None:
    with pytest.raises(code.CodeError, match="a code has 4 to 16 Latin letters and digits"):
        code.parse_code(typed)


def test_a_code_is_written_in_two_halves_and_read_again() -> None:
    assert code.code_name("K7QM20") == "K7Q-M20"
    assert code.parse_code(code.code_name("K7QM20")) == "K7QM20"
    assert code.code_name("K1TCHEN") == "K1TCHEN"


def test_a_made_code_has_signs_of_the_alphabet() -> None:
    picked = iter("A1B2C3")
    assert code.new_code(lambda signs: next(picked) if signs == code.ALPHABET else "") == "A1B2C3"
    assert len(code.new_code(lambda signs: signs[0])) == code.LENGTH


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("CLUB77", "CLUB77"),
        (" club 77 ", "CLUB-77"),
        ("K7Q-M2X", "K7Q-M2X"),
        ("abba22", "ABBA22"),
        ("КОТ77", "K0T77"),
        ("1-2-3-4-5-6-7-8-9", "123456789"),
    ],
)
def test_a_code_of_ones_own_is_shown_as_it_was_typed(typed: str, shown: str) -> None:
    assert code.written_code(typed) == shown
    assert code.parse_code(shown) == code.parse_code(typed)


def test_what_is_no_code_is_not_shown_as_one() -> None:
    with pytest.raises(code.CodeError):
        code.written_code("no!")
