"""The durations of movements, and the cases without any."""

import pytest

from tui.appearance import speed
from tui.boards.scene import STEPS, Motion
from tui.terminal.output import Notice


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
    def test_moves_and_rests_and_then_nothing_is_due(self) -> None:
        motion = Motion()
        motion.begin(2.0, 0.5, now=100.0)
        assert motion.moment == 0
        assert motion.due == 100.0 + 1 / STEPS
        assert not motion.tick(100.01), "too early"
        assert motion.tick(101.0)
        assert motion.moment == 0.5
        assert motion.tick(102.0)
        assert (motion.moment, motion.busy) == (1, True)
        assert motion.due == 102.5
        assert motion.tick(102.5)
        assert not motion.busy

    def test_rests_without_moving(self) -> None:
        motion = Motion()
        motion.begin(0.0, 0.5, now=100.0)
        assert (motion.moment, motion.due) == (1, 100.5)
        motion.tick(100.5)
        assert not motion.busy

    def test_is_finished_at_once(self) -> None:
        motion = Motion()
        motion.begin(2.0, 0.5, now=100.0)
        assert motion.finish()
        assert (motion.moment, motion.busy) == (1, False)
        assert not motion.finish()

    def test_is_over_when_only_a_rest_has_passed_late(self) -> None:
        motion = Motion()
        motion.begin(0.0, 5.0, now=100.0)
        assert motion.tick(105.0)
        assert not motion.busy
        motion.begin(1.0, 5.0, now=200.0)
        assert motion.tick(201.0)
        assert motion.tick(206.0)
        assert not motion.busy
