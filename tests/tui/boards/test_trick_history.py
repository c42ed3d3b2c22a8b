"""The finished tricks of a deal beside the table."""

from types import SimpleNamespace

from tui.boards.scene import Focus, Scene
from tui.boards.trick_table import FinishedTrick, paint_history
from tui.drawing.canvas import Canvas
from tui.drawing.look import look_from

LOOK = look_from({})
NAMES = ("Root", "Rook", "Magpie", "Badger")


def drawn(piece: str, faded: bool) -> Canvas:
    canvas = Canvas(3, 1, LOOK.ink, LOOK.panel)
    canvas.put(0, 0, piece.lower() if faded else piece)
    return canvas


def lines(tricks: list[FinishedTrick], height: int) -> list[str]:
    scene = Scene(SimpleNamespace(seats=4, seat=None), NAMES, (), Focus(), LOOK)
    return paint_history(scene, tricks, drawn, 48, height).canvas.lines()


def test_each_trick_shows_who_led_and_who_took_it() -> None:
    shown = lines([FinishedTrick(2, ("AS", "KS", "QS", "JS"), 3)], 6)
    assert [word for word in shown[1].split() if len(word) == 1] == ["R", "O", "M", "B"]
    assert shown[2].split() == ["1", "qs", "js", "›as", "KS", "◀"]


def test_the_newest_tricks_are_shown_where_not_all_have_room() -> None:
    tricks = [FinishedTrick(0, ("AS", "KS", "QS", "JS"), 0)] * 9
    assert [line.split()[0] for line in lines(tricks, 5)[2:]] == ["7", "8", "9"]
