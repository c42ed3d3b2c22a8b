"""The table's screen as a machine: events and wishes in, effects out.

A MatchModel, a BoardModel and the side panel; `showing.py` has when a position is shown and how
long it stays. No Textual, no I/O, no clock of its own.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from core.advice import can_advise
from core.game import Move, is_deal_over
from net.client.events import IntermissionChanged, Position, Refusal, Spoken, WasMissed
from net.wire.to_host import Wait
from tui.boards import choosing
from tui.boards.choosing import Barred, Chosen, Outcome
from tui.boards.model import BoardModel
from tui.boards.scene import Scene
from tui.drawing.look import Look
from tui.room.words import helped_said, refusal_said
from tui.start import StartPractice
from tui.table import effects, inputs, showing
from tui.table.effects import CHOICE, Effect
from tui.table.hints import weighed
from tui.table.inputs import Preferences, TableInput
from tui.table.match import (
    MatchModel,
    ask_hint,
    follow_time,
    look_at_hands,
    look_back,
    take_advice,
    take_in,
    take_judgement,
)
from tui.table.session import TableSession
from tui.table.side import SidePanel

_ENDS_NOTHING: Final = frozenset(
    ("last", "hands", "reach", "press", "click", "miss", "tap", "hover", "pull", "wheel", "tell")
)
"""Wishes that do not by themselves end movements or looking back; other keys do."""

_ONLY_WHERE_DUE: Final = frozenset(("play", "back", "digit"))
"""Wishes that only end a movement or looking back, unless a move is due."""

_ANSWERS: Final = frozenset(("play", "digit", "rest", "click", "miss", "tap"))
"""Wishes that may be meant for what was there a moment ago: see `Preferences.guard_seconds`."""

_NO_KEYS: Final = frozenset(("reach", "press", "hover", "pull", "wheel", "end_chat", "tell"))
"""Wishes that hurry nobody; any other one before the player has been quiet is a hurried key."""

_TOLD_SECONDS: Final = 8.0
"""How long a sentence stands above the hand at most; a key that comes later than ..."""
_READ_SECONDS: Final = 1.0
"""... this has been pressed by a player who has read it."""

_NOT_ALWAYS: Final = ("last", "hands", "hint", "step", "rest", "stand_in", "more_time")
"""Wishes whose keys are shown only while they mean something."""


class TableModel:
    """Feed it with `receive`, `do` and `tick`; each returns effects to carry out in order."""

    def __init__(self, session: TableSession, preferences: Callable[[], Preferences]) -> None:
        self.session = session
        self.match = MatchModel(session.client, board=session.board)
        self.board = BoardModel(session.board)
        self.side = SidePanel()
        self._preferences = preferences
        self._goes_on = False
        """Whether the current click only means to continue, as nothing could be played."""
        self.told = ""
        """What stands above the hand for a while, such as what the coach has to say."""
        self._told_at = -math.inf
        self._covered = False
        self._asks: tuple[Any, ...] = ()
        """What the player is to answer now: a finished deal, or a turn."""
        self._quiet_since = -math.inf
        """When it appeared on the screen, or the last hurried key after that."""
        self._heeded = False
        """Whether there has been quiet since, so that keys and clicks answer it."""
        self._offered: frozenset[str] = frozenset()
        """The wishes of _NOT_ALWAYS that mean something now."""
        self._keys: tuple[Any, ...] = ()
        """What the bar of keys shows."""
        self._woken_at: float | None = None

    # --- in -------------------------------------------------------------------------------------

    def receive(self, event: TableInput, now: float) -> list[Effect]:
        """Follow what has happened."""
        effected, wanted = self.match.effects, self._preferences()
        match event:
            case Position():
                if event.before:
                    self.board.motion.finish()
                take_in(self.match, event)
            case IntermissionChanged():
                take_in(self.match, event)
                effected.append(effects.Redraw())
            case Refusal(code="dealt"):
                pass  # the pause ended before the player's key: the next deal is already here
            case Refusal(move=move):
                if move is not None:
                    showing.show_again(self.match, self.board, wanted, now)
                self._refuse(refusal_said(event))
            case inputs.HintFound() | inputs.NumbersFound():
                move = take_advice(self.match, event)
                if move is not None:
                    choosing.reach(self.board, move)
            case inputs.MistakeFound():
                take_judgement(self.match, event)
            case Spoken(name=name, text=text):
                if self._covered or not self.side.shown:
                    effected.append(effects.Notify(f"{name}: {text}"))
                effected.append(effects.Redraw(("log",)))
            case WasMissed(helped=True):
                effected += (effects.Notify(helped_said()), effects.Redraw())
            case inputs.Covered(on):
                self._covered = on
            case inputs.Typing(on):
                self.side.typing = on
            case inputs.Resized(width):
                self.side.width = width
            case _:
                effected.append(effects.Redraw())
        showing.show_waiting(self.match, self.board, wanted, now)
        return self._drain(now)

    def do(self, name: str, given: tuple[Any, ...], now: float) -> list[Effect]:
        """Do what the player wants. A key ends movements and looking back.

        Wishes have the names that bindings give them. Besides, the mouse wants to "press", "click"
        (or "miss" what can be hit), "tap", "hover" and "pull"; "reach" puts the cursor on a move,
        "end_chat" stops typing, and "other" is a key without a meaning at the table: it only ends
        movements.
        """
        wanted = self._preferences()
        due = bool(self.match.legal) and self.match.looking is None
        if name not in _NO_KEYS:
            self._end_telling(now, _READ_SECONDS)
        if self._comes_too_soon(name, wanted, now):
            return self._drain(now)
        hastens = name not in _ENDS_NOTHING
        ended = hastens and showing.hasten(self.match, self.board, wanted, now)
        if due or not ended or name not in _ONLY_WHERE_DUE:
            self._do(name, given, wanted, now)
        return self._drain(now)

    def _comes_too_soon(self, name: str, wanted: Preferences, now: float) -> bool:
        """Tell whether a wish may answer what was there before; each hurried key starts the wait
        anew, so that keys that hurry bots play nothing however long they go on.
        """
        if name not in _NO_KEYS and not self._heeded:
            self._heeded = now >= self._quiet_since + wanted.guard_seconds
            self._quiet_since = now
        return bool(self._asks) and not self._heeded and name in _ANSWERS

    def tick(self, now: float) -> list[Effect]:
        """Do what is due."""
        self._woken_at = None
        self._end_telling(now, _TOLD_SECONDS)
        wanted, motion = self._preferences(), self.board.motion
        if motion.tick(now):
            if not motion.busy:
                self.board.celebrate(showing.OCCASION_SECONDS, now)
            self.match.effects.append(effects.MOVED if motion.busy else effects.Redraw())
            showing.show_waiting(self.match, self.board, wanted, now)
        if self.match.forced_at is not None and now >= self.match.forced_at:
            move = self.match.legal[0]
            showing.make_move(self.match, self.board, wanted, move, now)
        return self._drain(now)

    # --- wishes ---------------------------------------------------------------------------------

    def _do(self, name: str, given: tuple[Any, ...], wanted: Preferences, now: float) -> None:
        effected, board = self.match.effects, self.board
        match name:
            case "play":
                self._enter(wanted, now)
            case "back":
                self._back(wanted, now)
            case "last" | "hands":
                (look_back if name == "last" else look_at_hands)(self.match)
                board.finish()
                effected.append(effects.Redraw())
                showing.show_waiting(self.match, board, wanted, now)
            case "hint":
                self._ask_hint()
            case "rest":
                showing.claim_rest(self.match, board, wanted, now)
            case "more_time":
                effected.append(effects.SendMessage(Wait()))
            case "undo":
                self._undo()
            case "undo for good":
                effected.append(effects.TakeBack())
            case "stand_in":
                effected.append(effects.AskStandIn(self.session.lost[0]))
            case "side":
                self._toggle_side()
            case "chat":
                self.side.talk()
                self._arrange()
                effected.append(effects.OpenChat())
            case "end_chat":
                self._fall_silent()
            case "reach":
                choosing.reach(board, *given)
                effected.append(effects.Redraw(CHOICE))
            case "tell":
                (self.told,), self._told_at = given, now
                effected.append(effects.Redraw(("prompt",)))
            case "other":
                pass
            case _:
                self._point(name, given, wanted, now)

    def _point(self, name: str, given: tuple[Any, ...], wanted: Preferences, now: float) -> None:
        """Do what the mouse wants, or what moves the cursor or the camera."""
        match, board = self.match, self.board
        if name == "press":
            self._goes_on = not match.legal or match.looking is not None
        elif name in ("click", "miss"):
            if showing.hasten(match, board, wanted, now):
                pass
            elif match.reading is not None:
                self._read_on(wanted, now)
            elif name == "miss" and choosing.cancel(board):
                match.effects.append(effects.Redraw(CHOICE))
        elif name == "tap" and (self._goes_on or not match.legal):
            pass
        elif name in choosing.CURSOR:
            outcome = choosing.move_cursor(board, name, *given, careful=wanted.careful)
            self._follow(outcome, wanted, now)
        elif name not in choosing.CAMERA:
            raise ValueError(f"nobody can wish for {name!r} at a table")
        elif choosing.move_camera(board, name, *given):
            match.effects.append(effects.Redraw(("board",)))

    def _enter(self, wanted: Preferences, now: float) -> None:
        following = self.match
        if following.reading is not None:
            self._read_on(wanted, now)
        elif following.seeking:
            pass  # the hint that was asked for comes first, as the line over the hand says
        elif following.legal:
            self._follow(choosing.enter(self.board), wanted, now)
        elif following.over:
            showing.show_places(following)
        else:
            self._refuse("")

    def _back(self, wanted: Preferences, now: float) -> None:
        if self.side.typing:
            self._fall_silent()
        elif self.match.reading is not None:
            showing.go_on(self.match, self.board, wanted, now)
        elif self.match.seeking:
            self.match.seeking = False
            self.match.effects.append(effects.Redraw(CHOICE))
        elif choosing.cancel(self.board):
            self.match.effects.append(effects.Redraw(CHOICE))
        else:
            self.match.effects.append(effects.AskLeave())

    def _read_on(self, wanted: Preferences, now: float) -> None:
        """Show the next result of what is being read, or go on from it."""
        if self.match.reading is not None and not showing.walk(self.match, self.board):
            showing.go_on(self.match, self.board, wanted, now)

    def _follow(self, outcome: Outcome, wanted: Preferences, now: float) -> None:
        """Carry out what a key or a click has chosen."""
        match outcome:
            case Chosen(move):
                showing.make_move(self.match, self.board, wanted, move, now)
            case Barred(reason):
                self._refuse(reason)
            case None:
                self.match.effects.append(effects.Redraw(CHOICE))

    def _refuse(self, why: str) -> None:
        """Say why a move was refused."""
        self.board.trouble = why
        self.match.effects += (effects.Ring(), effects.Redraw(CHOICE))

    def _ask_hint(self) -> None:
        if ask_hint(self.match):
            self.board.trouble = ""
            self.match.effects.append(effects.Redraw(CHOICE))
        else:
            self.match.effects.append(effects.Ring())

    def _end_telling(self, now: float, least: float) -> None:
        """Take away what stands above the hand, if it has stood there this long."""
        if self.told and now >= self._told_at + least:
            self.told = ""
            self.match.effects.append(effects.Redraw(("prompt",)))

    def _undo(self) -> None:
        """Take back, or first ask whether the match may stop counting, or say why that is
        impossible.
        """
        session = self.session
        counts = not (session.client.taken_back or isinstance(session.start, StartPractice))
        asks = counts and self.may_take_back
        self.match.effects.append(effects.AskTakeBack() if asks else effects.TakeBack())

    def _toggle_side(self) -> None:
        """Show or hide the side; while the player is typing, only stop the typing."""
        if self.side.opened or self.side.typing:
            self._fall_silent()
        else:
            self.side.toggle()

    def _fall_silent(self) -> None:
        self.side.fall_silent()
        self.match.effects.append(effects.CloseChat())

    # --- what there is to see, and what keys mean -------------------------------------------------

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves and nothing is looked back at."""
        return not self.board.motion.busy and self.match.looking is None

    def _weighed(self) -> dict[Move, tuple[str, bool]]:
        """Return what stands on the places while numbers are read."""
        game, match = self.match.client.game, self.match
        if game is None or not (match.numbers_wanted and match.hint):
            return {}
        return weighed(game.NAME, match.numbers)

    @property
    def _shows_outcome(self) -> bool:
        """Whether what a deal has brought needs the rows of the hand, a watcher's too."""
        looking = self.match.looking
        reading = self.match.reading if looking is None else looking.position
        board = self.board
        summary = board.rolls or not board.motion.busy if looking is None else looking.summary
        if reading is None or not summary or not is_deal_over(reading.view):
            return False
        return self.board.board.outcome(reading.view) is not None

    def scene(self, look: Look) -> Scene | None:
        """Return everything the board may draw; None before there is a position."""
        if self.match.shown is None:
            return None
        drawn = self.board.kept(look)
        return drawn or self.board.scene(look, self.session.players, self.session.away)

    def scene_on_table(self, look: Look) -> Scene | None:
        """Return the scene of the table: the position, or what the player looks back at."""
        scene, past = self.scene(look), self.match.looking
        if past is None or scene is None:
            return scene
        view, events = past.position.view, past.position.events
        scene = replace(scene, view=view, events=events, legal=(), moment=1.0)
        return replace(scene, summary=past.summary, hands=past.hands)

    def can(self, name: str) -> bool:
        """Tell whether a wish means something now."""
        if name in ("zoom", "pan"):
            return self.board.grid is not None
        return name in self._offered or name not in _NOT_ALWAYS

    @property
    def may_take_back(self) -> bool:
        """Whether there may be a decision that can be taken back."""
        session = self.session
        made = session.client.moves.taken or isinstance(session.start, StartPractice)
        return session.alone and bool(made) and not (self.match.over or self.match.all_taken_back)

    def _means_something(self, name: str) -> bool:
        following, client = self.match, self.match.client
        match name:
            case "last":
                return bool(following.past)
            case "hands":
                return following.open_hands is not None
            case "hint":
                if following.enter_means != "play" or client.seat is None or client.game is None:
                    return False  # nothing is advised while a deal is read
                return can_advise(client.game.NAME)
            case "step":
                hand = self.board.pieces or following.legal
                return client.seat is not None and bool(hand)  # a watcher has none
            case "rest":
                return showing.claimable(following, self.board)
            case "stand_in":
                return bool(self.session.lost)
            case "more_time":
                paused = following.paused
                return client.may_give_time or (paused is not None and paused.ends is not None)
        raise ValueError(f"{name!r} always means something")

    # --- out ------------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """Lay the areas out for the available room."""
        layout = self.side.arrange(
            len(self.board.pieces),
            edgeless=self.board.grid is not None,
            watching=self.match.client.seat is None and not self._shows_outcome,
            looking=self.match.looking is not None,
        )
        if layout is not None:
            self.match.effects.append(effects.Arrange(layout))

    def _drain(self, now: float) -> list[Effect]:
        """Add the effects that follow from all changes, and return everything."""
        following, board = self.match, self.board
        read = following.reading is not None and not board.motion.busy
        shown = following.shown if read or following.legal else None
        asks = (read, shown.seq) if shown else ()
        if asks != self._asks:
            self._asks, self._quiet_since, self._heeded = asks, now, False
        if follow_time(following, now):
            following.effects.append(effects.Redraw(("prompt",)))
        self._arrange()
        self._offered = frozenset(filter(self._means_something, _NOT_ALWAYS))
        means = following.enter_means, following.back_means, following.hint_means
        keys = (*means, self.may_take_back, self._offered)
        if keys != self._keys:
            self._keys = keys
            following.effects.append(effects.ShowKeys())
        told = self._told_at + _TOLD_SECONDS if self.told else None
        dues = (board.motion.due, following.forced_at, following.time.due, told)
        wake = min((due for due in dues if due is not None), default=None)
        if wake != self._woken_at:
            self._woken_at = wake
            following.effects.append(effects.TickAt(wake))
        drained, following.effects = following.effects, []
        board.stale |= bool(drained)
        board.weighed = self._weighed()
        return drained
