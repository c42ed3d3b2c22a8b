"""A past match on its game's own board, step by step both ways, through anybody's eyes. model.py
decides what is shown and when; keys and the mouse are passed to it here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType
from textual.widget import Widget

from core.advice import can_advise
from core.game import Seat
from core.records.fault import BrokenRecordError
from core.records.replay import Replay
from net.files.history import StillGoingOnError, load_replay, past_match
from tui.boards.contract import open_hands
from tui.history.words import chosen_eyes, opening_failed
from tui.language.games import no_hints
from tui.language.text import t
from tui.opening import open_rules
from tui.preferences.settings import player_name
from tui.replay import questions
from tui.replay.actions import ACTIONS
from tui.replay.areas import ReplayAreas
from tui.replay.model import ReplayModel
from tui.replay.reviewing import Reviewing
from tui.screens.dialog import AskText
from tui.summary.words import ending_of
from tui.table import inputs
from tui.table.driver import Driver, preferences_of
from tui.table.scores import ScoresScreen
from tui.widgets.base_screen import BaseScreen
from tui.widgets.keybar import bindings

if TYPE_CHECKING:
    from tui.program import Program


class ReplayScreen(BaseScreen):
    """Watch a match again."""

    AUTO_FOCUS = ""
    HEADING = "Watch a match again"
    HELP_TEXT = (
        "Right and left go one move forward or back, Page Down and Page Up one deal or round, "
        "End and Home to the end and the beginning. Space plays the match by itself, up and "
        "down make it faster or slower. G asks which move or deal to go to. A step beyond the "
        "end shows the last page of the match.\nYou see what one player saw, yourself to begin "
        "with; Tab switches to the next player, and finally to a watcher.\nH turns the adviser "
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
        """Begin at a position; without the `path` of its record a match cannot be reviewed."""
        super().__init__()
        self.replay = replay
        self.path = path
        self.model = ReplayModel(replay, seat, partial(preferences_of, self))
        self.cursor = self.model.cursor
        self.cursor.go(at)
        self.driver = Driver(self, self.model, None, monotonic)
        self._areas = ReplayAreas(self, self.model, self.driver)
        self.reviewing = Reviewing(self, replay, path, self.model.costly, self.driver)

    @property
    def spoken_of(self) -> str:
        return self.replay.game.NAME

    def body(self) -> Iterable[Widget]:
        return self._areas.widgets()

    def on_mount(self) -> None:
        self.driver.carry_out(self.model.begin(monotonic()))
        self.reviewing.show_kept()

    def on_resize(self, event: events.Resize) -> None:
        self.driver.receive(inputs.Resized(event.size.width))

    def reword(self) -> None:
        self.model.board.reword()

    # --- keys and the mouse -----------------------------------------------------------------------

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow zooming only if the board has no edges, and all hands only when a deal is over."""
        if action == "do" and parameters[0] == "all_hands":
            return bool(open_hands(self.cursor.board, self.cursor.view))
        if action == "do" and parameters[0] in ("zoom", "pan"):
            return self.model.board.board.grid is not None
        return super().check_action(action, parameters)

    def action_do(self, name: str, number: int | None = None, other: int | None = None) -> None:
        """Do what a key stands for; a step beyond the end leads to the last page."""
        if not (name == "step" and number == 1 and self._show_over()):
            self.driver.do(name, *(given for given in (number, other) if given is not None))

    def _show_over(self) -> bool:
        """Show the last page of a match that was played to its end, if that is being watched."""
        match = ending_of(self.replay, self.cursor.seat) if self.cursor.at_end else None
        if match is None:
            return False
        from tui.replay.reviewing import ReplayOver  # rarely needed

        self.reviewing.begin(quiet=True)
        page = ReplayOver(self.replay, self.cursor.seat, match, self.model.costly)
        self.app.push_screen(page, self._chosen)
        return True

    def _chosen(self, answer: str | None) -> None:
        """Do what was chosen on the last page."""
        if answer == "leave":
            self.action_back()
        elif answer and answer.isdecimal():
            self._go(int(answer))

    def action_advise(self) -> None:
        """Turn the adviser on or off."""
        if can_advise(self.replay.game.NAME):
            self.driver.do("hint")
        else:
            self.notify(no_hints(self.replay.game.NAME))

    def action_costly(self, direction: int) -> None:
        """Go to the next costly decision; the first time, have the match reviewed."""
        costly = self.model.costly
        if not self.reviewing.begin():
            return
        if costly.next(self.cursor.at, direction, self.cursor.seat) is not None:
            self.driver.do("costly", direction)
        elif costly.running and direction > 0:
            said = t("No costly decision after this so far; {n}% is reviewed", n=costly.percent)
            self.notify(said)
        elif direction > 0:
            self.notify(t("No costly decision after this"))
        else:
            self.notify(t("No costly decision before this"))

    def action_costliest(self) -> None:
        """List the costliest decisions of the player being followed."""
        if self.reviewing.begin():
            self.driver.do("halt")
            self.app.push_screen(
                questions.costliest_question(self.cursor, self.model.costly), self._chosen
            )

    def action_play_from_here(self) -> None:
        """Ask whether to play on from this position against bots."""
        cursor = self.cursor
        self.driver.do("halt")
        why = questions.why_not_from_here(cursor, has_record=self.path is not None)
        if why:
            self.notify(why)
        else:
            self.app.push_screen(questions.practice_question(cursor), self._play_on)

    def _play_on(self, answer: str | None) -> None:
        if answer == "play" and self.path is not None:
            assert self.cursor.seat is not None, "a watcher is told why not"
            start = questions.practice_start(
                self.replay, self.path, self.cursor.at, self.cursor.seat
            )
            self.kozyr.navigator.go(start)

    def action_try_again(self) -> None:
        """Play the costliest decision of the player being followed again, against bots."""
        self.driver.do("halt")
        if self.path is None or self.cursor.seat is None or not self.reviewing.begin():
            return
        costly = self.model.costly
        review = costly.review
        costliest = review.costliest(self.cursor.seat) if review is not None else []
        if costly.running:
            said = t("The match is still being reviewed: {n}%", n=costly.percent)
            self.notify(said)
        elif costliest:
            self.kozyr.navigator.go(questions.start_again(self.replay, self.path, costliest[0]))
        else:
            self.notify(t("No decision that was costly beyond doubt."))

    def action_end(self) -> None:
        """Go to the end."""
        self._go(self.replay.last)

    def _go(self, at: int) -> None:
        self.driver.do("go_to", at)

    def action_go_to(self) -> None:
        """Ask where to go."""
        self.driver.do("halt")
        last, parts = self.replay.last, len(self.replay.deal_starts)
        about = t(
            "a number is a step, up to {last}; #3 is the third deal or round, up to #{parts}",
            last=last,
            parts=parts,
        )
        self.app.push_screen(
            AskText(t("Go to which step?"), about, "#3", most=12), self._told_where
        )

    def _told_where(self, text: str | None) -> None:
        if not text:
            return
        number = "".join(char for char in text if char.isdecimal())
        if not number:
            self.notify(t("'{word}' is not a whole number", word=text), severity="warning")
        elif number == text:
            self._go(int(number))
        else:
            parts = self.replay.deal_starts
            self._go(parts[max(0, min(int(number), len(parts)) - 1)])

    def action_scores(self) -> None:
        """Show the whole score sheet."""
        self.driver.do("halt")
        self.app.push_screen(
            ScoresScreen(self._areas.scene, self.cursor.board, self.replay.options)
        )

    def action_rules(self) -> None:
        """Open the rule book."""
        self.driver.do("halt")
        open_rules(self.kozyr, self.replay.game.NAME)

    def action_back(self) -> None:
        """Leave the replay."""
        self.driver.do("halt")
        self.dismiss()

    def on_click(self, event: events.Click) -> None:
        """Let a click on the table or the hand go forward."""
        on_table = event.widget is not None and event.widget.id in ("board", "hand")
        if on_table and not self._show_over():
            self.driver.do("click")


def open_replay(
    app: Program, path: Path, eyes: str = "", *, part: tuple[str, int] | None = None
) -> None:
    """Open a record on its board, or say why that is impossible.

    `part` is where to begin: "deal" or "round" and its number.
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
