"""The table's screen as a machine: events and wishes in, effects out. No clock of its own.

A position waits until it may be shown, moves, is held, and lets the player choose; at the end of a
deal it is read first. `match.py` has these states, `showing.py` their times. At any time a player
may look back:

    Position -> waiting -> shown: moving -> held -> choosing -- "play" --> MakeMove -> waiting
                             |                                               ^
                             +-> a deal's end: reading -- "play" (continue) -+
    do("play", (), now) gives, while a bid is chosen, MakeMove("bid 2"), Redraw(CHOICE)
"""

import math
from collections.abc import Callable
from dataclasses import replace
from operator import is_not
from typing import Any, Final

from core.game import Move
from net.client.events import (
    IntermissionChanged,
    Position,
    Refusal,
    RoomChanged,
    Spoken,
    WasMissed,
)
from tui.actions import Action
from tui.boards import choosing
from tui.boards.model import BoardModel
from tui.boards.scene import Scene
from tui.drawing.look import Look
from tui.room.words import helped_said, is_own_request, refusal_said, request_said
from tui.table import effects, showing, wishes
from tui.table.actions import SHOWN, WISHES, possible
from tui.table.advising import take_advice, take_judgement
from tui.table.banter import spoken_said
from tui.table.effects import CHOICE, Effect, ModelInput, Preferences
from tui.table.hints import weighed
from tui.table.match import MatchModel, follow_time, take_in
from tui.table.session import TableSession
from tui.table.wishes import Desk

_TOLD_SECONDS: Final = 8.0
"""The longest time for which a sentence stands above the hand; a key removes it earlier, ..."""
_READ_SECONDS: Final = 1.0
"""... but not sooner than this: only then has the player read it."""


