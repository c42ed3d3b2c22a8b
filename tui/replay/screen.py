"""The screen of a replay: a past match on its game's board, seen as a player or a watcher saw it.

The areas are painted here and change nothing. The screen passes keys and clicks to `model.py`, and
carries out the effects.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import monotonic
from typing import ClassVar

from textual import events
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widget import Widget

from core.game import Seat
from core.records import BrokenRecordError
from core.records.replay import Replay
from net.files.history import StillGoingOnError, load_replay, past_match
from net.files.reviews import kept_review
from tui.boards.contract import paint_table
from tui.boards.panel import painted_outcome
from tui.boards.scene import Scene
from tui.drawing.canvas import Canvas, Hit, Painting, cut, text_width
from tui.drawing.look import Look
from tui.history.words import chosen_eyes, opening_failed
from tui.language.games import game_title
from tui.language.text import t
from tui.preferences.settings import player_name
from tui.program import Program, open_rules
from tui.replay import pages
from tui.replay.cursor import practice_start
from tui.replay.model import ACTIONS, ReplayModel
from tui.replay.pages import ReplayOver, review_beside
from tui.replay.wishes import ReplayDesk
from tui.replay.words import seen_by, status
from tui.summary.words import ending_of
from tui.table import effects
from tui.table.areas import RowsOfSide, RowsOfWords, ScoresScreen
from tui.table.driver import BoardArea, BoardScreen, Driver, preferences_of
from tui.table.effects import Effect
from tui.widgets.base_screen import BaseScreen
from tui.widgets.canvas import CanvasView
from tui.widgets.keybar import bindings
from tui.widgets.log import LogView
from tui.widgets.prompt import prompt_lines, rows_of


@dataclass(frozen=True, slots=True)
class Timeline:
    """The contents of the line below the prompt: buttons, a bar, the speed."""

    at: int
    last: int
    deal_starts: Sequence[int]
    """The positions at which deals begin."""
    running: bool
    rate: str
    """The speed of a replay that plays by itself: "x2"."""
    marks: Sequence[int] = ()
    """The positions of costly decisions."""


def put_timeline(canvas: Canvas, look: Look, timeline: Timeline, y: int) -> tuple[Hit, ...]:
    """Draw a timeline in a row.

    Hits: ("deal", -1 or 1), ("step", -1 or 1), ("run", 0), ("at", position), ("rate", 0).
    """
    signs = ("<<", "<", ">", ">>") if look.ascii else ("«", "‹", "›", "»")
    run = t("stop") if timeline.running else t("play it")
    buttons = (
        (f" {signs[0]} ", ("deal", -1)),
        (f" {signs[1]} ", ("step", -1)),
        (f" {run} ", ("run", 0)),
        (f" {signs[2]} ", ("step", 1)),
        (f" {signs[3]} ", ("deal", 1)),
    )
    hits = []
    x = 1
    for text, what in buttons:
        if what[0] == "run":
            canvas.put(x, y, text, look.spade, look.chosen, "b")
        else:
            canvas.put(x, y, text, look.ink, look.felt_line)
        hits.append(Hit(x, y, len(text), 1, what))
        x += len(text) + 1
    # As wide as for the last position, so that the bar stays in place.
    tail = f"{timeline.at:>{len(str(timeline.last))}}/{timeline.last}"
    rate = f" {timeline.rate:>4} "
    end = canvas.width - 2 - text_width(tail + rate)
    canvas.put(end, y, tail, look.active, None, "b")
    canvas.put(end + len(tail) + 1, y, rate, look.ink, look.felt_line)
    hits.append(Hit(end + len(tail) + 1, y, len(rate), 1, ("rate", 0)))
    return (*hits, *_put_bar(canvas, look, timeline, x, end - 1, y))


def _put_bar(canvas: Canvas, look: Look, timeline: Timeline, x: int, end: int, y: int) -> list[Hit]:
    """Draw the bar from column `x` to `end`; a click on a column goes to its position."""
    width = end - x
    if width < 3:
        return []
    past, rest, tick, here = "-.|O" if look.ascii else "━─┃●"
    last = max(1, timeline.last)
    now = round(timeline.at * (width - 1) / last)
    for column in range(width):
        gone = column < now
        canvas.put(x + column, y, past if gone else rest, look.active if gone else look.felt_line)
    # If there is no room for gaps between them, the ticks are left out.
    if len(timeline.deal_starts) * 2 <= width:
        for start in timeline.deal_starts[1:]:
            column = round(start * (width - 1) / last)
            canvas.put(x + column, y, tick, look.active if column < now else look.muted)
    sign = "*" if look.ascii else "\N{BLACK DIAMOND}"
    for mark in timeline.marks:
        canvas.put(x + round(mark * (width - 1) / last), y, sign, look.bad, None, "b")
    canvas.put(x + now, y, here, look.active, None, "b")
    return [
        Hit(x + column, y, 1, 1, ("at", round(column * last / (width - 1))))
        for column in range(width)
    ]


class ReplayAreas:
    """The widgets of a replay, and their painting."""

    def __init__(self, screen: BaseScreen, model: ReplayModel, driver: Driver) -> None:
        self._screen = screen
        self._model = model
        self._desk = model.desk
        self._driver = driver
        self._rows = RowsOfWords(screen)

    def widgets(self) -> Iterable[Widget]:
        """Return new widgets for the areas."""
        board = self._desk.cursor.board
        yield CanvasView(self._paint_headline, id="headline")
        with BoardArea(self._driver, id="middle"):
            yield CanvasView(self._paint_table, id="board")
            with Vertical(id="side") as side:
                self._side = RowsOfSide(side, board)
                yield CanvasView(self._paint_sheet, id="sheet")
                yield LogView(t("log"), self._desk.lines, id="log")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    def scene(self) -> Scene:
        """Return everything the board may draw."""
        return self._model.scene(self._screen.look)

    def _paint_sheet(self, width: int, height: int) -> Painting:
        scene = self.scene()
        self._side.share(scene, width)
        return self._desk.cursor.board.paint_sheet(scene, width, height)

    def _paint_headline(self, width: int, height: int) -> Painting:
        look, cursor = self._screen.look, self._desk.cursor
        canvas = Canvas(width, height, look.panel_ink, look.panel)
        game = game_title(cursor.replay.game.NAME)
        seen = self._seen(width - 2)
        x = 1
        if text_width(game) + 2 + text_width(seen) <= width - 2:
            x = canvas.put(x, 0, game, look.active, None, "b") + 2
        room = width - x - text_width(seen) - 3
        canvas.put(x, 0, cut(cursor.board.title(cursor.view), max(0, room)))
        canvas.put(width - text_width(seen) - 1, 0, seen, look.active, None, "b")
        return Painting(canvas)

    def _seen(self, room: int) -> str:
        """State whose view is shown, with other notes; in a narrow window only whose view."""
        parts = [seen_by(self._desk.cursor)]
        if self._desk.advised:
            parts.insert(0, t("adviser on"))
        if self._desk.costly.running:
            parts.insert(0, t("reviewed {n}%", n=self._desk.costly.percent))
        while len(parts) > 1 and text_width(" · ".join(parts)) > room:
            del parts[0]
        return cut(" · ".join(parts), room)

    def _paint_table(self, width: int, height: int) -> Painting:
        return paint_table(self._desk.cursor.board, self.scene(), width, height)

    def _paint_hand(self, width: int, height: int) -> Painting:
        board, scene = self._desk.cursor.board, self.scene()
        outcome = painted_outcome(board, scene, width, height)
        return outcome or board.paint_hand(scene, width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        look, cursor = self._screen.look, self._desk.cursor
        canvas = Canvas(width, height, look.ink, look.felt)
        said, notable = status(
            cursor,
            self._desk.log,
            self._desk.costly,
            advised=self._desk.advised,
            counts=self._desk.counts,
        )
        self._rows.give(prompt_lines(said, width, foot=True))
        for y, row in enumerate(rows_of(said, width - 2, max(1, height - 1))):
            canvas.put(1, y, row, look.active if notable else look.ink, None, "b" * notable)
        replay, desk = cursor.replay, self._desk
        rate = f"x{desk.rate:g}"
        marks = desk.costly.marks(cursor.seat)
        timeline = Timeline(cursor.at, replay.last, replay.deal_starts, desk.running, rate, marks)
        return Painting(canvas, put_timeline(canvas, look, timeline, height - 1))


class ReplayScreen(BoardScreen):
    """Shows a replay."""

    AUTO_FOCUS = ""
    HEADING = "Watch a match again"
    HELP_TEXT = (
        "Right and left go one move forward or back, Page Down and Page Up one deal or round, "
        "End and Home to the end and the beginning. Space plays the match by itself, up and "
        "down make it faster or slower. G asks which move or deal to go to. A step beyond the "
        "end shows the last page of the match.\nYou see what one player saw, yourself to begin "
        "with; V switches to the next player, and finally to a watcher.\nH turns the adviser "
        "on: at each decision of the player you follow, it says what the hint would have been, "
        "from what that player could know, and at the second press what each move would have "
        "brought. The log marks where something else was played.\n"
        "N goes to your next costly decision, Shift+N to the one before; D lists the costliest, "
        "with how much was play and how much "
        "luck. The first time the match is reviewed for that, which "
        "takes a minute or so; you can go on watching. T plays the costliest decision again, "
        "against bots; B plays on from here, with the cards as they were.\n"
        "With the mouse: a click on the table goes one move forward, the wheel goes forward "
        "and back, and a click on the bar jumps there; drag along it to go through the match. The "
        "button at its end changes the speed."
    )
    ACTIONS = ACTIONS
    BINDINGS: ClassVar[list[BindingType]] = bindings(ACTIONS)

    def __init__(
        self, replay: Replay, seat: Seat | None, at: int = 0, path: Path | None = None
    ) -> None:
        """Begin at a position; without the `path` of its record the match cannot be reviewed."""
        super().__init__()
        self.replay = replay
        self.model = ReplayModel(replay, seat, partial(preferences_of, self), path)
        self.cursor = self.model.desk.cursor
        self.cursor.go(at)
        self.driver = Driver(self, self.model, self._perform, monotonic)
        self._areas = ReplayAreas(self, self.model, self.driver)

    @property
    def spoken_of(self) -> str:
        return self.replay.game.NAME

    def on_mount(self) -> None:
        self.driver.carry_out(self.model.begin(monotonic()))
        path = self.model.desk.path
        kept = kept_review(path, self.replay) if path else None
        if kept is not None:
            self.driver.receive(effects.Judged(kept, running=False))

    def on_resize(self, event: events.Resize) -> None:
        self.driver.receive(effects.Resized(event.size.width))

    def reword(self) -> None:
        self.model.desk.board.reword()

    # --- keys and the mouse -----------------------------------------------------------------------

    @property
    def desk(self) -> ReplayDesk:
        return self.model.desk

    def on_click(self, event: events.Click) -> None:
        """Go forward on a click on the table or the hand."""
        if event.widget is not None and event.widget.id in ("board", "hand"):
            self.driver.do("click")

    # --- effects ----------------------------------------------------------------------------------

    def _perform(self, effect: Effect) -> None:
        match effect:
            case effects.OpenPage(page):
                self._open(page)
            case effects.OpenRules():
                open_rules(self.kozyr, self.replay.game.NAME)
            case effects.ReviewMatch():
                work = review_beside(self, self.driver, effect)
                self.run_worker(work, group="review", exclusive=True)
            case effects.Begin(start):
                self.kozyr.navigator.go(start)
            case effects.CloseScreen():
                self.dismiss()

    def _open(self, page: effects.Page) -> None:
        cursor, costly = self.cursor, self.desk.costly
        match page:
            case "scores":
                scores = ScoresScreen(
                    lambda: self.model.scene(self.look), cursor.board, self.replay.options
                )
                self.app.push_screen(scores)
            case "where":
                self.app.push_screen(pages.where_question(cursor), self._told_where)
            case "costliest":
                self.app.push_screen(pages.costliest_question(cursor, costly), self._chosen)
            case "play on":
                self.app.push_screen(pages.practice_question(cursor), self._play_on)
            case "last page":
                match = ending_of(self.replay, cursor.seat)
                assert match is not None, "a replay has a last page if the match was played out"
                last = ReplayOver(self.replay, cursor.seat, match, costly)
                self.app.push_screen(last, self._chosen)

    def _chosen(self, answer: str | None) -> None:
        """Carry out a choice on the last page, or among the costliest decisions."""
        if answer == "leave":
            self.driver.do("back")
        elif answer and answer.isdecimal():
            self.driver.do("at", int(answer))

    def _play_on(self, answer: str | None) -> None:
        path, cursor = self.desk.path, self.cursor
        if answer == "play" and path is not None:
            assert cursor.seat is not None, "a watcher is told why not"
            self.kozyr.navigator.go(practice_start(self.replay, path, cursor.at, cursor.seat))

    def _told_where(self, text: str | None) -> None:
        if not text:
            return
        at = pages.position_meant(self.replay, text)
        if at is None:
            self.notify(t("'{word}' is not a whole number", word=text), severity="warning")
        else:
            self.driver.do("at", at)


def open_replay(
    app: Program, path: Path, eyes: str = "", *, part: tuple[str, int] | None = None
) -> None:
    """Open a record on its board, or report the reason why that is impossible.

    `eyes` names the player to follow; `part` is "deal" or "round" and the number to begin at.
    """
    name = player_name(app.settings)

    async def read() -> None:
        try:
            replay = await asyncio.to_thread(load_replay, path)
            own = await asyncio.to_thread(lambda: past_match(path).seat_of((name,)))
            seat = chosen_eyes(replay.players, eyes, name, own)
        except (OSError, BrokenRecordError, StillGoingOnError) as error:
            app.notify(opening_failed(error), severity="warning", timeout=10)
        except LookupError:
            app.notify(t("nobody with that name sat there"), severity="warning")
        else:
            app.push_screen(ReplayScreen(replay, seat, replay.start_of(*part) if part else 0, path))

    app.run_worker(read(), group="replay", exclusive=True)
