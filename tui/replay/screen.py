"""A past match on its game's own board, step by step both ways, through anybody's eyes.

Which pictures there are is the matter of playback.py; keys, the mouse and time are led to it here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from textwrap import wrap
from typing import ClassVar

from textual import events, work
from textual.binding import Binding, BindingType
from textual.containers import Container, Vertical
from textual.widget import Widget

from core.advice import can_advise
from core.game import Seat
from core.records.replay import Replay
from tui.boards.scene import Scene, title_of
from tui.drawing.canvas import Canvas, Painting, cut
from tui.language.games import game_title, no_hints
from tui.language.text import t
from tui.replay.playback import Film, Picture
from tui.replay.player import Projector
from tui.replay.timeline import Reel, put_reel
from tui.replay.words import seen_by, status
from tui.screens.dialog import AskText
from tui.table.board_page import CAMERA_KEYS, BoardPage
from tui.table.connection import LogLine
from tui.table.hints import find_hint
from tui.table.lines import over_words
from tui.table.scores import ScoresScreen
from tui.table.selection import Turn
from tui.table.side import Side
from tui.widgets.canvas import CanvasView
from tui.widgets.log import LogView


class ReplayScreen(BoardPage):
    """Watch a match again."""

    HEADING = "Watch a match again"
    HELP_TEXT = (
        "Right and left go a move on or back, Page Down and Page Up a deal or a round, End and "
        "Home to the end and the beginning. Space plays by itself, up and down make it faster or "
        "slower. G asks for a move or a deal to go to.\n"
        "You see what one player saw, at first yourself; Tab goes on to the next one, and at last "
        "to somebody who only watches.\n"
        "H turns the adviser on: wherever the player whose eyes you have decides, it says what "
        "the hint would have been, from what that player could know. The log marks where "
        "something else was played.\n"
        "With the mouse: a click on the table goes on, the wheel goes on and back, and a click on "
        "the bar goes there."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "step(1)", "step", key_display="←→", id="later"),
        Binding("left", "step(-1)", "a step back", show=False, id="earlier"),
        Binding("space,enter", "run", "play it", key_display="Space", id="run"),
        Binding("h,р,f7", "advise", "adviser", key_display="h", id="hint"),
        Binding("pagedown", "part(1)", "deal", key_display="PgUp/Dn", id="deal_on"),
        Binding("pageup", "part(-1)", "a deal back", show=False, id="deal_back"),
        Binding("g,п,f6", "go_to", "go to", key_display="g", id="go_to"),
        Binding("up", "rate(1)", "speed", key_display="↑↓", id="faster"),
        Binding("down", "rate(-1)", "slower", show=False, id="slower"),
        Binding("tab,v,м", "eyes(1)", "eyes", key_display="Tab", id="eyes"),
        Binding("shift+tab", "eyes(-1)", "the eyes before", show=False, id="eyes_back"),
        Binding("escape", "back", "back", id="back"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="help"),
        Binding("home", "ends(0)", "the beginning", show=False, id="beginning"),
        Binding("end", "ends(1)", "the end", show=False, id="end"),
        Binding("s,ы,f4", "side", "side", key_display="s", id="side"),
        Binding("f2,p,з", "scores", "scores", id="scores"),
        Binding("f3,r,к", "rules", "rules", id="rules"),
        *CAMERA_KEYS,
        Binding("q,й", "app.ask_quit", "quit", id="quit"),
    ]

    def __init__(self, replay: Replay, seat: Seat | None) -> None:
        self.film = Film(replay, seat)
        super().__init__(Turn(self.film.board))
        self.side = Side(self, self.turn)
        self.projector = Projector(self.film, self, self)
        self.advised = False
        """Whether the adviser is on."""
        self.lines: list[LogLine] = []
        """What has happened up to here."""
        self.set_class(self.turn.grid is not None, "-edgeless")

    @property
    def replay(self) -> Replay:
        """The match."""
        return self.film.replay

    def body(self) -> Iterable[Widget]:
        board = self.film.board
        yield CanvasView(self._paint_headline, id="headline")
        with Container(id="middle"):
            yield CanvasView(self._paint_table, id="board")
            with Vertical(id="side"):
                yield CanvasView(lambda w, h: board.paint_sheet(self.scene(), w, h), id="sheet")
                yield LogView(self.lines, id="log")
            yield CanvasView(self._paint_prompt, id="prompt")
            yield CanvasView(self._paint_hand, id="hand")

    def on_mount(self) -> None:
        self.show()

    def on_resize(self, event: events.Resize) -> None:
        self._arrange(event.size.width)

    def _arrange(self, width: int) -> None:
        """Put the side where it belongs, and give the adviser lines to speak in."""
        self.side.arrange(width)
        self.set_class(self.film.seat is None, "-watching")
        self.set_class(self.advised, "-lines-4")

    def reword(self) -> None:
        self.turn.reword()

    # --- drawing --------------------------------------------------------------------------------

    def scene(self) -> Scene:
        """Return everything the board may draw."""
        here, turn = self.film.here, self.turn
        focus = turn.focus
        if self.film.hint is None:
            focus = replace(focus, piece=-1)  # nobody chooses anything here
        return Scene(
            view=here.view,
            names=self.film.names,
            legal=turn.legal,
            focus=focus,
            look=self.look,
            events=here.events,
            moment=self.projector.moment,
            summary=here.summary,
        )

    def _paint_headline(self, width: int, height: int) -> Painting:
        look, film = self.look, self.film
        canvas = Canvas(width, height, look.panel_ink, look.panel)
        x = canvas.put(1, 0, game_title(self.replay.game.NAME), look.active, None, "b") + 2
        here = film.here
        words = over_words(here.events) if here.summary else title_of(film.board, here.view)
        seen = seen_by(film)
        if self.advised:
            seen = f"{t('adviser on')} · {seen}"
        room = width - x - len(seen) - 3
        canvas.put(x, 0, cut(words, max(0, room)))
        canvas.put(max(x, width - len(seen) - 1), 0, seen, look.active, None, "b")
        return Painting(canvas)

    def _paint_table(self, width: int, height: int) -> Painting:
        return self.film.board.paint_table(self.scene(), width, height)

    def _paint_hand(self, width: int, height: int) -> Painting:
        """Draw the hand; the one of the next deal waits until the last has been read."""
        here = self.film.here
        if here.summary and here.view.result is None:
            return Painting(Canvas(width, height, self.look.ink, self.look.felt))
        return self.film.board.paint_hand(self.scene(), width, height)

    def _paint_prompt(self, width: int, height: int) -> Painting:
        look, film = self.look, self.film
        canvas = Canvas(width, height, look.ink, look.felt)
        said, notable = status(film, advised=self.advised)
        rows = wrap(said, max(1, width - 2))
        most = max(1, height - 1)
        if len(rows) > most:
            rows[most - 1 :] = [cut(" ".join(rows[most - 1 :]), width - 2)]
        for y, row in enumerate(rows):
            canvas.put(1, y, row, look.active if notable else look.ink, None, "b" * notable)
        replay, projector = self.replay, self.projector
        rate = f"x{projector.rate:g}"
        reel = Reel(film.here.at, replay.last, replay.parts, projector.running, rate)
        return Painting(canvas, put_reel(canvas, look, reel, height - 1))

    # --- one picture after the other ------------------------------------------------------------

    def show(self) -> None:
        """Show where the film is."""
        film, turn = self.film, self.turn
        open_moves = film.legal if film.hint or turn.grid is None else ()
        turn.take(film.here.view, open_moves)
        if film.hint is not None:
            turn.reach(film.hint.move)
        self.lines[:] = film.lines()
        if self.awaits_advice and film.seat is not None:
            self._seek(film.here, film.seat)
        self.redraw()

    @property
    def awaits_advice(self) -> bool:
        """Whether the adviser has not yet said what it will say about this picture."""
        film = self.film
        return self.advised and film.mine and film.hint is None and len(film.legal) > 1

    @work(exclusive=True, group="advice")
    async def _seek(self, here: Picture, seat: Seat) -> None:
        """Look for a hint beside the loop; another picture may be shown when it is found."""
        found = await asyncio.to_thread(find_hint, self.replay.game.NAME, here.view)
        film = self.film
        film.keep_hint(here.at, seat, found)
        if film.here is here and film.seat == seat:
            self.show()
            self.projector.go_on()
        else:
            self.lines[:] = film.lines()
            self.redraw()

    @property
    def speed(self) -> float:
        """By what the times of movements are multiplied; 0 moves nothing."""
        return self.kozyr.speed

    @property
    def bot_seconds(self) -> float:
        """How long a bot seems to think."""
        return self.kozyr.bot_seconds

    def redraw_motion(self) -> None:
        """Draw what moves."""
        self.redraw_areas("board", "hand")

    # --- keys -----------------------------------------------------------------------------------

    def action_step(self, direction: int) -> None:
        """Go a picture on or back."""
        if not self.projector.step(direction):
            self.bell()

    def action_part(self, direction: int) -> None:
        """Go a deal or a round on or back."""
        self.projector.go(self.film.part(direction))

    def action_ends(self, end: int) -> None:
        """Go to the beginning or to the end."""
        self.projector.go(self.replay.last if end else 0)

    def action_run(self) -> None:
        """Play by itself, or stop."""
        self.projector.run()
        self.redraw_areas("prompt")

    def action_rate(self, steps: int) -> None:
        """Play faster or slower."""
        if self.projector.faster(steps):
            self.redraw_areas("prompt")
        else:
            self.bell()

    def action_eyes(self, direction: int) -> None:
        """Look through the next pair of eyes."""
        viewers = [*range(len(self.replay.players)), None]
        index = viewers.index(self.film.seat) + direction
        self.projector.halt()
        self.film.look_as(viewers[index % len(viewers)])
        self._arrange(self.size.width)
        self.show()

    def action_advise(self) -> None:
        """Turn the adviser on or off."""
        if not can_advise(self.replay.game.NAME):
            self.notify(no_hints(self.replay.game.NAME))
            return
        self.projector.halt()
        self.advised = not self.advised
        self._arrange(self.size.width)
        self.show()

    def action_go_to(self) -> None:
        """Ask where to go."""
        self.projector.halt()
        last, parts = self.replay.last, len(self.replay.parts)
        about = t(
            "a number is a move, up to {last}; #3 is the third deal or round, up to #{parts}",
            last=last,
            parts=parts,
        )
        self.app.push_screen(
            AskText(t("Go to which move?"), about, "#3", most=12), self._told_where
        )

    def _told_where(self, text: str | None) -> None:
        if not text:
            return
        number = "".join(char for char in text if char.isdecimal())
        if not number:
            self.notify(t("'{word}' is not a whole number", word=text), severity="warning")
        elif number == text:
            self.projector.go(int(number))
        else:
            parts = self.replay.parts
            self.projector.go(parts[max(0, min(int(number), len(parts)) - 1)])

    def action_side(self) -> None:
        """Show or hide the sheet and the log."""
        self.side.toggle()

    def action_scores(self) -> None:
        """Show the whole score sheet."""
        self.projector.halt()
        self.app.push_screen(ScoresScreen(self.scene, self.film.board, self.replay.options))

    def action_rules(self) -> None:
        """Open the rule book."""
        self.projector.halt()
        self.kozyr.open_rules(self.replay.game.NAME)

    def action_back(self) -> None:
        """Leave the replay."""
        self.projector.halt()
        self.dismiss()

    # --- mouse ----------------------------------------------------------------------------------

    def on_canvas_view_tapped(self, event: CanvasView.Tapped) -> None:
        """Do what a part of the line under the table stands for."""
        if event.view.id != "prompt":
            return
        event.stop()
        match event.hit.what:
            case ("part", direction):
                self.action_part(int(direction))
            case ("step", direction):
                self.action_step(int(direction))
            case ("at", at):
                self.projector.go(int(at))
            case _:
                self.action_run()

    def on_click(self, event: events.Click) -> None:
        """A click on the table or the hand goes on."""
        if event.widget is not None and event.widget.id in ("board", "hand"):
            self.action_step(1)

    def wheeled(self, notch: int) -> None:
        """Go a picture on or back."""
        self.action_step(notch)
