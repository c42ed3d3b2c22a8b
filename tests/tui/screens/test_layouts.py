"""A key means the same in every layout, and with Caps Lock."""

import string

import pytest

from tests.support.harness_app import match_with_zoe
from tests.support.screens import read, seen
from tui.widgets.active_screen import LETTERS, meant


@pytest.mark.parametrize(
    ("pressed", "found"),
    [
        *[("s", "s"), ("ы", "s"), ("і", "s"), ("ს", "s")],
        *[
            ("S", "s"),
            ("Ы", "s"),
            ("І", "s"),
            ("შ", "s"),
            ("\N{GEORGIAN MTAVRULI CAPITAL LETTER SAN}", "s"),
        ],
        *[("n", "n"), ("т", "n"), ("N", "N"), ("Т", "N"), ("ნ", "n")],
        *[("ctrl+с", "ctrl+c"), ("ctrl+ც", "ctrl+c"), ("ctrl+c", "ctrl+c")],
        *[("ы!", "ы!"), ("up", "up"), ("5", "5"), ("ж", "ж"), ("Z", "Z"), ("escape", "escape")],
    ],
)
def test_a_letter_means_the_key_that_it_stands_on(pressed: str, found: str) -> None:
    assert meant(pressed, lambda: {"s", "n", "N", "ctrl+c", "up"}) == found


def test_a_letter_that_is_bound_itself_means_itself() -> None:
    assert meant("ы", lambda: {"s", "ы"}) == "ы"


def test_every_layout_has_a_letter_on_every_key() -> None:
    assert set(LETTERS.values()) == set(string.ascii_lowercase)
    assert len([there for there in LETTERS if "а" <= there <= "я"]) == len(string.ascii_lowercase)


async def test_what_is_typed_into_a_line_stays_as_it_was_typed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with match_with_zoe(monkeypatch) as (pilot, _):
        await pilot.press("С", "Ы", "ს", "Q")
        await seen(pilot, "ЫსQ")
        assert "ЫსQ" in read(pilot)
