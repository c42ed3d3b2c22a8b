"""The canvas, and the widget that shows one."""

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.theme import Theme

from tui.drawing.canvas import Canvas, Hit, Painting, char_width, cut, text_width
from tui.widgets.canvas import CanvasView, changed_spans, strip_of

INK, GROUND = "#ffffff", "#003322"


def canvas(width: int = 12, height: int = 3) -> Canvas:
    return Canvas(width, height, INK, GROUND)


# --- cells -------------------------------------------------------------------------------------


def test_text_is_cut_off_at_the_edges() -> None:
    c = canvas(5, 1)
    assert c.put(-2, 0, "abcdefghij") == 8
    assert c.put(0, 7, "nowhere") == 7
    assert c.lines() == ["cdefg"]


def test_colours_not_given_stay() -> None:
    c = canvas(2, 1)
    c.put(0, 0, "a", "#ff0000", "#000000", "b")
    c.put(0, 0, "b", "#00ff00")
    assert c.styles[0][0] == ("#00ff00", "#000000", "")


def test_a_canvas_laid_on_another_is_cut_off() -> None:
    c, small = canvas(4, 2), canvas(3, 3)
    for y in range(3):
        small.put(0, y, "xyz")
    c.blit(small, -1, -1)
    c.blit(small, 3, 1)
    c.blit(small, 9, 9)
    assert c.lines() == ["yz", "yz x"]


@pytest.mark.parametrize(
    "char, width",
    [("a", 1), ("♥", 1), ("●", 1), ("漢", 2), ("\u0301", 0), ("\x1b", 0), ("\u202e", 0)],
)
def test_width_of_a_character(char: str, width: int) -> None:
    assert char_width(char) == width


def test_wide_characters_keep_the_columns_right() -> None:
    c = canvas(6, 1)
    assert c.put(0, 0, "漢字ab") == 6
    assert c.lines() == ["漢字ab"]
    c.put(1, 0, "x")
    assert c.lines() == [" x字ab"]
    c.put(2, 0, "y")
    assert c.lines() == [" xy ab"]
    c.put(5, 0, "漢")
    assert c.lines() == [" xy a"]


def test_what_cannot_be_drawn_is_left_out() -> None:
    c = canvas()
    c.put(0, 0, "a\x1b[31m\u200b\u202eb\ufe0f")
    assert c.lines()[0] == "a[31mb"


@pytest.mark.parametrize(
    "text, width, short",
    [("Anna", 4, "Anna"), ("Anna", 3, "An…"), ("漢字漢", 4, "漢…"), ("Anna", 0, "")],
)
def test_a_text_is_shortened(text: str, width: int, short: str) -> None:
    assert cut(text, width) == short
    assert text_width(short) <= width


def test_the_topmost_hit_answers() -> None:
    painting = Painting(canvas(), (Hit(0, 0, 5, 2, ("seat", 1)), Hit(2, 0, 2, 1, ("piece", 7))))
    assert painting.hit(3, 0) == Hit(2, 0, 2, 1, ("piece", 7))
    assert painting.hit(3, 1) == Hit(0, 0, 5, 2, ("seat", 1))
    assert painting.hit(9, 0) is None
    assert Hit(1, 1, 2, 2, ("seat", 0)).moved(3, 4) == Hit(4, 5, 2, 2, ("seat", 0))


# --- strips ------------------------------------------------------------------------------------


def test_a_strip_changes_style_only_where_it_shows() -> None:
    c = canvas(8, 1)
    c.put(0, 0, "ab", "#ff0000")
    c.put(4, 0, "cd", "#ff0000")
    strip = strip_of(c, 0)
    assert strip.cell_length == 8
    assert [segment.text for segment in strip] == ["ab  cd  "]
    c.put(2, 0, "|", "#00ff00")
    c.put(7, 0, "!", "#0000ff", "#000000")
    assert [segment.text for segment in strip_of(c, 0)] == ["ab", "| ", "cd ", "!"]


def test_blanks_before_a_sign_go_with_it() -> None:
    c = canvas(8, 1)
    c.put(3, 0, "|", "#00ff00")
    c.put(6, 0, "u", None, None, "u")
    assert [segment.text for segment in strip_of(c, 0)] == ["   |  ", "u", " "]


def test_only_changed_cells_are_spans() -> None:
    old, new = canvas(40, 3), canvas(40, 3)
    new.put(3, 1, "x")
    new.put(6, 1, "y")
    new.put(30, 1, "z")
    new.styles[2][0] = ("#123456", GROUND, "")
    assert list(changed_spans(old, new)) == [(1, 3, 7), (1, 30, 31), (2, 0, 1)]


def test_a_short_way_in_one_style_is_bridged_and_halves_stay_together() -> None:
    old, new = canvas(40, 2), canvas(40, 2)
    old.put(3, 0, "abcdef")
    new.put(3, 0, "xbcdey")
    old.put(3, 1, "漢")
    new.put(3, 1, "字")
    assert list(changed_spans(old, new)) == [(0, 3, 9), (1, 3, 5)]
    new.put(5, 0, "c", "#ff0000")
    assert list(changed_spans(old, new))[:3] == [(0, 3, 4), (0, 5, 6), (0, 8, 9)]


# --- the widget --------------------------------------------------------------------------------


