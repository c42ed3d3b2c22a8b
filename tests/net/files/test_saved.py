"""The folder of unfinished matches: who may read and play them, and the faults of files."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core.games.kozel import rules as kozel
from core.shuffle import SeededDecks
from net.files.saved import MOST_ALONE, Logs, give_up_oldest
from net.files.store import Records
from net.host.bots import Bots
from net.host.factory import new_table
from net.host.runtime import Runtime
from net.table.effects import Append, Finish
from net.table.live import LiveMatch
from net.table.lobby import Lobby
from net.table.log import BackLine, LogError, LogLine, OpenedLine, PortLine, RoomLine, move_line
from net.table.log_contents import players
from tests.support.dealing import DealtMatch
from tests.support.unfinished_tables import checked, left_table

OLD = Path(__file__).parents[1] / "table" / "journals"

IDS = [f"{number:032x}" for number in range(1, 9)]


def begun(table: str = IDS[0], port: int = 4040) -> tuple[LogLine, ...]:
    return left_table(table, port=port)


def room() -> RoomLine:
    opened = begun()[0]
    assert isinstance(opened, OpenedLine)
    return opened.room


def write(files: Logs, *lines: LogLine) -> None:
    for line in lines:
        files.write(IDS[0], line)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tables"


def left(folder: Path, *tables: tuple[LogLine, ...]) -> None:
    """Another program began these matches and has ended."""
    files = Logs(folder)
    for number, (opened, *more) in enumerate(tables):
        assert isinstance(opened, OpenedLine)
        for line in (opened, *more):
            files.write(opened.id, line)
        os.utime(folder / f"{opened.id}.jsonl", (number, number))
    files.close()


def test_a_file_is_for_its_owner_alone(folder: Path) -> None:
    """A reader of the file could see every hand and take every seat."""
    left(folder, begun())
    (path,) = folder.iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_what_is_written_is_there_for_the_next_program(folder: Path) -> None:
    files = Logs(folder)
    lines = (
        *begun(),
        {"deck": ["0-0"]},
        move_line(0, "draw", 1),
        move_line(2, "draw", late=True),
        {"deal": 1, "points": [0, 1, 2]},
        {"deck": ["0-0"]},
        {"deck": ["1-0"]},
        RoomLine(room().seats, 1, "K7QM2X"),
        PortLine(4041),
    )
    write(files, *lines)
    files.close()
    (kept,) = Logs(folder).tables()
    assert kept.lines == lines
    assert (kept.deal, kept.port, kept.room.owner, kept.alone) == (2, 4041, 1, False)
    assert kept.own == room().seats[0]
    assert [seat.name for seat in kept.others] == ["Bob", "Rook"]


def test_the_end_of_a_match_is_the_end_of_its_file(folder: Path) -> None:
    files = Logs(folder)
    write(files, *begun())
    files.remove(IDS[0])
    assert not list(folder.iterdir())
    files.remove(IDS[0])
    write(files, move_line(0, "draw"))
    assert not list(folder.iterdir())


def test_matches_are_listed_the_last_played_first(folder: Path) -> None:
    left(folder, *map(begun, IDS[:3]))
    assert [table.id for table in Logs(folder).tables()] == IDS[2::-1]


def test_a_match_being_played_is_not_offered(folder: Path) -> None:
    """Neither in this program nor in another one."""
    playing = Logs(folder)
    write(playing, *begun())
    assert playing.tables() == playing.in_use() == []
    assert Logs(folder).tables() == []
    assert [table.id for table in Logs(folder).in_use()] == [IDS[0]]
    with pytest.raises(LogError, match="in another window"):
        Logs(folder).take(IDS[0])
    playing.close()
    assert len(playing.tables()) == 1


HOLD = """
import sys
from pathlib import Path
from net.files.saved import Logs
files = Logs(Path(sys.argv[1]))
files.take(sys.argv[2])
print("taken", flush=True)
sys.stdin.read()
"""


def test_what_a_killed_program_held_is_free_again(folder: Path) -> None:
    left(folder, begun())
    command = [sys.executable, "-c", HOLD, str(folder), IDS[0]]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout.readline() == b"taken\n"
        assert Logs(folder).tables() == []
        program.kill()
    files = Logs(folder)
    assert files.take(IDS[0]).id == IDS[0]
    files.close()


def test_whoever_goes_on_writes_after_the_last_whole_line(folder: Path) -> None:
    left(folder, begun())
    path = folder / f"{IDS[0]}.jsonl"
    with path.open("ab") as file:
        file.write(b'{"seat":1,"mo')
    files = Logs(folder)
    files.take(IDS[0])
    for number in (1, 2):
        write(files, move_line(0, "draw", number))
    files.close()
    (kept,) = Logs(folder).tables()
    assert kept.lines == (*begun(), move_line(0, "draw", 1), move_line(0, "draw", 2))


@pytest.mark.parametrize("ways", ["listed", "taken"])
def test_a_damaged_file_is_set_aside_with_a_sentence(folder: Path, ways: str) -> None:
    left(folder, begun())
    path = folder / f"{IDS[0]}.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"seats":[', b'"seats":7,"x":['))
    files = Logs(folder)
    if ways == "listed":
        assert files.tables() == []
    else:
        with pytest.raises(LogError, match="damaged at line 1"):
            files.take(IDS[0])
    (aside,) = files.problems
    assert str(aside.problem) == "it is damaged at line 1"
    assert list(folder.iterdir()) == [aside.path]
    assert Logs(folder).tables() == []


def test_what_was_taken_back_leaves_just_the_moves_that_stay(folder: Path) -> None:
    left(folder, begun())
    files = Logs(folder)
    files.take(IDS[0])
    moves = [move_line(0, "draw", number) for number in (1, 2, 3)]
    second, third = ({"deck": [card]} for card in ("1-0", "1-1"))
    write(files, moves[0], second, moves[1], third, moves[2], {"deal": 3}, BackLine(2))
    files.close()
    (kept,) = Logs(folder).tables()
    assert kept.lines[3:] == (moves[0], second, moves[1], third, BackLine(2))


def test_a_seat_that_the_table_does_not_have_is_found_on_its_line(folder: Path) -> None:
    left(folder, begun())
    files = Logs(folder)
    files.take(IDS[0])
    write(files, move_line(0, "draw", 1), move_line(len(room().seats), "draw", 2))
    files.close()
    files = Logs(folder)
    assert files.tables() == []
    assert str(files.problems[0].problem) == "it is damaged at line 5"


def test_a_file_under_another_name_is_damaged(folder: Path) -> None:
    left(folder, begun())
    (folder / f"{IDS[0]}.jsonl").rename(folder / f"{IDS[1]}.jsonl")
    files = Logs(folder)
    assert files.tables() == []
    assert len(files.problems) == 1


def test_a_file_of_another_release_stays_where_it_is(folder: Path) -> None:
    """Its own release will want it again."""
    left(folder, begun())
    path = folder / f"{IDS[0]}.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"kozyr_table":4', b'"kozyr_table":5'))
    files = Logs(folder)
    assert files.tables() == []
    with pytest.raises(LogError, match="another release"):
        files.take(IDS[0])
    assert list(folder.iterdir()) == [path]
    assert files.problems == []
    assert len(files.others) == 2


def test_a_file_without_a_line_is_of_a_match_that_begins_or_is_over(folder: Path) -> None:
    """Another program may have just opened it: it must not be set aside."""
    folder.mkdir()
    (folder / f"{IDS[0]}.jsonl").write_bytes(b'{"kozyr_ta')
    (folder / f"{IDS[1]}.jsonl").touch()
    files = Logs(folder)
    assert files.tables() == []
    with pytest.raises(LogError, match="no such match"):
        files.take(IDS[1])
    assert files.problems == []
    assert len(list(folder.iterdir())) == 2


def test_a_match_that_is_over_is_not_offered_by_a_file_that_cannot_be_deleted(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = Logs(folder)
    write(files, *begun())

    def refuse(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(PermissionError):
        files.remove(IDS[0])
    files.close()
    assert Logs(folder).tables() == []


def test_a_match_that_is_not_there(folder: Path) -> None:
    assert Logs(folder).tables() == []
    with pytest.raises(LogError, match="no such match"):
        Logs(folder).take(IDS[0])


def test_of_matches_alone_the_last_few_are_kept(folder: Path) -> None:
    """Of matches on the LAN all are kept: other people wait for them."""
    left(folder, *(begun(table, port=0) for table in IDS[:MOST_ALONE]), begun(IDS[6]))
    files = Logs(folder)
    given_up = [table.id for table in give_up_oldest(files)]
    assert given_up == [IDS[0]]
    files.close()
    left(folder, begun(IDS[7], port=0))
    os.utime(folder / f"{IDS[7]}.jsonl", (9, 9))
    kept = [table.id for table in Logs(folder).tables()]
    assert kept == [IDS[7], IDS[6], *IDS[MOST_ALONE - 1 : 0 : -1]]


@pytest.mark.logs("cannot write the log")
def test_a_full_disk_costs_the_file_and_not_the_match(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.write_bytes(b"a file where a folder should be")
    table = new_table("Kitchen", kozel, kozel.Options(), 2)
    live = LiveMatch(kozel_match(0), 1)
    table.log.resume(begun(), live, len(live.match.lines), room(), over=False)
    runtime = Runtime(Lobby("Ann", [table]), Bots(), logs=Logs(folder))
    assert table.log.on
    lines = (begun(table.id)[0], move_line(0, "draw"))
    runtime.carry_out([Append(table.id, line) for line in lines])
    assert caplog.text.count("cannot write the log") == 1
    assert runtime.troubles == ("kept",)
    # A player who leaves now must not hear that the match is put away.
    assert not table.log.on


def kozel_match(moves: int) -> DealtMatch:
    """The match of `begun`, with first legal moves."""
    match = DealtMatch(
        kozel, kozel.Options(), players(room()), SeededDecks(bytes(32), b"\x11" * 16)
    )
    for _ in range(moves):
        seat = kozel.to_act(match.state)[0]
        match.play(seat, kozel.legal(match.state, seat)[0])
    return match


def moves_in(path: Path) -> list[str]:
    """Return the lines of a record except the first one, which also names the release."""
    return path.read_text().splitlines()[1:]


def test_a_match_given_up_for_another_one_leaves_its_record(folder: Path, tmp_path: Path) -> None:
    match = kozel_match(9)
    left(folder, *(begun(table, port=0) for table in IDS[:MOST_ALONE]))
    files = Logs(folder)
    files.take(IDS[0])
    write(files, *match.lines[1:])
    files.close()
    os.utime(folder / f"{IDS[0]}.jsonl", (0, 0))
    records = Records(tmp_path / "matches")
    runtime = Runtime(Lobby("Ann", []), Bots(), records, Logs(folder))
    runtime.keeper.make_room(runtime.keeper.logs)
    (path,) = records.paths()
    assert moves_in(path) == match.text().splitlines()[1:]
    assert not (folder / f"{IDS[0]}.jsonl").exists()


def test_a_record_is_written_whole_over_what_an_earlier_release_left(tmp_path: Path) -> None:
    match = kozel_match(5)
    records = Records(tmp_path)
    path = tmp_path / f"2026-11-20-190000-kozel-{IDS[0][:6]}-1.jsonl"
    path.write_text(match.text()[:-20])
    records.write(IDS[0], 1, "", tuple(match.lines))
    records.write(IDS[0], 2, "2026-11-21T08:30:00", tuple(match.lines))
    assert moves_in(path) == match.text().splitlines()[1:]
    assert records.paths()[0].name == f"2026-11-21-083000-kozel-{IDS[0][:6]}-2.jsonl"
    assert len(list(tmp_path.iterdir())) == 2


def test_the_log_goes_when_the_record_is_there(folder: Path, tmp_path: Path) -> None:
    left(folder, begun())
    files, records = Logs(folder), Records(tmp_path / "matches")
    files.take(IDS[0])
    runtime = Runtime(Lobby("Ann", []), Bots(), records, files)
    match = kozel_match(3)
    runtime.carry_out([Finish(IDS[0], 1, "", tuple(match.lines))])
    assert not list(folder.iterdir())
    assert moves_in(records.paths()[0]) == match.text().splitlines()[1:]


def test_a_journal_of_the_version_before_goes_on_as_one_of_this(folder: Path) -> None:
    folder.mkdir()
    path = folder / f"{IDS[0]}.jsonl"
    old = (
        (OLD / "kozel.journal")
        .read_bytes()
        .replace(b'"id":"table-1"', b'"id":"%s"' % path.stem.encode())
    )
    path.write_bytes(checked(old.splitlines(keepends=True)))
    files = Logs(folder)
    assert [table.id for table in files.tables()] == [IDS[0]]
    before = files.take(IDS[0]).lines
    assert Logs(folder).tables() == []
    write(files, move_line(0, "draw", 1))
    files.close()
    assert path.read_bytes().startswith(b'{"kozyr_table":4,')
    assert list(folder.iterdir()) == [path]
    (kept,) = Logs(folder).tables()
    assert kept.lines == (*before, move_line(0, "draw", 1))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_a_disk_that_fills_up_leaves_no_stale_file(folder: Path) -> None:
    """The match continues without a file; it must not be offered in its state before the disk was
    full.
    """
    files = Logs(folder)
    write(files, *begun())
    files._open[IDS[0]].close()
    files._open[IDS[0]].file = os.fdopen(os.open("/dev/full", os.O_WRONLY), "wb", buffering=0)
    with pytest.raises(OSError, match="No space"):
        write(files, move_line(0, "draw"))
    assert not list(folder.iterdir())
    files.close()
