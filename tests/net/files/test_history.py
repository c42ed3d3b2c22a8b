"""The records of a folder as a list: from their first and last lines, whatever the files hold."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from core.games import GAMES
from core.records import BrokenRecordError
from core.records.record import verify
from net.files.history import (
    TAIL_BYTES,
    StillGoingOnError,
    careers_of,
    counted_once,
    find_record,
    load_replay,
    outcome,
    outcomes_of,
    past_match,
    past_matches,
    people,
    record_paths,
)
from net.files.saved import Logs
from net.files.store import Records
from net.host.factory import new_table
from tests.support.past_matches import career_name, kept, played, still_played
from tests.support.unfinished_tables import left_table


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path))
    return tmp_path / "matches"


def test_without_a_folder_there_are_no_matches(folder: Path) -> None:
    assert list(past_matches()) == []
    assert find_record("kozel", (1, 2), (1, 2)) is None


def test_matches_are_listed_newest_first_with_their_results(folder: Path) -> None:
    old, new = played("kozel", 1), played("joker", 2)
    kept(folder, old, "2026-11-20-190000")
    kept(folder, new, "2026-11-21-080000")
    (folder / "notes.txt").write_text("not a record")
    first, second = past_matches()
    assert (first.game, second.game) == ("joker", "kozel")
    result = old.lines[-1]["result"]
    assert list(second.totals) == result["totals"]
    assert list(second.places) == result["places"]
    assert list(second.goats) == result["goats"]
    assert second.finished
    assert second.begun.isoformat() == "2026-11-20T19:00:00"
    assert (second.players, second.options) == (old.players, old.options)


def test_a_match_that_was_broken_off_has_the_last_totals_and_no_places(folder: Path) -> None:
    match = played("joker", 1, moves=300)
    scored = [line["totals"] for line in match.lines if "totals" in line]
    path = kept(folder, match, "2026-11-20-190000")
    with path.open("a") as file:
        file.write('{"seat":0,"mo')
    past = past_match(path)
    assert not past.finished
    assert past.fault is None
    assert list(past.totals) == scored[-1]


def test_a_match_before_its_first_points_has_no_totals(folder: Path) -> None:
    past = past_match(kept(folder, played("kozel", 1, moves=2), "2026-11-20-190000"))
    assert (past.totals, past.places) == ((), ())


def test_only_the_ends_of_a_long_file_are_read(folder: Path) -> None:
    match = played("joker", 1)
    path = kept(folder, match, "2026-11-20-190000")
    lines = path.read_bytes().split(b"\n")
    assert len(path.read_bytes()) > 2 * TAIL_BYTES
    lines[20] = b"\xff damaged in the middle"
    path.write_bytes(b"\n".join(lines))
    assert past_match(path).finished


DAMAGED = {
    "empty": b"",
    "no json": b"\x00\xff\xfe",
    "a list": b"[1, 2]\n",
    "another version": b'{"kozyr":99,"game":"kozel"}\n',
    "another game": b'{"kozyr":1,"game":"whist","options":{},"seats":[]}\n',
    "no seats": b'{"kozyr":1,"game":"kozel","options":{},"seats":7}\n',
    "no line end": b'{"kozyr":1' + b" " * (1 << 17),
    "very deep": b'{"kozyr":' + b"[" * 200 + b"]" * 200 + b"}\n",
}


@pytest.mark.parametrize("data", DAMAGED.values(), ids=DAMAGED)
def test_a_damaged_file_is_listed_with_what_is_wrong(folder: Path, data: bytes) -> None:
    kept(folder, played("kozel"), "2026-11-20-190000")
    (folder / "2026-11-21-000000-kozel-x-1.jsonl").write_bytes(data)
    damaged, whole = past_matches()
    assert damaged.fault is not None
    assert not damaged.finished
    assert whole.fault is None
    with pytest.raises(BrokenRecordError):
        load_replay(damaged.path)


def test_what_cannot_be_read_is_listed_as_such(folder: Path) -> None:
    (folder / "2026-11-20-190000-kozel-x-1.jsonl").mkdir(parents=True)
    (past,) = past_matches()
    assert past.fault.line == 0


def test_a_result_that_does_not_fit_the_seats_is_none(folder: Path) -> None:
    path = kept(folder, played("kozel"), "2026-11-20-190000")
    lines = path.read_text().split("\n")[:-2]
    path.write_text("\n".join([*lines, '{"result":{"totals":[1],"places":["x"]}}', ""]))
    assert not past_match(path).finished


def test_a_file_of_another_name_is_dated_by_its_last_change(folder: Path) -> None:
    path = kept(folder, played("kozel"), "2026-11-20-190000").rename(folder / "mine.jsonl")
    os.utime(path, (0, 0))
    assert past_match(path).begun.year in (1969, 1970)
    assert record_paths() == [path]


def test_the_record_of_the_match_that_has_just_ended_is_found(folder: Path) -> None:
    match = played("kozel", 3)
    kept(folder, played("kozel", 1), "2026-11-21-190000")
    path = kept(folder, match, "2026-11-20-190000")
    result = match.lines[-1]["result"]
    assert find_record("kozel", result["totals"], result["places"]) == path
    assert find_record("joker", result["totals"], result["places"]) is None


def test_half_a_line_at_the_end_does_not_spoil_a_replay(folder: Path) -> None:
    match = played("kozel", 1, moves=9)
    path = kept(folder, match, "2026-11-20-190000")
    with path.open("a") as file:
        file.write('{"seat":0,"mo')
    replay = load_replay(path)
    assert replay.fault is None
    assert replay.last == 9


def test_a_last_line_without_its_end_counts_if_it_is_whole(folder: Path) -> None:
    path = kept(folder, played("kozel", 1), "2026-11-20-190000")
    path.write_text(path.read_text().rstrip("\n"))
    assert load_replay(path).result is not None


def test_matches_add_up_for_whoever_sat_there(folder: Path) -> None:
    kept(folder, played("joker", 1), "2026-11-20-190000")
    kept(folder, played("kozel", 2, names=("Anna", "Bob")), "2026-11-21-190000")
    kept(folder, played("kozel", 3, moves=4), "2026-11-22-190000")
    matches = list(past_matches())
    assert people(matches) == {"Ann": 2, "Anna": 1, "Bob": 1}
    alone = careers_of(matches, ("ann",))
    assert (alone[career_name("joker")].matches, alone[career_name("kozel")].unfinished) == (1, 1)
    assert alone[career_name("joker")].bid_deals == 16
    both = careers_of(matches, ("Ann", "Anna"))
    assert list(both) == [career_name("kozel"), career_name("joker")]
    assert (both[career_name("kozel")].matches, both[career_name("kozel")].unfinished) == (1, 1)
    assert careers_of(matches, ("Rook",)) == {}


def test_a_record_that_has_gone_meanwhile_still_counts_by_its_result(folder: Path) -> None:
    path = kept(folder, played("joker", 1), "2026-11-20-190000")
    past = past_match(path)
    path.unlink()
    found = outcome(past, ("Ann",))
    assert found.places
    assert found.bids == ()


def marked(path: Path, **marks: Any) -> Path:
    first, rest = path.read_text("utf-8").split("\n", 1)
    path.write_text(json.dumps({**json.loads(first), **marks}) + "\n" + rest, "utf-8")
    return path


def test_a_match_with_moves_taken_back_is_listed_and_verified_but_counts_for_nothing(
    folder: Path,
) -> None:
    path = marked(kept(folder, played("kozel"), "2026-11-20-190000"), taken_back=2)
    (past,) = past_matches()
    assert past.taken_back == 2
    assert past.finished
    assert outcomes_of([past], ("Ann",)) == []
    assert careers_of([past], ("Ann",)) == {}
    assert verify(GAMES, path.read_text("utf-8").splitlines()) is None


def test_a_match_that_has_gone_on_as_branches_counts_once_as_the_one_that_came_to_its_end(
    folder: Path,
) -> None:
    proof = {"chains": [{"commitment": "ab" * 32}]}
    one = {"table": "1" * 32, "deal": 2, "host": "Bob"}
    left = kept(folder, played("kozel", moves=9), "2026-11-20-190000")
    behind = kept(folder, played("kozel", moves=20), "2026-11-20-200000")
    ended = kept(folder, played("kozel"), "2026-11-20-193000")
    marked(left, deal_proof=proof)
    marked(behind, deal_proof=proof, branch=one)
    marked(ended, deal_proof=proof, branch=one)
    other = marked(kept(folder, played("kozel"), "2026-11-21-190000"), deal_proof=None)
    again = marked(kept(folder, played("kozel"), "2026-11-22-190000"), deal_proof=None)
    found = [past.path for past in counted_once(past_matches())]
    assert found == [again, other, ended]
    ended.unlink()
    assert [past.path for past in counted_once(past_matches())] == [again, other, behind]


def test_the_mark_of_a_host_or_of_a_match_of_several_people_counts_for_nothing(
    folder: Path,
) -> None:
    path = kept(folder, played("kozel", names=("Ann", "Bob")), "2026-11-20-190000")
    assert past_match(marked(path, taken_back=2)).taken_back == 0
    path = kept(folder, played("kozel"), "2026-11-21-190000")
    guest = {"seat": 0, "name": "Ann"}
    assert past_match(marked(path, taken_back=2, kept_for=guest)).taken_back == 0
    for nonsense in (-1, "2", True, None):
        path = kept(folder, played("kozel"), "2026-11-21-190000")
        assert past_match(marked(path, taken_back=nonsense)).taken_back == 0


def test_a_match_still_going_on_is_listed_but_nobody_looks_into_it(folder: Path) -> None:
    path = kept(folder, played("kozel", 1, moves=9), "2026-11-20-190000")
    still_played(folder.parent, path)
    (past,) = past_matches()
    assert past.going_on
    assert not past.finished
    with pytest.raises(StillGoingOnError):
        load_replay(path)
    assert careers_of([past], ("Ann",)) == {}, "neither finished nor left"


def test_what_a_table_has_played_to_its_end_can_be_watched_while_it_plays_on(folder: Path) -> None:
    path = kept(folder, played("kozel"), "2026-11-20-190000")
    still_played(folder.parent, path)
    assert not past_match(path).going_on
    assert load_replay(path).result is not None


def test_a_match_that_was_given_up_can_be_watched(folder: Path) -> None:
    path = kept(folder, played("kozel", 1, moves=9), "2026-11-20-190000")
    still_played(folder.parent, path.with_name("2026-11-20-190000-kozel-123456-1.jsonl"))
    assert not past_match(path).going_on
    assert load_replay(path).last == 9


def test_a_solo_match_is_going_on_from_its_first_deal_until_it_is_given_up(folder: Path) -> None:
    """The names of the two files agree as the program itself gives them."""
    table = new_table("Ann", GAMES["kozel"], GAMES["kozel"].Options(), 2)
    records, tables = Records(folder), Logs(folder.parent / "tables")
    lines = tuple(played("kozel", 1, moves=2).lines)
    records.write(table.id, 1, "", lines)
    for line in left_table(table.id):
        tables.write(table.id, line)
    assert [past.going_on for past in past_matches()] == [True]
    tables.remove(table.id)
    assert [past.going_on for past in past_matches()] == [False]
    tables.close()


@pytest.mark.parametrize(
    "result",
    [
        {"totals": [1, 2, 3, 10**400], "places": [1, 2, 3, 4]},
        {"totals": [1, 2, 3, 4], "places": [0, -2, 3, 99]},
        {"totals": [1, 2, 3, 4], "places": [2, 2, 3, 4]},
    ],
)
def test_an_impossible_result_is_none(folder: Path, result: dict[str, list[int]]) -> None:
    path = kept(folder, played("kozel"), "2026-11-20-190000")
    lines = path.read_text().split("\n")[:-2]
    path.write_text("\n".join([*lines, json.dumps({"result": result}), ""]))
    past = past_match(path)
    assert not past.finished
    assert careers_of([past], ("Ann",))[career_name("kozel")].unfinished == 1


def test_a_folder_that_cannot_be_read_is_not_taken_for_an_empty_one(folder: Path) -> None:
    folder.parent.mkdir(exist_ok=True)
    folder.write_text("no folder")
    with pytest.raises(NotADirectoryError):
        past_matches()
    assert find_record("kozel", (), ()) is None


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_in_the_folder_keeps_nobody_waiting(folder: Path) -> None:
    path = kept(folder, played("kozel"), "2026-11-20-190000")
    os.mkfifo(folder / "2026-11-21-190000-kozel-x-1.jsonl")
    assert record_paths() == [path]


def test_names_of_a_foreign_record_can_be_shown_and_told_apart(folder: Path) -> None:
    names = ("\x1b[31mAnn", "Ann", "x" * 300, "漢字")
    path = kept(folder, played("kozel", names=names), "2026-11-20-190000")
    shown = ["[31mAnn", "Ann", "x" * 24, "Player"]
    assert [player.name for player in past_match(path).players] == shown
    assert [player.name for player in load_replay(path).players] == shown
