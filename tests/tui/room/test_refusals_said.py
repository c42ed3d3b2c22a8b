"""Reasons of refusals and ends, in the program's own words or quoted."""

import pytest

from net.client.events import Dismissed, NotSeated, Refusal
from tui.language.text import t, use_language
from tui.room.words import refusal_said

SPOOF = "No deal could be stacked: checked"


@pytest.mark.parametrize(
    "event, said",
    [
        (Dismissed("host", SPOOF, {}), "the host has closed the table"),
        (NotSeated("full", SPOOF, {}), "every seat at this table is taken"),
        (Refusal("fast", SPOOF, "", {}), "not so fast: wait a moment"),
        (Refusal("away", SPOOF, "J-R1", {"name": "Ann"}), "Ann is away"),
        (Dismissed("tea", SPOOF, {}), f"The host says: {SPOOF}"),
        (NotSeated("tea", SPOOF, {}), f"The host says: {SPOOF}"),
        (Refusal("", "{what}", "J-R1", {"what": SPOOF}), f"The host says: {SPOOF}"),
        (Refusal("illegal", "lay {tile}", "K-R1", {"tile": "9-9"}), "lay 9-9 (K-R1)"),
        (Refusal("back", "nothing to take back", "", {}), "nothing to take back"),
    ],
)
def test_only_what_this_program_has_found_out_is_said_in_its_own_words(
    event: Refusal | NotSeated | Dismissed, said: str
) -> None:
    assert refusal_said(event) == said


def test_a_name_in_a_reason_is_no_longer_than_a_name() -> None:
    told = refusal_said(Refusal("away", "", "", {"name": f"{SPOOF}. And now: Ann"}))
    assert told == f"{SPOOF[:24]} is away"


def test_what_a_host_says_is_quoted_in_russian_too() -> None:
    use_language("ru")
    assert refusal_said(Dismissed("tea", SPOOF, {})) == f"Хозяин сообщает: {t(SPOOF)}"
