"""The client's half of a table as a machine: happenings and wishes in, effects out.

No Textual, no I/O, no clock of its own. The table's screen and lessons drive it alike.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from core.advice import can_advise
from core.advice.numbers import can_number
from net.client.happenings import IntermissionChanged, Position, Refusal, Spoken
from tui.boards.model import BoardModel
from tui.boards.scene import Scene
from tui.drawing.look import Look
from tui.table import effects, happenings
from tui.table.actions import Actions
from tui.table.countdown import Countdown
from tui.table.effects import Effect
from tui.table.happenings import Happening
from tui.table.info import TableInfo
from tui.table.playback import Playback
from tui.table.preferences import Preferences
from tui.table.room_words import refusal_said
from tui.table.showing import Showing
from tui.table.side import SidePanel
from tui.table.turn_time import TurnTime

_ENDS_NOTHING: Final = frozenset(
    ("last", "reach", "press", "click", "tap", "hover", "pull", "wheel")
)
"""Wishes that do not by themselves end movements or looking back; other keys do."""

_ONLY_WHERE_DUE: Final = frozenset(("play", "back", "digit"))
"""Wishes that only end a movement or looking back, unless a move is due."""


class TableModel:
    """Feed it with `heard`, `do` and `tick`; each returns effects to carry out in order."""

    def __init__(self, info: TableInfo, preferences: Preferences) -> None:
        self.info = info
        self.board = BoardModel(info.board)
        self.showing = Showing(info, preferences, self.board, self._emit)
        self.turn_time = TurnTime()
        self.side = SidePanel()
        self._actions = Actions(info, preferences, self.board, self.showing, self._emit)
        self._effects: list[Effect] = []
        self._covered = False
        self._keys: tuple[str | bool, ...] = ()
        self._woken_at: float | None = None

    @property
    def playback(self) -> Playback:
        """Which positions are shown, read and looked back at."""
        return self.showing.playback

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and nothing is looked back at."""
        return not self.board.motion.busy and self.playback.looking is None

    def heard(self, happening: Happening, now: float) -> list[Effect]:
        """Follow what has happened."""
        showing = self.showing
        match happening:
            case Position():
                showing.playback.waiting.append(happening)
            case IntermissionChanged():
                showing.pause(happening, now)
            case Refusal(code="dealt"):
                pass  # the pause ended before the player's key: the next deal is already here
            case Refusal(move=move):
                if move is not None:
                    showing.open_again(now)
                self._actions.refuse(refusal_said(happening))
            case happenings.HintFound():
                self._actions.take_hint(happening)
            case happenings.NumbersFound():
                self._actions.take_numbers(happening)
            case Spoken(name=name, text=text):
                if self._covered or not self.side.shown:
                    self._emit(effects.Notify(f"{name}: {text}"))
                self._emit(effects.Redraw(("log",)))
            case happenings.Covered(on):
                self._covered = on
            case happenings.Typing(on):
                self.side.typing = on
            case happenings.Resized(width):
                self.side.width = width
            case _:
                self._emit(effects.Redraw())
        showing.show_waiting(now)
        return self._drain(now)

    def do(self, name: str, given: tuple[Any, ...], now: float) -> list[Effect]:
        """Do what the player wants. A key ends movements and looking back.

        Wishes have the names that bindings give them. Besides, the mouse wants to "press", "click",
        "tap", "hover" and "pull"; "reach" puts the cursor on a move, "end_chat" stops typing, and
        "other" is a key without a meaning at the table: it only ends movements.
        """
        due = bool(self.board.legal) and self.playback.looking is None
        ended = name not in _ENDS_NOTHING and self.showing.interrupt(now)
        if ended and not due and name in _ONLY_WHERE_DUE:
            return self._drain(now)
        match name:
            case "chat":
                self.side.talk()
                self._arrange()
                self._emit(effects.OpenChat())
            case "end_chat":
                self._fall_silent()
            case "back" if self.side.typing:
                self._fall_silent()
            case "side":
                self._toggle_side()
            case _:
                self._actions.do(name, given, now)
        return self._drain(now)

    def tick(self, now: float) -> list[Effect]:
        """Do what is due."""
        self._woken_at = None
        self.showing.tick(now)
        forced_at = self.showing.forced_at
        if forced_at is not None and now >= forced_at:
            self._actions.play(self.board.legal[0], now)
        return self._drain(now)

    def can(self, name: str) -> bool:
        """Tell whether a wish means something now."""
        match name:
            case "last":
                return self.playback.can_look_back
            case "hint":
                playing = self.enter_means == "play"  # nothing is advised while a deal is read
                return playing and self.info.seat is not None and can_advise(self.info.rules.NAME)
            case "step":
                hand = self.board.pieces or self.board.legal
                return self.info.seat is not None and bool(hand)  # a watcher has none
            case "stand_in":
                return bool(self.info.lost)
            case "more_time":
                return self.info.may_give_time or self._pause_ends is not None
            case "zoom" | "pan":
                return self.board.grid is not None
        return True

    @property
    def enter_means(self) -> str:
        """What Enter does, in English: play or continue; nothing while only others still read."""
        playback = self.playback
        if playback.reading is not None:
            paused = playback.paused
            return "" if paused is not None and self.info.seat not in paused.awaited else "continue"
        over = playback.shown is not None and playback.shown.view.result is not None
        return "continue" if over else "play"

    @property
    def hint_means(self) -> str:
        """What asking for a hint does, in English: the second time it shows numbers."""
        showing = self.showing
        first = showing.hint is None or not can_number(self.info.rules.NAME)
        return "hint" if first or showing.numbers_wanted else "numbers"

    @property
    def _pause_ends(self) -> float | None:
        """When the intermission that is shown ends; None if there is none, or it has no end."""
        paused = self.playback.paused
        return None if paused is None else paused.ends

    # --- what there is to draw ------------------------------------------------------------------

    def scene(self, look: Look) -> Scene | None:
        """Return everything the board may draw; None before there is a position."""
        if self.playback.shown is None:
            return None
        return self.board.scene(look, self.info.names, self.info.away)

    def scene_on_table(self, look: Look) -> Scene | None:
        """Return the scene of the table: the position, or what the player looks back at."""
        scene, past = self.scene(look), self.playback.looking
        if past is None or scene is None:
            return scene
        view, events = past.position.view, past.position.events
        return replace(
            scene,
            view=view,
            events=events,
            legal=(),
            moment=1.0,
            summary=past.summary,
            hands=past.hands,
        )

    # --- the side -------------------------------------------------------------------------------

    def _toggle_side(self) -> None:
        """Show or hide the side; while the player is typing, only stop the typing."""
        if self.side.opened or self.side.typing:
            self._fall_silent()
        else:
            self.side.toggle()

    def _fall_silent(self) -> None:
        self.side.fall_silent()
        self._emit(effects.CloseChat())

    def _arrange(self) -> None:
        """Lay the areas out for the available room."""
        looking = self.playback.looking is not None
        layout = self.side.arrange(
            len(self.board.pieces),
            edgeless=self.board.grid is not None,
            watching=self.info.seat is None,
            looking=looking,
        )
        if layout is not None:
            self._emit(effects.Arrange(layout))

    # --- out ------------------------------------------------------------------------------------

    def _emit(self, effect: Effect) -> None:
        if isinstance(effect, effects.Redraw):
            self.board.stale = True
        self._effects.append(effect)

    def _drain(self, now: float) -> list[Effect]:
        """Add the effects that follow from all changes, and return everything."""
        ends = self._pause_ends
        if self.turn_time.follow(Countdown(ends) if ends else self.info.countdown, now):
            self._emit(effects.Redraw(("prompt",)))
        if self.info.my_turn and self.turn_time.hurries():
            self._emit(effects.Call(hurry=True))
        self._arrange()
        offered = map(self.can, ("last", "hint", "step", "stand_in", "more_time"))
        keys: tuple[str | bool, ...] = (self.enter_means, self.hint_means, *offered)
        if keys != self._keys:
            self._keys = keys
            self._emit(effects.ShowKeys())
        dues = (self.board.motion.due, self.showing.forced_at, self.turn_time.due)
        wake = min((due for due in dues if due is not None), default=None)
        if wake != self._woken_at:
            self._woken_at = wake
            self._emit(effects.TickAt(wake))
        drained, self._effects = self._effects, []
        return drained
