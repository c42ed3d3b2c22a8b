"""The screen of a replay: a past match on its game's board, seen as a player or a watcher saw it.

The screen passes keys and clicks to `model.py`, and carries out the effects.
"""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType

from core.game import Seat
from core.records.fault import BrokenRecordError
from core.records.replay import Replay
from net.files.history import StillGoingOnError, load_replay, past_match
from net.files.reviews import kept_review
from tui.history.words import chosen_eyes, opening_failed
from tui.language.text import t
from tui.opening import open_rules
from tui.preferences.settings import player_name
from tui.replay import pages
from tui.replay.actions import ACTIONS
from tui.replay.areas import ReplayAreas
from tui.replay.cursor import practice_start
from tui.replay.model import ReplayModel
from tui.replay.pages import ReplayOver, review_beside
from tui.replay.wishes import ReplayDesk
from tui.summary.words import ending_of
from tui.table import effects, inputs
from tui.table.driver import BoardScreen, Driver, preferences_of
from tui.table.effects import Effect
from tui.table.scores import ScoresScreen
from tui.widgets.keybar import bindings

if TYPE_CHECKING:
    from tui.program import Program


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
            self.driver.receive(inputs.Judged(kept, running=False))

    def on_resize(self, event: events.Resize) -> None:
        self.driver.receive(inputs.Resized(event.size.width))

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
            case _:
                pass

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
            case _:
                pass

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
    """Open a record on its board, or say why that is impossible.

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
