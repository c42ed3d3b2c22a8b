"""How long things move, and when nothing does."""

from __future__ import annotations

import pytest

from core.game import Event
from tests.support.hand_timers import HandTimers
from tui.boards import BOARDS
from tui.boards.scene import movements
from tui.table.motion import (
    DEAL_SECONDS,
    MOST_SECONDS,
    PLAY_SECONDS,
    Motion,
    seconds,
    speed,
)
from tui.terminal.notice import Notice

SHOWN = movements(BOARDS["graph_poker"])


@pytest.mark.parametrize(
    ("setting", "environ", "expected"),
    [
        ("auto", {}, 1.0),
        ("auto", {"SSH_CONNECTION": "10.0.0.1 5 10.0.0.2 22"}, 0.0),
        ("auto", {"SSH_TTY": "/dev/pts/3"}, 0.0),
        ("normal", {"SSH_TTY": "/dev/pts/3"}, 1.0),
        ("fast", {}, 0.5),
        ("off", {}, 0.0),
    ],
)
def test_over_ssh_nothing_moves_unless_it_is_wanted(
    setting: str, environ: dict[str, str], expected: float
) -> None:
    assert speed(setting, environ) == expected


def test_what_has_happened_decides_how_long_it_takes() -> None:
    assert seconds([Event("moved", 0, {"move": "play Ah"})], SHOWN) == PLAY_SECONDS
    assert seconds([Event("began")], SHOWN) == DEAL_SECONDS
    assert seconds([], SHOWN) == 0


def test_a_board_may_show_the_end_of_a_deal_piece_by_piece() -> None:
    turning, window = SHOWN["opened"], SHOWN["window"]
    round_end = [Event("moved"), Event("opened"), Event("window"), Event("window")]
    assert seconds(round_end, SHOWN) == turning + 2 * window
    every = [Event("opened"), *[Event("window") for _ in range(30)]]
    assert seconds(every, SHOWN) == MOST_SECONDS
    assert seconds(round_end, movements(BOARDS["kozel"])) == PLAY_SECONDS


def test_a_notice_keeps_the_title_and_puts_it_back_once() -> None:
    written: list[str] = []
    notice = Notice(written.append)
    notice.take_back()
    assert not written
    notice.give("your turn\x1b")
    assert written == ["\a\x1b[22;2t\x1b]2;● your turn - Kozyr\a\x1b]9;Kozyr: your turn\a"]
    notice.give("your turn")
    assert "\x1b[22;2t" not in written[1]
    notice.take_back()
    notice.take_back()
    assert written[2:] == ["\x1b]2;Kozyr\a\x1b[23;2t"]


class TestMotion:
    def test_moves_and_rests_and_then_no_timer_runs(self) -> None:
        told: list[str] = []
        timers = HandTimers()
        motion = Motion(timers, lambda: told.append("drawn"), lambda: told.append("done"))
        motion.begin(60.0, 0.5)
        assert motion.moment == 0
        assert motion.busy
        timers.running[0].run_out()
        assert 0 < motion.moment < 1
        assert motion.finish()
        assert motion.moment == 1
        assert told == ["drawn", "drawn", "done"]
        assert not timers.running
        assert not motion.finish()

    def test_rests_without_moving(self) -> None:
        told: list[str] = []
        timers = HandTimers()
        motion = Motion(timers, lambda: None, lambda: told.append("done"))
        motion.begin(0.0, 0.5)
        assert motion.moment == 1
        (rest,) = timers.running
        assert rest.seconds == 0.5
        rest.run_out()
        assert told == ["done"]
        assert not motion.busy
