"""The page of the bots' strength: only whole pairings, resumed deck by deck, between marks."""

import os
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from bench import bots_page
from bench.bots_page import BEGIN, END, PAGE, Kept, Pairing, bots_state, pairings, table, written
from bench.report import machine
from core.bots import levels
from core.bots.search import TEMPERS
from core.game import check_seats
from core.games import GAMES
from kozyr_kits.arena.duplicate import play_deck

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
    assert result.best.name == "medium"
    assert result.best.a_deal.count == 2
    assert Kept(tmp_path, PAIRING, "later").reports() == []
    assert Kept(tmp_path, PAIRING, "later").result() == result, "until the new ones are whole"
    row = table([(PAIRING, result)])[-1]
    assert row.startswith("| Kozel, 3 | medium to easy | 2 | ")
    assert row.count("|") == table([])[0].count("|")
    assert result.machines == (machine(),)
    assert result.date in row
    assert "not measured" in table([(PAIRING, None)])[-1]


def test_the_last_place_is_told_beside_the_first(tmp_path: Path) -> None:
    pairing = Pairing("kozel", 2, "medium,easy", 1)
    kept = Kept(tmp_path, pairing, "now")
    kept.add(play_deck(pairing.tasks()[0], count().__next__))
    result = kept.result()
    tally = result.best.tally
    assert tally.first + tally.last == tally.matches == 2
    head, _, row = (line.split("|") for line in table([(pairing, result)]))
    for name, times in (("first", tally.first), ("last", tally.last)):
        assert row[head.index(f" {name} ")].startswith(f" {50 * times} % (")


def test_a_change_sets_aside_the_decks_of_the_games_it_concerns_and_no_others(
    tmp_path: Path,
) -> None:
    core, outsider = tmp_path / "core", "../kits/kozyr_kits/arena/outsider.py"
    for name, text in {
        "match.py": "",
        "bots/search.py": "",
        "games/__init__.py": "",
        "games/kozel/bot.py": "from core.bots.search import search",
        "games/joker/bot.py": "from core.tricks.tree import tree_search",
        "games/joker/policy.json": "[]",
        "tricks/tree.py": "",
        outsider: "",
    }.items():
        (core / name).parent.mkdir(parents=True, exist_ok=True)
        (core / name).write_text(text, "utf-8")

    def concerned(changed: str) -> list[str]:
        before = {game: bots_state(game, tmp_path) for game in ("kozel", "joker")}
        with (core / changed).open("a", encoding="utf-8") as file:
            file.write("CHANGED = 1\n")
        return [game for game, state in before.items() if bots_state(game, tmp_path) != state]

    before = bots_state("kozel", tmp_path)
    with (core / "games/kozel/bot.py").open("a", encoding="utf-8") as file:
        file.write('  # worded otherwise\n"""And a docstring."""\n')
    assert bots_state("kozel", tmp_path) == before
    assert concerned("games/kozel/bot.py") == ["kozel"]
    assert concerned("games/joker/policy.json") == ["joker"]
    assert concerned("tricks/tree.py") == ["joker"]
    for shared in ("match.py", "bots/search.py", "games/__init__.py", outsider):
        assert concerned(shared) == ["kozel", "joker"]


def test_the_interpreter_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert machine().startswith(("Python 3.", "PyPy "))
    monkeypatch.setattr("platform.python_implementation", lambda: "PyPy")
    monkeypatch.setattr("platform.python_version", lambda: "3.11.11")
    pypy = SimpleNamespace(implementation=SimpleNamespace(version=(7, 3, 19)))
    monkeypatch.setattr("bench.report.sys", pypy)
    assert machine().startswith("PyPy 7.3.19 (Python 3.11.11), ")


def test_a_line_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    kept = Kept(tmp_path, PAIRING, "now")
    kept.add(play_deck(PAIRING.tasks()[0], count().__next__))
    file = next(tmp_path.iterdir())
    file.write_text(file.read_text("utf-8") + '{"ahead_match": {"me', "utf-8")
    assert kept.mend() == 1
    assert file.read_text("utf-8").endswith("}\n")
    os.utime(file, (0, 0))
    assert kept.mend() == 1
    assert file.stat().st_mtime == 0, "what is whole keeps the date it was measured on"


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