class TableModel:
    """Takes events, wishes and the time; returns effects, to be carried out in order."""

    def __init__(self, session: TableSession, preferences: Callable[[], Preferences]) -> None:
        client = session.client
        match = MatchModel(client, made_for=client.match_game)
        self.desk = Desk(session, match, BoardModel(session.board))
        self.session, self.match = session, self.desk.match
        self.board, self.side = self.desk.board, self.desk.side
        self._preferences = preferences
        self._goes_on = False
        """Whether the current click only continues, as there was nothing to play."""
        self._covered = False
        self._asks: tuple[Any, ...] = ()
        """The question now open: a finished deal to read, or a turn."""
        self._quiet_since = -math.inf
        """The time at which it appeared, or that of the last hurried key since."""
        self._heeded = False
        """Whether there has been quiet since: then keys and clicks answer it."""
        self.told = ""
        """A sentence that stands above the hand for a while, such as the coach's."""
        self._told_at = -math.inf
        self.possible = possible(self.desk)
        """The wishes whose keys have a meaning, with it; computed when the position changes."""
        self._answered: tuple[object, ...] | None = None
        """The parts of the match from which it was computed; None after any event."""
        self._woken_at: float | None = None

    # --- in -------------------------------------------------------------------------------------

    def receive(self, event: ModelInput, now: float) -> list[Effect]:
        """Follow an event."""
        self._begin(now)
        effected, wanted, self._answered = self.match.effects, self.desk.wanted, None
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
                wishes.refuse(self.desk, refusal_said(event))
            case effects.HintFound() | effects.NumbersFound():
                move = take_advice(self.match, event)
                if move is not None:
                    choosing.reach(self.board, move)
            case effects.MistakeFound():
                take_judgement(self.match, event)
            case RoomChanged(happened=happened):
                if any(is_own_request(change, self.match.client) for change in happened):
                    effected.append(effects.Tell(request_said(event.room)))
                effected.append(effects.Redraw())
            case Spoken(name=name):
                if self._covered or not self.side.shown:
                    effected.append(effects.Notify(f"{name}: {spoken_said(event)}"))
                effected.append(effects.Redraw(("log",)))
            case WasMissed(helped=True):
                effected += (effects.Notify(helped_said()), effects.Redraw())
            case effects.Covered(on):
                self._covered = on
            case effects.Typing(on):
                self.side.typing = on
            case effects.Resized(width):
                self.side.width = width
            case _:
                effected.append(effects.Redraw())
        showing.show_waiting(self.match, self.board, wanted, now)
        return self._drain(now)

    def do(self, name: str, given: tuple[Any, ...], now: float) -> list[Effect]:
        """Carry out a wish of WISHES; most of them end movements and looking back.

        "end_chat" stops typing, and "other" is a key without a meaning at the table: it only ends
        movements.
        """
        self._begin(now)
        desk, action = self.desk, WISHES.get(name)
        if action is None:
            raise ValueError(f"there is no wish {name!r} at a table")
        due = bool(self.match.legal) and self.match.looking is None
        if self._comes_too_soon(action, now):
            return self._drain(now)
        ended = action.hastens and showing.hasten(self.match, self.board, desk.wanted, now)
        if due or not ended or not action.only_due:
            if action.key_effect is not None:
                action.key_effect(desk)
            elif action.effect is not None:
                action.effect(desk, "")
            else:
                self._point(name, given)
        return self._drain(now)

    def _comes_too_soon(self, action: Action, now: float) -> bool:
        """Tell whether a wish may have been meant for the previous position.

        Each hurried key starts the wait anew: keys hammered to hurry bots never play a card.
        """
        if action.hastens or action.answers:
            self._end_telling(now, _READ_SECONDS)
            if not self._heeded:
                self._heeded = now >= self._quiet_since + self.desk.wanted.guard_seconds
                self._quiet_since = now
        return bool(self._asks) and not self._heeded and action.answers

    def tell(self, text: str, now: float) -> list[Effect]:
        """Show a sentence above the hand for a while."""
        self._begin(now)
        self.told, self._told_at = text, now
        self.match.effects.append(effects.Redraw(("prompt",)))
        return self._drain(now)

    def _end_telling(self, now: float, least: float) -> None:
        """Remove the sentence above the hand, if it has stood there long enough."""
        if self.told and now >= self._told_at + least:
            self.told = ""
            self.match.effects.append(effects.Redraw(("prompt",)))

    def tick(self, now: float) -> list[Effect]:
        """Carry out everything due by now."""
        self._begin(now)
        self._end_telling(now, _TOLD_SECONDS)
        self._woken_at = None
        wanted, motion = self.desk.wanted, self.board.motion
        if motion.tick(now):
            if not motion.busy:
                self.board.celebrate(now)
            self.match.effects.append(effects.MOVED if motion.busy else effects.Redraw())
            showing.show_waiting(self.match, self.board, wanted, now)
        if self.match.forced_at is not None and now >= self.match.forced_at:
            move = self.match.forced or self.match.legal[0]
            showing.make_move(self.match, self.board, wanted, move, now)
        return self._drain(now)

    def _begin(self, now: float) -> None:
        self.desk.wanted, self.desk.now = self._preferences(), now
        if self.desk.wanted.sort != self.board.order:
            self.board.sort(self.desk.wanted.sort)
            self.match.effects.append(effects.Redraw(CHOICE))

    def _point(self, name: str, given: tuple[Any, ...]) -> None:
        """Carry out a wish of the mouse, or one that moves the cursor or the camera."""
        match, board, desk = self.match, self.board, self.desk
        if name == "press":
            self._goes_on = not match.legal or match.looking is not None
        elif name in ("click", "miss"):
            if showing.hasten(match, board, desk.wanted, desk.now):
                pass
            elif match.reading is not None:
                wishes.read_on(desk)
            elif name == "miss" and choosing.cancel(board):
                match.effects.append(effects.Redraw(CHOICE))
        elif name == "reach":
            choosing.reach(board, *given)
            match.effects.append(effects.Redraw(CHOICE))
        elif name == "tap" and (self._goes_on or not match.legal):
            pass
        elif name in choosing.CURSOR:
            showing.withdraw(match)
            outcome = choosing.move_cursor(board, name, *given, careful=desk.wanted.careful)
            wishes.follow(desk, outcome)
        elif choosing.move_camera(board, name, *given):
            match.effects.append(effects.Redraw(("board",)))

    # --- the view of the table ----------------------------------------------------------------

    def scene(self, look: Look) -> Scene | None:
        """Return everything that the board may draw; None before the first position."""
        if self.match.shown is None:
            return None
        if self.board.stale:
            self.board.names, self.board.away = self.session.players, self.session.away
        return self.board.scene(look)

    def scene_on_table(self, look: Look) -> Scene | None:
        """Return the scene of the table: of the position, or of the one looked back at."""
        scene, past = self.scene(look), self.match.looking
        if past is None or scene is None:
            return scene
        view, events = past.position.view, past.position.events
        scene = replace(scene, view=view, events=events, legal=(), moment=1.0, hand=())
        return replace(scene, summary=past.summary, hands=past.hands)

    # --- out ------------------------------------------------------------------------------------

    def _drain(self, now: float) -> list[Effect]:
        """Return all effects, with those that follow from the changes themselves."""
        following, board = self.match, self.board
        read = following.reading is not None and not board.motion.busy
        shown = following.shown if read or following.legal else None
        asks = (read, shown.seq) if shown else ()
        if asks != self._asks:
            self._asks, self._quiet_since, self._heeded = asks, now, False
        if follow_time(following, now):
            following.effects.append(effects.Redraw(("prompt",)))
        wishes.arrange(self.desk)
        self._answer()
        told = self._told_at + _TOLD_SECONDS if self.told else None
        dues = (board.motion.due, following.forced_at, following.time.due, told)
        wake = min((due for due in dues if due is not None), default=None)
        if wake != self._woken_at:
            self._woken_at = wake
            following.effects.append(effects.TickAt(wake))
        drained, following.effects = following.effects, []
        board.stale |= bool(drained)
        board.weighed = _weighed(following) if following.numbers_wanted else {}
        return drained

    def _answer(self) -> None:
        """Find the possible wishes, if the match has changed; a sent move changes nothing."""
        at = self.match
        about = (at.shown, at.reading, at.looking, at.numbers_wanted, at.rest_of)
        if self._answered is not None and not any(map(is_not, about, self._answered)):
            return
        before, self._answered, self.possible = self.possible, about, possible(self.desk)
        if any(self.possible.get(wish) != before.get(wish) for wish in SHOWN):
            at.effects.append(effects.ShowKeys())


def _weighed(match: MatchModel) -> dict[Move, tuple[str, bool]]:
    """Return the numbers that stand on the places of moves."""
    game = match.game
    return weighed(game.NAME, match.numbers) if game is not None and match.hint else {}
