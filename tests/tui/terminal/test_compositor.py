"""The bytes sent for a change leave the same screen as drawing it all anew."""

from random import Random
from typing import Any

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import _compositor
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import Static

from core.games import GAMES
from tests.support.matches import daily
from tests.support.pixels import NAMES, Shown
from tests.support.screens import my_turn, opened, room_open, seen, table_of, until
from tui.drawing.canvas import Canvas, Painting
from tui.start import StartHome, StartHost, StartSolo
from tui.terminal import compositor as diffing
from tui.widgets.canvas import CanvasView

WIDTH, HEIGHT = 44, 10
INKS = ("#ffffff", "#d02030", "#0b62bd", "#101010", "#ffd75f")
GROUNDS = ("#0e3b2e", "#f4f1e8", "#ffd75f")
ATTRIBUTES = ("", "", "b", "u", "i", "r", "bu")
TRUECOLOUR = Shown(1, 1, ColorSystem.TRUECOLOR).console
TEXTS = ("♥", "10♠", "   ", "▄▄▄▄▄", "漢字", "a 漢 b", "● ● ●", "The last trick", " " * 12)


class Screens:
    """Terminals of every depth that draw an application's output to one of them."""

    def __init__(self, width: int, height: int) -> None:
        self.size = (width, height)
        self.terminals = [Shown(width, height, system) for system in NAMES]
        self.partial = self.whole = 0
        """Both kinds of updates received."""

    def take(self, update: Any) -> None:
        """Send an update to all terminals."""
        if isinstance(update, _compositor.LayoutUpdate):
            self.whole += 1
            for terminal in self.terminals:
                terminal.draw([Strip.join(strips) for strips in update.strips])
        elif update is not None:
            assert isinstance(update, diffing.DiffUpdate)
            self.partial += 1
            for terminal in self.terminals:
                terminal.feed(update.render_segments(terminal.console))

    async def expect(self, pilot: Pilot[None]) -> None:
        """Wait until they show the expected picture; the last frame may be on its way."""
        for patience in reversed(range(20)):
            strips = pilot.app.screen._compositor.render_strips()
            for terminal in self.terminals:
                whole = Shown(*self.size, terminal.system)
                whole.draw(strips)
                if terminal.cells() == whole.cells():
                    continue
                assert patience, f"{terminal.system} shows something else"
                await pilot.pause(0.02)
                break
            else:
                return


