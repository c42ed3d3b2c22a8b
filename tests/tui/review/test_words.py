"""Numbers of a review, as each language writes them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.review.luck import DealLuck
from tui.language.text import use_language
from tui.language.words import decimal
from tui.review.words import share_said, signed

SHARE = DealLuck(-12.04, -3.51, 1.22, 4.0, 0.5)
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("code, sign", [("en", "."), ("ru", ",")])
def test_a_language_has_one_decimal_sign(code: str, sign: str) -> None:
    use_language(code)
    said = [share_said(SHARE), signed(-3.51), signed(0.0), signed(2.0), decimal(7.25, 2)]
    other = "." if sign == "," else ","
    assert all(re.search(rf"\d\{sign}\d", each) for each in said)
    assert not [each for each in said if re.search(rf"\d\{other}\d", each)]


def test_nothing_that_a_player_reads_writes_decimals_by_itself() -> None:
    """`decimal` knows the language; JSON is for programs and keeps the point."""
    wanting = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "tui").rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(r":[+]?\.[1-9]f[}\"]", line) and path.name != "svg.py"
    ]
    assert not wanting