class Shown(App[None]):
    """One canvas over the whole screen that notes the place of a click."""

    def __init__(self) -> None:
        super().__init__()
        self.mark = 3
        self.painted = 0
        self.clicks = 0
        self.heard: list[object] = []
        self.view = CanvasView(self.paint)

    def compose(self) -> ComposeResult:
        yield self.view

    def paint(self, width: int, height: int) -> Painting:
        self.painted += 1
        c = Canvas(width, height, INK, GROUND)
        c.put(self.mark, 1, "♥", "#ff0000")
        c.put(width - 5, 1, "right")
        return Painting(c, (Hit(2, 1, 4, 2, ("piece", 5)),))

    def on_canvas_view_tapped(self, event: CanvasView.Tapped) -> None:
        assert event.view is self.view
        self.heard.append((event.hit.what, "tapped"))

    def on_click(self) -> None:
        self.clicks += 1

    def on_canvas_view_hovered(self, event: CanvasView.Hovered) -> None:
        self.heard.append(event.hit and event.hit.what)

    def on_canvas_view_dragged(self, event: CanvasView.Dragged) -> None:
        self.heard.append((event.dx, event.dy))

    def on_canvas_view_wheeled(self, event: CanvasView.Wheeled) -> None:
        self.heard.append((event.notch, event.ctrl))

    def seen(self) -> list[str]:
        return ["".join(s.text for s in strip) for strip in self.screen._compositor.render_strips()]


async def test_the_widget_shows_its_canvas_and_follows_a_resize() -> None:
    app = Shown()
    async with app.run_test(size=(30, 4)) as pilot:
        assert app.seen()[1] == "   ♥" + " " * 21 + "right"
        await pilot.resize_terminal(20, 4)
        await pilot.pause()
        assert app.seen()[1] == "   ♥" + " " * 11 + "right"


async def test_what_is_asked_for_often_is_painted_once_and_only_what_changed_is_sent() -> None:
    app = Shown()
    async with app.run_test(size=(60, 4)) as pilot:
        await pilot.pause()
        app.view._exchange_repaint_regions()
        before = app.painted
        for mark in (9, 5, 4):
            app.mark = mark
            app.view.repaint()
        assert app.painted == before
        regions = {region for region in app.view._exchange_repaint_regions() if region}
        assert (app.painted, regions) == (before + 1, {Region(3, 1, 2, 1)})
        app.mark = 7
        app.view.repaint()
        await pilot.pause()
        assert app.seen()[1].startswith("       ♥ ")


async def test_what_is_painted_can_be_asked_for_before_it_is_drawn() -> None:
    app = Shown()
    async with app.run_test(size=(60, 4)) as pilot:
        await pilot.pause()
        app.mark = 6
        app.view.repaint()
        assert app.view.painting.canvas.lines()[1].startswith("      ♥")
        await pilot.pause()
        assert app.seen()[1].startswith("      ♥ ")


async def test_what_changes_while_it_is_not_to_be_seen_is_there_afterwards() -> None:
    app = Shown()
    async with app.run_test(size=(60, 4)) as pilot:
        await pilot.pause()
        app.view.display = False
        await pilot.pause()
        app.mark = 8
        app.view.repaint()
        await pilot.pause()
        app.view.display = True
        await pilot.pause()
        assert app.seen()[1].startswith("        ♥ ")


async def test_a_line_asked_for_before_the_first_size_is_blank() -> None:
    app = Shown()
    async with app.run_test(size=(20, 4)):
        early = CanvasView(app.paint)
        early.repaint()
        assert early.painting is None
        assert early.render_line(0).cell_length == 0


async def test_a_new_theme_paints_anew() -> None:
    app = Shown()
    async with app.run_test(size=(20, 4)) as pilot:
        app.register_theme(Theme("other", primary="#ff0000"))
        before = app.painted
        app.theme = "other"
        await pilot.pause()
        assert app.painted > before


async def test_clicks_and_hovers_name_what_they_hit() -> None:
    app = Shown()
    async with app.run_test(size=(20, 4)) as pilot:
        await pilot.hover(CanvasView, offset=(3, 1))
        await pilot.click(CanvasView, offset=(3, 2))
        await pilot.click(CanvasView, offset=(3, 1), button=3)
        await pilot.hover(CanvasView, offset=(12, 3))
        await pilot.click(CanvasView, offset=(12, 3))
        what = ("piece", 5)
        assert [heard for heard in app.heard if heard != what] == [
            (what, "tapped"),
            (what, "tapped"),
            None,
        ]


async def test_a_drag_is_no_click() -> None:
    app = Shown()
    async with app.run_test(size=(20, 4)) as pilot:
        await pilot.mouse_down(CanvasView, offset=(3, 1))
        for x, dx in ((5, 2), (4, -1)):
            app.view.post_message(events.MouseMove(app.view, x, 1, dx, 0, 1, False, False, False))
        await pilot.pause()
        await pilot.mouse_up(CanvasView, offset=(4, 1))
        await pilot.pause()
        assert (2, 0) in app.heard
        assert (-1, 0) in app.heard
        assert not [h for h in app.heard if isinstance(h, tuple) and h[0] == ("piece", 5)]
        assert app.clicks == 0
        await pilot.click(CanvasView, offset=(12, 3))
        assert app.clicks == 1


async def test_the_wheel_is_told() -> None:
    app = Shown()
    async with app.run_test(size=(20, 4)) as pilot:
        for kind in (events.MouseScrollUp, events.MouseScrollDown):
            app.view.post_message(
                kind(app.view, 3, 1, 0, 0, 0, False, False, kind is events.MouseScrollDown)
            )
        await pilot.pause()
        assert app.heard == [(-1, False), (1, True)]