class Patchwork(App[None]):
    """Two canvases side by side, and something of Textual's own lying over both."""

    CSS = """
    Screen { layers: below above; layout: horizontal; }
    CanvasView { width: 1fr; height: 100%; }
    #over { layer: above; width: 11; height: 2; offset: 16 4; }
    """

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng = rng
        self.canvases = {name: Canvas(WIDTH // 2, HEIGHT, INKS[0], GROUNDS[0]) for name in "ab"}

    def compose(self) -> ComposeResult:
        for name in self.canvases:
            yield CanvasView(lambda *_, name=name: Painting(copy(self.canvases[name])), id=name)
        yield Static("over", id="over")

    def scribble(self) -> None:
        """Change random cells."""
        rng = self.rng
        for _ in range(rng.randrange(1, 6)):
            name = rng.choice("ab")
            self.canvases[name].put(
                rng.randrange(-2, WIDTH // 2),
                rng.randrange(HEIGHT),
                rng.choice(TEXTS),
                rng.choice((None, *INKS)),
                rng.choice((None, *GROUNDS)),
                rng.choice(ATTRIBUTES),
            )
            self.query_one(f"#{name}", CanvasView).repaint()
        if rng.random() < 0.3:
            style = rng.choice(("bold", "underline", "strike", "dim italic", "reverse red"))
            self.query_one("#over", Static).update(Text("lies over", style))


def copy(canvas: Canvas) -> Canvas:
    new = Canvas(canvas.width, canvas.height, INKS[0], GROUNDS[0])
    new.blit(canvas, 0, 0)
    return new


def recorded(monkeypatch: pytest.MonkeyPatch, screens: Screens) -> None:
    """Send the display to the terminals as well."""
    assert diffing.send_only_changes()
    monkeypatch.setenv("TERM", "xterm-256color")
    display = App._display

    def both(app: App[Any], screen: Any, update: Any) -> None:
        screens.take(update)
        display(app, screen, update)

    monkeypatch.setattr(App, "_display", both)


@pytest.mark.parametrize("seed", daily(range(3), 0))
async def test_any_change_leaves_what_a_whole_drawing_leaves(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = Screens(WIDTH, HEIGHT)
    recorded(monkeypatch, screens)
    app = Patchwork(Random(seed))
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        await pilot.pause()
        for _ in range(25):
            app.scribble()
            await pilot.pause()
            await screens.expect(pilot)
    assert screens.partial > 10


@pytest.mark.parametrize("game", daily(GAMES, "graph_poker"))
async def test_any_way_of_the_cursor_leaves_what_a_whole_drawing_leaves(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(game)
    screens = Screens(80, 24)
    recorded(monkeypatch, screens)
    async with opened(StartSolo(game, 4, "easy", {}, 3)) as pilot:

        def waits_for_me() -> bool:
            table = table_of(pilot)
            return table is not None and bool(table.model.board.legal or table.model.match.reading)

        for _ in range(2):
            await until(pilot, waits_for_me)
            for _ in range(6):
                await pilot.press(rng.choice(("left", "right", "right", "up", "down")))
                await screens.expect(pilot)
            await pilot.press("enter")
    assert screens.partial > 5


async def test_a_focus_that_moves_leaves_what_a_whole_drawing_leaves_and_draws_no_whole_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screens = Screens(80, 24)
    recorded(monkeypatch, screens)
    async with room_open(StartHost("kozel", 4, bots=("easy", "easy"), port=0)) as pilot:
        await seen(pilot, "fill with bots")
        await pilot.pause(0.1)
        await screens.expect(pilot)
        drawn = screens.whole
        for key in ("right", "left", "up", "tab", "f4", "escape", "up", "up", "down", "down"):
            await pilot.press(key)
            await screens.expect(pilot)
        assert screens.whole == drawn


async def test_a_line_that_opens_with_the_focus_in_it_is_drawn_and_closed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screens = Screens(100, 30)
    recorded(monkeypatch, screens)
    async with opened(StartSolo("graph_poker", 4, "easy", {}, 16), (100, 30)) as pilot:
        await my_turn(pilot)
        for key in ("f4", "escape", "f4", "escape"):
            await pilot.press(key)
            await screens.expect(pilot)


STARTS = (
    StartHome(),
    *(StartSolo(game, 4, "easy", {}, 3) for game in GAMES),
    StartHost("kozel", 4, bots=("easy", "easy"), port=0),
)
KEYS = (
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "tab", "shift+tab"),
    *("enter", "escape", "space", "backspace", "ctrl+p", "slash", "question_mark", "plus", "minus"),
    *("f2", "f3", "f4", "f5", "f6", "f10", *"123ahilnrsux"),
)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(40))
async def test_any_keys_on_any_screen_leave_what_a_whole_drawing_leaves(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(seed)
    size = rng.choice(((44, 30), (60, 20), (80, 24), (100, 30), (160, 48)))
    screens = Screens(*size)
    recorded(monkeypatch, screens)
    async with opened(rng.choice(STARTS), size) as pilot:
        for _ in range(30):
            await pilot.press(rng.choice(KEYS))
            await screens.expect(pilot)


async def test_only_what_changes_is_sent() -> None:
    assert diffing.send_only_changes()
    app = Patchwork(Random(0))
    async with app.run_test(size=(WIDTH, HEIGHT)) as pilot:
        await pilot.pause()
        app.canvases["b"].put(0, 1, "♥ between ♥", "#d02030")
        app.query_one("#b", CanvasView).repaint()
        compositor = app.screen._compositor
        compositor._dirty_regions = {Region(22, 1, 1, 1), Region(32, 1, 1, 1), Region(20, 4, 3, 1)}
        update = compositor.render_partial_update()
        assert update.render_segments(TRUECOLOUR) == (
            "\x1b[2;23H\x1b[38;2;208;32;48;48;2;14;59;46m♥\x1b[33G♥"
            "\v\v\v\x1b[21G\x1b[48;2;18;18;18m   \x1b[0m"
        )


def test_a_ground_is_sent_once_though_texts_and_blanks_on_it_lie_apart() -> None:
    felt, gold = Style(bgcolor="#0e3b2e"), Style(bgcolor="#ffd75f")
    black = Style(color="#101010")
    styles = (felt, gold + black, felt + Style(color="#808080"), gold, felt)
    pieces = [(y, 0, 7, 0, Strip([Segment("       " if style.color is None else "♥ 3 4 5", style)])) for y, style in enumerate(styles)]  # fmt: skip # noqa: E501
    sent = diffing.DiffUpdate(pieces, WIDTH, erasing=True).render_segments(TRUECOLOUR)
    assert sent.count("48;2;14;59;46") == sent.count("48;2;255;215;95") == 1


def test_another_textual_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diffing, "KNOWN", False)
    assert not diffing.send_only_changes()
