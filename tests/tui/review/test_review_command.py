"""`kozyr review`: its sentences and JSON; reviews that are kept or stopped."""

import json
from importlib.metadata import version
from pathlib import Path

import pytest

import core.review.review
import tui.review.process
from core.records.replay import Replay
from core.review.decision import Decision, judge
from net.files.history import load_replay
from net.files.reviews import keep_review, kept_review, review_path
from tests.support.matches import daily
from tests.support.past_matches import kept, of_release, played, still_played
from tui.__main__ import main

NAMED = ("--name", "Ann", "--lang", "en")


@pytest.fixture
def path(own_places: Path) -> Path:
    return kept(own_places / "state" / "matches", played("kozel"), "2026-11-20-190000")


def said(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(["review", "--playouts", "8", *words, *NAMED]) == code
    captured = capsys.readouterr()
    return captured.out if code in (0, 130) else captured.err


@pytest.mark.usefixtures("path")
def test_the_last_match_is_told_deal_by_deal(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys)
    assert told.startswith("Deal 1: own play ")
    assert "\nAnn: own play " in told
    assert "Rook: own play " in told


def test_bots_of_another_release_are_named(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    of_release(path, version("kozyr"))
    assert "release" not in said(capsys)
    of_release(path, "0.1.0")
    assert "The bots of this match were those of release 0.1.0; " in said(capsys)
    of_release(path, "\x1b[2J")
    assert "The record does not say of which release the bots" in said(capsys)


@pytest.mark.usefixtures("path")
def test_in_russian_a_deal_of_tiles_is_called_as_its_players_call_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["review", "--playouts", "8", "--name", "Ann", "--lang", "ru"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Кон 1: своя игра ")
    assert "решения мастера" in told
    assert "аздач" not in told


def test_a_second_run_shows_what_is_kept(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = said(capsys)

    def never(*_: object) -> None:
        raise AssertionError("judged again")

    monkeypatch.setattr(core.review.review, "judge", never)
    assert said(capsys) == first
    assert review_path(path).stat().st_mode & 0o077 == 0


def test_json_adds_up(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, str(path), "--json"))
    assert found["complete"]
    for deal in found["deals"]:
        for seat in deal["seats"]:
            parts = seat["play"] + seat["others"] + seat["luck"]
            assert parts == pytest.approx(seat["result"], abs=1e-9)
    assert json.loads(said(capsys, str(path), "--json")) == found


def test_a_record_broken_in_the_middle_is_reviewed_up_to_there_and_that_is_said(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join([*lines[:20], '{"broken\n', *lines[21:]]), "utf-8")
    assert main(["review", "--playouts", "8", *NAMED]) == 1
    captured = capsys.readouterr()
    assert captured.out, "what could be followed is told"
    assert "The record cannot be followed further: line 21: " in captured.err
    assert main(["review", "--playouts", "8", "--json", *NAMED]) == 1
    assert not json.loads(capsys.readouterr().out)["complete"]


@pytest.mark.parametrize("damage", daily(["", "{}", "nonsense"], "nonsense"))
def test_a_damaged_review_is_made_again(
    path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first = said(capsys)
    review_path(path).write_text(damage)
    assert kept_review(path, load_replay(path)) is None
    assert said(capsys) == first


@pytest.mark.nightly
def test_a_review_of_another_record_is_made_again(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = kept(path.parent, played("kozel", 2), "2026-11-19-190000")
    said(capsys, str(other))
    review_path(path).write_bytes(review_path(other).read_bytes())
    assert kept_review(path, load_replay(path)) is None
    assert said(capsys).startswith("Deal 1")


def test_ctrl_c_keeps_and_tells_what_was_done(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(replay: Replay, at: int, seed: int, playouts: int) -> Decision | None:
        if at == 40:
            raise KeyboardInterrupt
        return judge(replay, at, seed, playouts)

    monkeypatch.setattr(core.review.review, "judge", stopped)
    assert "Deal 1: own play" in said(capsys, code=130)
    found = kept_review(path, load_replay(path))
    assert found
    assert found.reached == 40
    monkeypatch.setattr(core.review.review, "judge", judge)
    whole = said(capsys, str(path))
    review_path(path).unlink()
    assert said(capsys) == whole


def test_it_is_kept_quietly_where_it_cannot_be(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    review_path(path).mkdir()
    assert main(["review", "--playouts", "8", *NAMED]) == 0
    captured = capsys.readouterr()
    assert "could not be kept" in captured.err
    assert captured.out.startswith("Deal 1")


def test_mistakes_are_said(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nobody called 'Anna' sat there" in said(capsys, "--player", "Anna", code=2)
    assert "nothing.jsonl" in said(capsys, "nothing.jsonl", code=1)
    assert "there are matches 1 to 1" in said(capsys, "7", code=2)


def test_a_match_that_goes_on_is_not_reviewed(
    own_places: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = own_places / "state" / "matches"
    path = kept(folder, played("kozel", 2, moves=5), "2026-11-21-190000")
    still_played(own_places / "state", path)
    assert "still going on" in said(capsys, str(path), code=1)
    assert not review_path(path).exists()
    assert not keep_review(folder / "missing.jsonl", core.review.review.Review())


def test_two_processes_make_the_same_review_as_one(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tui.review.process, "cores", lambda: 1)
    alone = said(capsys, "--json")
    review_path(path).unlink()
    monkeypatch.setattr(tui.review.process, "cores", lambda: 2)
    monkeypatch.setattr(tui.review.process, "WORTH_A_PROCESS", 0)
    monkeypatch.setattr(core.review.review, "judge", None)
    assert said(capsys, "--json") == alone


def test_what_a_process_leaves_undone_is_done_here(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = said(capsys, "--json")
    review_path(path).unlink()
    monkeypatch.setattr(tui.review.process, "cores", lambda: 2)
    monkeypatch.setattr(tui.review.process, "WORTH_A_PROCESS", 0)
    monkeypatch.setattr(tui.review.process, "command", lambda _: ["false"])
    assert said(capsys, "--json") == whole
