"""A match left in the middle, as the player finds it again: home screen, command line, plain."""

import os
import subprocess
from pathlib import Path

import pytest

from net.files.saved import SET_ASIDE, Logs
from net.table.log import LogLine, OpenedLine, move_line
from tests.support.players import KOZYR, own_places
from tests.support.screens import my_turn, opened, pick, read, seen, table_of, until
from tests.support.unfinished_tables import left_table
from tui.__main__ import main
from tui.history.words import called, log_said
from tui.start import StartSolo

ALONE = StartSolo("kozel", 3, "easy", {}, 3)
ENTRY = "continue: Kozel against bots · deal 1"


def hosted(table: str = "0a" * 16, name: str = "Kitchen", deal: int = 3) -> OpenedLine:
    """Another program has left this table in the middle of a match."""
    lines = left_table(table, name)
    dealt: LogLine = {"deck": []}
    files = Logs()
    for line in (*lines, *[dealt, move_line(0, "draw", 1)] * max(1, deal)):
        files.write(table, line)
    files.close()
    assert isinstance(lines[0], OpenedLine)
    return lines[0]


async def test_a_match_alone_that_was_left_is_the_first_thing_offered() -> None:
    async with opened(ALONE) as pilot:
        table = await my_turn(pilot)
        shown = table.session.client.view
        await pilot.press("escape")
        await seen(pilot, "The match is saved")
        await pick(pilot, "leave")
        await seen(pilot, ENTRY)
        await pilot.press("enter")
        table = await my_turn(pilot)
        assert table.session.client.view == shown
        assert isinstance(table.session.start, StartSolo)


async def test_a_match_given_up_is_not_offered() -> None:
    async with opened(ALONE) as pilot:
        await my_turn(pilot)
        await pilot.press("escape")
        await seen(pilot, "give up the match")
        await pick(pilot, "end")
        await until(pilot, lambda: table_of(pilot) is None)
        await seen(pilot, "1  play alone against bots")
    assert Logs().tables() == []


@pytest.mark.parametrize("answer, kept", [("leave", 1), ("end", 0)])
async def test_the_end_of_the_program_asks_the_same(answer: str, kept: int) -> None:
    async with opened(ALONE) as pilot:
        await my_turn(pilot)
        await pilot.press("ctrl+q")
        await seen(pilot, "Leave the match?")
        await pick(pilot, answer)
        await until(pilot, lambda: pilot.app.return_code is not None)
    assert len(Logs().tables()) == kept


@pytest.mark.logs("cannot write the log")
async def test_a_disk_that_cannot_be_written_is_told_of_once_and_the_match_goes_on() -> None:
    """Neither the question on leaving nor the home screen promises that the match is kept."""
    Logs().folder.parent.mkdir(parents=True)
    Logs().folder.write_bytes(b"a file where a folder should be")
    async with opened(ALONE) as pilot:
        await seen(pilot, "this disk cannot be written")
        table = await my_turn(pilot)
        lines = [line.say() for line in table.session.log.lines]
        assert sum("this disk cannot be written" in line for line in lines) == 1
        await pilot.press("escape")
        await seen(pilot, "It cannot be saved")
        assert "the home screen offers" not in read(pilot)
        await pick(pilot, "end")
        await seen(pilot, "1  play alone against bots")


@pytest.mark.usefixtures("russian")
async def test_the_entry_fits_a_small_window_in_russian() -> None:
    hosted()
    async with opened(size=(60, 20), language="ru") as pilot:
        await seen(pilot, "    продолжить: Козёл, Bob · кон 3")
        assert "выход" in read(pilot)


async def test_a_damaged_file_is_told_of_once() -> None:
    table = hosted()
    path = Logs().folder / f"{table.id}.jsonl"
    path.write_bytes(b"{}\n")
    async with opened() as pilot:
        await seen(pilot, "damaged at line 1")
        await seen(pilot, "1  play alone against bots")
    assert [found.name for found in path.parent.iterdir()] == [path.name + SET_ASIDE]
    async with opened() as pilot:
        await seen(pilot, "1  play alone against bots")
        assert "damaged" not in read(pilot)


