"""Puzzles of one's own costly decisions: found, answered by the review, none twice too soon."""

from pathlib import Path

import pytest

from core.records.replay import Replay
from core.review.decision import Decision, Worth
from core.review.review import Review
from net.files.folders import state_directory
from net.files.history import load_replay, matches_folder
from net.files.reviews import keep_review, review_path
from tests.support.past_matches import kept, played
from tests.support.screens import opened, pick, read, seen, until
from tui.lessons.lesson import Walk
from tui.lessons.puzzles import (
    PuzzlesScreen,
    Tried,
    find_puzzles,
    keep_tries,
    kept_tries,
    lesson_of,
)
from tui.short_matches import today

DAY = "2026-11-28"


def reviewed(game: str = "kozel", *, when: str = "2026-11-20-190000") -> tuple[Path, Replay]:
    """Keep a match of Ann's with a review that finds her first choice costly."""
    path = kept(matches_folder(), played(game), when)
    replay = load_replay(path)
    review = Review()
    for at in range(replay.last):
        step = replay.steps[at]
        legal = replay.legal(at) if step.seat == 0 else ()
        decision = None
        if len(legal) > 1 and not review.decisions:
            other = next(move for move in legal if move != step.move)
            worths = (Worth(other, 10.0, 1.0), Worth(step.move, -5.0, 1.0))
            deal = replay.deal_of(at)
            decision = Decision(at, deal, 0, step.move, other, 15.0, 1.0, worths)
        review.take(at, decision)
    assert keep_review(path, review)
    return path, replay


def test_a_costly_decision_becomes_a_puzzle_whose_answer_is_that_of_the_review() -> None:
    reviewed()
    (puzzle,), unread = find_puzzles(("Ann",), [], DAY)
    assert not unread
    walk = Walk(lesson_of("kozel", [puzzle], 0, [], lambda: []))
    assert walk.asked
    assert not walk.play(puzzle.decision.move).right
    assert "That is what you did then" in walk.answer.text
    assert walk.play(puzzle.decision.best).right
    assert "was worth more" in walk.answer.text
    assert walk.tries == {0: False}, "the first answer counts"


def test_none_comes_twice_until_it_may_be_forgotten() -> None:
    path, _ = reviewed()
    (puzzle,), _ = find_puzzles(("Ann",), [], DAY)

    def found(day: str, *, solved: bool) -> int:
        tried = Tried(path.name, puzzle.decision.at, day, solved)
        return len(find_puzzles(("Ann",), [tried], DAY)[0])

    assert found("2026-11-27", solved=False) == 0
    assert found("2026-11-21", solved=False) == 1
    assert found("2026-11-21", solved=True) == 0
    assert found("2026-09-20", solved=True) == 1


def test_a_day_has_few_of_them() -> None:
    reviewed()
    done = [Tried("other", at, DAY, solved=True) for at in range(5)]
    assert find_puzzles(("Ann",), done, DAY)[0] == []


@pytest.mark.parametrize("damaged", ["record", "review"])
def test_what_is_damaged_or_of_another_release_is_left_out_and_counted(damaged: str) -> None:
    path, _ = reviewed()
    broken = path if damaged == "record" else review_path(path)
    text = broken.read_text("utf-8")
    new = '{"kozyr_review":1' if damaged == "review" else "{"
    broken.write_text(new + text[len(text) // 2 :], "utf-8")
    assert find_puzzles(("Ann",), [], DAY) == ([], 1)


def test_tries_are_kept_and_a_damaged_file_of_them_counts_as_none() -> None:
    keep_tries([Tried("a", 3, DAY, solved=True)])
    keep_tries([Tried("b", 4, DAY, solved=False)])
    assert [each.record for each in kept_tries()] == ["a", "b"]
    (state_directory() / "puzzles.json").write_text('[["a", 1, "yesterday", true]]')
    assert kept_tries() == []


async def test_puzzles_are_offered_at_home_answered_on_the_board_and_their_share_is_drawn() -> None:
    reviewed()
    async with opened(name="Ann") as pilot:
        await pick(pilot, "puzzles")
        await until(pilot, lambda: isinstance(pilot.app.screen, PuzzlesScreen))
        await seen(pilot, "here?")
        await pilot.press("h", "enter")
        screen = pilot.app.screen
        assert isinstance(screen, PuzzlesScreen)
        await until(pilot, lambda: not screen.walk.asked)
        await pilot.press("enter")
        await seen(pilot, "The curve is")
        assert "100" in read(pilot)
        await pilot.press("enter")
        await until(pilot, kept_tries)
        (tried,) = kept_tries()
        assert (tried.day, tried.solved) == (today(), True)
        await pick(pilot, "puzzles")
        await seen(pilot, "puzzles are answered")


@pytest.mark.usefixtures("russian")
def test_a_puzzle_is_put_in_the_words_of_its_game() -> None:
    reviewed()
    (puzzle,), _ = find_puzzles(("Ann",), [], DAY)
    step = Walk(lesson_of("kozel", [puzzle], 0, [], lambda: [])).step
    assert "кон 1" in step.text
