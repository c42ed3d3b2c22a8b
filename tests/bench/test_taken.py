"""Experts' tricks after a bid are counted from their records, beside those they imagine."""

from pathlib import Path

import pytest

from bench import taken as taken_tricks
from bench.taken import BIDS, MISSES, missed, of_match, weights
from core.game import parse_options
from core.games import GAMES
from core.games.joker.sheet import Options
from kozyr_kits.arena.match import play


def test_what_was_taken_after_each_bid_is_counted_from_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(taken_tricks, "IMAGINED", 2)
    options = parse_options(Options, {"deal_set": "one_pulka"})
    match = play(GAMES["joker"], options, ("easy",) * 4, 3)
    record = tmp_path / "joker.jsonl"
    record.write_text(match.text())
    taken, imagined = of_match(record)
    rows = match.state.sheet
    assert len(rows) == 8
    for bid in range(BIDS):
        for at in range(len(MISSES)):
            boxes = [(int(row[seat]), int(row[4 + seat])) for row in rows for seat in range(4)]
            fits = [box for box in boxes if min(box[0], BIDS - 1) == bid and missed(*box) == at]
            assert taken[bid][at] == len(fits)
        assert sum(imagined[bid]) == pytest.approx(sum(taken[bid]))


def test_weights_are_quotients_in_hundredths_and_rare_misses_weigh_little() -> None:
    taken, imagined = [[0.0, 90.0, 110.0, 1.0, 0.0]], [[0.0, 40.0, 150.0, 10.0, 0.0]]
    assert weights(taken, imagined) == [(100, 200, 75, 55, 100)]
