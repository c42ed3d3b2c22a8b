"""Numbers of a review, as each language writes them."""

import re
from functools import partial
from pathlib import Path

import pytest

from core.games import GAMES
from core.records.replay import walk
from core.review.decision import Decision
from core.review.review import DealLuck
from tests.support.past_matches import played
from tui.language.text import use_language
from tui.language.words import decimal
from tui.review.words import decision_said, share_said, signed
from tui.table.hints import named_alone

SHARE = DealLuck(-12.04, -3.51, 1.22, 4.0, 0.5)
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("code, sign", [("en", "."), ("ru", ",")])
def test_a_language_has_one_decimal_sign(code: str, sign: str) -> None:
    use_language(code)
    said = [share_said(SHARE), signed(-3.51), signed(0.0), signed(2.0), decimal(7.25, 2)]
    other = "." if sign == "," else ","
    assert all(re.search(rf"\d\{sign}\d", each) for each in said)
    assert not [each for each in said if re.search(rf"\d\{other}\d", each)]


@pytest.mark.parametrize(
    ("kept", "told"),
    [((0.481, 0.712), "; the bid is kept in 71%, not 48%"), ((0.48, 0.5), ""), (None, "")],
)
def test_it_is_said_where_the_better_move_keeps_the_bid_more_often(
    kept: tuple[float, float] | None, told: str
) -> None:
    replay = walk(GAMES, played("joker").text().splitlines())
    at = next(
        at
        for at, step in enumerate(replay.steps)
        if step.move.startswith("play ") and len(replay.legal(at)) > 1
    )
    seat, move = replay.steps[at].seat, replay.steps[at].move
    assert seat is not None
    best = next(other for other in replay.legal(at) if other != move)
    said = decision_said(replay, Decision(at, 0, seat, move, best, 24.0, 5.0, (), kept=kept))
    name = partial(named_alone, "joker", replay.view(at, seat))
    assert said == f"{name(move)} cost 24 (±5): {name(best)} was worth more{told}"


@pytest.mark.parametrize(
    ("loss", "error", "told"),
    [
        (67.0, 0.0, "67"),
        (2.0, 0.03, "2.0 (±0.1)"),
        (24.0, 0.3, "24 (±0.3)"),
        (24, 5, "24 (±5)"),
    ],
)
def test_only_an_exact_cost_has_no_error(loss: float, error: float, told: str) -> None:
    replay = walk(GAMES, played("kozel").text().splitlines())
    at = next(at for at, step in enumerate(replay.steps) if step.move.startswith("lay "))
    seat, move = replay.steps[at].seat, replay.steps[at].move
    assert seat is not None
    said = decision_said(replay, Decision(at, 0, seat, move, move, loss, error, ()))
    assert f" cost {told}: " in said


def test_nothing_that_a_player_reads_writes_decimals_by_itself() -> None:
    """`decimal` knows the language; JSON is for programs and keeps the point."""
    wanting = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in (ROOT / "tui").rglob("*.py")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if re.search(r":[+]?\.[1-9]f[}\"]", line) and path.name != "svg.py"
    ]
    assert not wanting
