"""A past match watched in a real terminal: from the list on the home screen and by its file."""

from pathlib import Path

import pytest

from tests.support.past_matches import kept, played
from tests.support.players import KOZYR, choose, own_places
from tests.support.terminal import Terminal


@pytest.mark.nightly
def test_a_match_is_chosen_watched_and_left_by_keys(tmp_path: Path) -> None:
    env = own_places(tmp_path)
    kept(tmp_path / "state" / "matches", played("kozel"), "2026-11-20-190000")
    with Terminal([*KOZYR, "--name", "Ann"], env=env) as terminal:
        choose(terminal, "past matches")
        terminal.wait_for("2026-11-20 19:00")
        terminal.press("enter")
        terminal.wait_for("seen by Ann")
        terminal.press("right")
        terminal.wait_for(" 1/")
        terminal.press("v")
        terminal.wait_for("seen by Rook")
        terminal.press("space")
        terminal.wait_for("goat")
        terminal.press("escape")
        terminal.wait_for("2026-11-20 19:00")
        terminal.press("q")
        assert terminal.exit_code() == 0
        assert terminal.is_restored()


def test_a_record_opens_from_the_command_line_in_a_small_window(tmp_path: Path) -> None:
    path = kept(tmp_path, played("joker"), "2026-11-20-190000")
    command = [*KOZYR, "replay", str(path), "--seat", "Magpie"]
    with Terminal(command, env=own_places(tmp_path), columns=60, rows=20) as terminal:
        terminal.wait_for("seen by Magpie")
        terminal.resize(160, 48)
        terminal.wait_for("log")
        terminal.press("ctrl+q")
        assert terminal.exit_code() == 0
        assert terminal.is_restored()


def test_a_dumb_terminal_is_told_the_match_line_by_line(tmp_path: Path) -> None:
    path = kept(tmp_path, played("kozel"), "2026-11-20-190000")
    with Terminal([*KOZYR, "replay", str(path)], env=own_places(tmp_path, TERM="dumb")) as terminal:
        terminal.wait_for("'help' says what can be typed")
        terminal.type("deal 2")
        terminal.wait_for("Deal 2, move ")
        terminal.type("all")
        terminal.wait_for("Place 1: ")
        terminal.type("quit")
        assert terminal.exit_code() == 0