async def test_a_match_that_cannot_be_played_back_says_why_and_is_set_aside() -> None:
    """Its lines can be read, but the rules forbid one of the moves."""
    hosted()
    async with opened() as pilot:
        await pilot.press("enter")
        await seen(pilot, "damaged at line 4")
        await seen(pilot, "1  play alone against bots")
    assert Logs().tables() == []


def test_matches_are_named_by_table_game_or_id() -> None:
    hosted("0a" * 16, "Kitchen")
    hosted("0b" * 16, "Garden", deal=0)
    tables = Logs().tables()
    assert sorted(map(log_said, tables)) == [
        "continue: Kozel with Bob · deal 1",
        "continue: Kozel with Bob · deal 3",
    ]
    assert [table.opened.name for table in called("kitchen", tables)] == ["Kitchen"]
    assert [table.opened.name for table in called("0b0b", tables)] == ["Garden"]
    assert len(called("KOZEL", tables)) == 2
    assert called("joker", tables) == []


@pytest.mark.parametrize(
    "words, code, said",
    [
        (["solo", "--resume", "--plain"], 1, "there is no unfinished match"),
        (["host", "--resume", "--plain"], 1, "there is no unfinished match"),
        (["solo", "--resume", "--seats", "3"], 2, "--resume continues a match as it is"),
        (["host", "--resume", "--pause", "0"], 2, "--resume continues a match as it is"),
        (["host", "kozel", "--pause", "7"], 2, "the pause is one of 0, 10, 30, 60, wait; got 7"),
        (["host", "kozel", "--pause", "-1"], 2, "pause"),
        (["host", "--resume", "--clock", "30"], 2, "--resume continues a match as it is"),
        (["solo", "kozle", "--resume"], 2, "did you mean 'kozel'?"),
    ],
)
def test_what_cannot_be_gone_on_with_is_said(
    words: list[str], code: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == code
    assert said in capsys.readouterr().err


def test_an_unknown_table_names_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    hosted()
    assert main(["host", "--resume", "Garden", "--plain"]) == 1
    assert "no such match: Garden; there are: Kitchen (Kozel)" in capsys.readouterr().err


def test_plain_mode_tells_once_of_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "state").write_bytes(b"a file where a folder should be")
    said = spoken(tmp_path, "kozel", "--seed", "1", lines="1\n" * 3000)
    assert sum("the match goes on, but cannot be resumed" in line for line in said) == 1
    assert sum("no record of this match" in line for line in said) == 1
    assert any(line.startswith("Place ") for line in said)


def test_a_match_that_another_window_plays_is_not_said_to_be_gone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = Logs()
    for line in left_table():
        files.write("0a" * 16, line)
    assert main(["host", "--resume", "kitchen", "--plain"]) == 1
    assert "this match is being played in another window" in capsys.readouterr().err
    assert main(["solo", "--resume", "--plain"]) == 1
    assert "there is no unfinished match" in capsys.readouterr().err
    files.close()


def test_a_match_of_another_release_is_said_to_be_one(capsys: pytest.CaptureFixture[str]) -> None:
    table = hosted()
    path = Logs().folder / f"{table.id}.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"kozyr_table":4', b'"kozyr_table":5'))
    assert main(["host", "--resume", "--plain"]) == 1
    assert "by another release of Kozyr (version 5" in capsys.readouterr().err
    assert path.exists()


def spoken(places: Path, *words: str, lines: str) -> list[str]:
    """Play alone through a pipe; return the output."""
    done = subprocess.run(
        [*KOZYR, "solo", *words, "--plain"],
        input=lines,
        capture_output=True,
        text=True,
        timeout=50,
        check=True,
        env={**os.environ, **own_places(places)},
    )
    return done.stdout.splitlines()


@pytest.mark.nightly
def test_plain_mode_goes_on_where_its_input_ended(tmp_path: Path) -> None:
    """It plays to the end at once: a file is read as long as there is something to play."""
    spoken(tmp_path, "kozel", "--seed", "1", lines="1\n1\n1\n")
    assert list((tmp_path / "state" / "tables").iterdir())
    again = spoken(tmp_path, "kozel", "--resume", lines="1\n" * 3000)
    assert any(line.startswith("Place 1: ") for line in again)
    assert not list((tmp_path / "state" / "tables").iterdir())
    (record,) = (tmp_path / "state" / "matches").iterdir()
    assert main(["verify", str(record)]) == 0
