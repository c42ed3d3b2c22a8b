"""The page of the bots' strength: whole pairings only, resumed deck by deck, between marks."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from bench import bots_page
from bench.bots_page import BEGIN, END, PAGE, Kept, Pairing, pairings, table, written
from core.arena.duplicate import play_deck
from core.bots import levels
from core.bots.temper import TEMPERS
from core.game import check_seats
from core.games import GAMES

PAIRING = Pairing("kozel", 3, "medium,easy", 2)


def test_every_pairing_of_the_list_can_be_played() -> None:
    listed = pairings((bots_page.ROOT / "bench" / "bots.toml").read_text("utf-8"))
    assert len(set(listed)) == len(listed)
    for pairing in listed:
        check_seats(pairing.game, GAMES[pairing.game].SEATS, pairing.players)
        for name in pairing.sitting:
            level, _, temper = name.partition(":")
            assert level == "outsider" or level in levels(pairing.game)
            assert temper.isdecimal() or temper in ("", *TEMPERS)


def test_what_was_played_is_read_again_and_told_when_it_is_whole(tmp_path: Path) -> None:
    kept = Kept(tmp_path, PAIRING, "now")
    played = [play_deck(task, count().__next__) for task in PAIRING.tasks()]
    kept.add(played[0])
    assert kept.result() is None, "one deck of two"
    kept.add(played[1])
    assert kept.reports() == played
    result = kept.result()
    assert result is not None
    assert result.best.name == "medium"
    assert result.best.a_deal.count == 2
    assert Kept(tmp_path, PAIRING, "later").reports() == []
    assert Kept(tmp_path, PAIRING, "later").result() == result, "until the new ones are whole"
    row = table([(PAIRING, result)])[-1]
    assert row.startswith("| Kozel, 3 | medium to easy | 2 | ")
    assert result.date in row
    assert "not measured" in table([(PAIRING, None)])[-1]


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path, PAIRING, "now")
    kept.add(play_deck(PAIRING.tasks()[0], count().__next__))
    file = next(tmp_path.iterdir())
    file.write_text(file.read_text("utf-8") + '{"ahead_match": {"me', "utf-8")
    assert kept.mend() == 1
    assert file.read_text("utf-8").endswith("}\n")


def test_only_what_is_between_the_marks_changes() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert written(page, ["new"]) == f"before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"
    with pytest.raises(ValueError, match="lacks the line"):
        written("no marks", [])
    assert written(PAGE.read_text("utf-8"), ["new"]), "our own page has them"


def test_a_trial_does_not_touch_our_page(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bots_page.main(["--decks", "1"])
    assert "say with --page" in capsys.readouterr().err
