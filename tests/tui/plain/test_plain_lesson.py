"""Lessons line by line: played to the end as they ask, and every wrong line answered."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.players import own_places
from tui.language.text import use_language
from tui.language.words import use_words
from tui.lessons import LESSONS
from tui.plain.lesson import PlainLesson

_UNSPOKEN = re.compile(r"[♠♥♦♣★]|\b(?!As trumps)[2-9TJQKA][shdc]\b|\b[0-6]-[0-6]\b")


@pytest.fixture(autouse=True)
def spoken() -> None:
    use_words("spoken")


def begun(game: str) -> tuple[PlainLesson, list[str]]:
    said: list[str] = []
    return PlainLesson(game, "Ann", said.append), said


@pytest.mark.parametrize("code", ["en", "ru"])
@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_is_heard_to_its_end_without_a_sign_of_cards(game: str, code: str) -> None:
    use_language(code)
    lesson, said = begun(game)
    steps = 0
    while not lesson.done:
        walk = lesson.walk
        lesson.typed(walk.step.ask[0] if walk.asked else "")
        steps += 1
        assert steps < 100, "it does not come to an end"
    assert lesson.walk.is_last
    assert not _UNSPOKEN.findall("\n".join(said)), "a card is to be read out, not spelled"


def test_a_move_the_lesson_does_not_want_is_explained() -> None:
    lesson, said = begun("joker")
    lesson.typed("3")
    assert not lesson.walk.answer or not lesson.walk.answer.right
    assert said[-1].startswith("Your turn: bid 0 to 5")
    lesson.typed("2")
    assert any(sentence.startswith("Right! ") for sentence in said)
    assert said[-1] == "Enter continues."


def test_what_the_rules_forbid_is_refused_with_its_paragraph() -> None:
    lesson, said = begun("kozel")
    lesson.typed("lay 2-1 left")
    assert said[-1].startswith("No: ")
    assert "(K-R" in said[-1]


def test_what_is_no_move_and_no_command_is_said_so() -> None:
    lesson, said = begun("kozel")
    lesson.typed("hnad")
    assert "did you mean 'hand'?" in said[-1]
    lesson.typed("dance")
    assert said[-1] == "'dance' is neither a command nor a move. 'help' says what can be typed."


@pytest.mark.parametrize(
    "line, told",
    [
        ("help", "back goes back a step"),
        ("hint", "The lesson asks for: 1 double six."),
        ("hand", "Your hand: "),
        ("moves", "double six"),
        ("score", "Score: Ann 0"),
        ("table", "Market 13."),
        ("sheet", "goat"),
        ("picture", "market"),
        ("", "Your turn: 1 double six."),
    ],
)
def test_a_learner_may_ask(line: str, told: str) -> None:
    lesson, said = begun("kozel")
    before = len(said)
    lesson.typed(line)
    assert told in "\n".join(said[before:])


def test_back_goes_back_a_step_and_quit_leaves() -> None:
    lesson, _ = begun("kozel")
    lesson.typed("1")
    lesson.typed("")
    assert lesson.walk.index == 1
    lesson.typed("back")
    assert lesson.walk.index == 0
    lesson.typed("quit")
    assert lesson.done


def test_a_pipe_that_ends_leaves_cleanly(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tui", "lesson", "joker", "--plain"],
        input="2\n\n",
        capture_output=True,
        text=True,
        timeout=50,
        env=own_places(tmp_path),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Step 2 of " in done.stdout
