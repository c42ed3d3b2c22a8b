"""A viewer's wishes in a replay: functions over the `ReplayDesk`. Pure.

The rows of `model.py` name them; the wishes of the mouse are there too.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from core.advice import can_advise
from core.bots import BOTS, levels
from core.game import is_deal_over
from core.review.review import Review
from net.client.events import Position
from tui.boards import choosing
from tui.boards.contract import open_hands
from tui.boards.model import BoardModel
from tui.boards.scene import DEAL_SECONDS, is_dealt
from tui.language.games import game_title, no_hints
from tui.language.text import t
from tui.replay.cursor import Costly, ReplayCursor, start_again
from tui.replay.words import ReplayLog
from tui.table import effects
from tui.table.effects import Effect, Preferences
from tui.table.log import LogLine
from tui.table.side import SidePanel

RATES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""The speeds at which a replay can play by itself."""

_LEAST_PAUSE: Final = 0.01

_MOVE, _TRICK, _SUMMARY, _ADVICE = 1.5, 3.0, 6.0, 5.0
"""The time for which a position is shown, in multiples of a bot's apparent thinking time."""


@dataclass(slots=True)
class ReplayDesk:
    """Everything that an action of a replay may look at and change."""

    cursor: ReplayCursor
    preferences: Callable[[], Preferences]
    path: Path | None = None
    """The record's file; without one the match is neither reviewed nor played on."""
    log: ReplayLog = field(init=False)
    costly: Costly = field(init=False)
    board: BoardModel = field(init=False)
    side: SidePanel = field(default_factory=SidePanel)
    lines: list[LogLine] = field(default_factory=list)
    """The log up to here."""
    running: bool = False
    """Whether the replay plays by itself."""
    rate: float = 1.0
    advised: bool = False
    """Whether the adviser is on."""
    counts: bool = False
    """Whether the adviser also shows the points expected of each move."""
    now: float = 0.0
    effects: list[Effect] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.log = ReplayLog(self.cursor)
        self.costly = Costly(self.cursor.replay.last)
        self.board = BoardModel(self.cursor.board)

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.cursor.replay.game.NAME

    @property
    def awaits_advice(self) -> bool:
        """Whether the adviser has yet to speak about this position."""
        cursor = self.cursor
        return self.advised and cursor.mine and cursor.hint is None and len(cursor.legal) > 1


# --- moving about ------------------------------------------------------------------------------


def later(desk: ReplayDesk) -> None:
    """Go one position forward; from the end of a finished match, to its last page."""
    if desk.cursor.at_end and desk.cursor.view.result is not None:
        review(desk, quiet=True)
        desk.effects.append(effects.OpenPage("last page"))
    else:
        step(desk, 1)


def step(desk: ReplayDesk, direction: int) -> None:
    """Go one position forward (1) or back (-1)."""
    halt(desk)
    if desk.cursor.forward() if direction > 0 else desk.cursor.back():
        show(desk, moving=direction > 0)
    else:
        desk.effects.append(effects.Ring())


def leaf(desk: ReplayDesk, direction: int) -> None:
    """Go to the next deal or round (1), or to the start of this one or the one before (-1)."""
    go(desk, desk.cursor.next_deal(direction))


def go(desk: ReplayDesk, at: int) -> None:
    """Go to a position."""
    halt(desk)
    desk.cursor.go(at)
    show(desk)


def run(desk: ReplayDesk) -> None:
    """Play automatically, from the start if this is the end; or stop."""
    if desk.running:
        halt(desk)
        return
    desk.running = True
    if desk.cursor.at_end:
        desk.cursor.go(0)
        show(desk)
    else:
        run_on(desk)


def run_on(desk: ReplayDesk) -> None:
    """Show the next position of a replay that plays by itself; stop at the end."""
    if desk.cursor.forward():
        show(desk, moving=True)
    else:
        halt(desk)


def halt(desk: ReplayDesk) -> None:
    """Stop playing and moving."""
    desk.running = False
    desk.board.motion.finish()
    desk.effects.append(effects.Redraw())


def change_rate(desk: ReplayDesk, steps: int) -> None:
    """Take a faster speed, or with negative steps a slower one; ring at the last."""
    rate = RATES.index(desk.rate) + steps
    possible = 0 <= rate < len(RATES)
    desk.rate = RATES[rate] if possible else desk.rate
    desk.effects.append(effects.Redraw(("prompt",)) if possible else effects.Ring())


def look_through(desk: ReplayDesk, direction: int) -> None:
    """Take the view of the next player (1) or of the one before (-1), or a watcher's."""
    halt(desk)
    cursor = desk.cursor
    viewers = [*range(len(cursor.replay.players)), None]
    index = viewers.index(cursor.seat) + direction
    cursor.seat = viewers[index % len(viewers)]
    desk.log.forget()
    show(desk)


def look_at_hands(desk: ReplayDesk) -> None:
    """Open the hands of a finished deal, or put them away."""
    if may_see_hands(desk):
        halt(desk)
        desk.board.hands = not desk.board.hands
        desk.effects.append(effects.Redraw())


def may_see_hands(desk: ReplayDesk) -> bool:
    """Tell whether the deal is over and its hands lie open."""
    return bool(open_hands(desk.cursor.board, desk.cursor.view))


def open_page(desk: ReplayDesk, page: effects.Page) -> None:
    """Stop, and open a page over the replay."""
    halt(desk)
    desk.effects.append(effects.OpenPage(page))


def open_rules(desk: ReplayDesk) -> None:
    """Stop, and open the rule book."""
    halt(desk)
    desk.effects.append(effects.OpenRules())


def leave(desk: ReplayDesk) -> None:
    """Close the replay."""
    halt(desk)
    desk.effects.append(effects.CloseScreen())


# --- advice, costly decisions --------------------------------------------------------------------


def turn_adviser(desk: ReplayDesk) -> None:
    """Turn the adviser on, to its numbers, or off."""
    if not can_advise(desk.game):
        desk.effects.append(effects.Notify(no_hints(desk.game)))
        return
    halt(desk)
    desk.counts = desk.advised and not desk.counts
    desk.advised = desk.counts or not desk.advised
    # The adviser's sentence needs more lines.
    lines = desk.advised or desk.costly.review is not None
    desk.effects.append(effects.Arrange({"-lines-4": lines}))
    show(desk)


def review(desk: ReplayDesk, *, quiet: bool = False) -> bool:
    """Have the match reviewed unless that is done; tell whether there is a review to look at.

    Unless `quiet`, say that this takes a while, or why it is impossible.
    """
    if desk.path is None or desk.game not in BOTS:
        if not quiet:
            said = t("{game} cannot be reviewed", game=game_title(desk.game))
            desk.effects.append(effects.Notify(said))
        return False
    costly = desk.costly
    if costly.review is None:
        take_review(desk, Review(), running=False)
        if not quiet:
            said = t("The match is being reviewed; this takes a minute or so")
            desk.effects.append(effects.Notify(said))
    if costly.review and not costly.running and not costly.review.is_complete(desk.cursor.replay):
        take_review(desk, costly.review, running=True)
        desk.effects.append(effects.ReviewMatch(desk.path, desk.cursor.replay, costly.review))
    return True


def take_review(desk: ReplayDesk, found: Review, *, running: bool) -> None:
    """Show a review as far as it has progressed."""
    if desk.costly.review is None:
        # The cost of a decision needs more lines.
        desk.effects.append(effects.Arrange({"-lines-4": True}))
    desk.costly.review, desk.costly.running = found, running
    desk.effects.append(effects.Redraw(("headline", "prompt")))


def go_costly(desk: ReplayDesk, direction: int) -> None:
    """Go to the next costly decision (1) or the one before (-1), or say that none is known."""
    if not review(desk):
        return
    costly = desk.costly
    at = costly.next(desk.cursor.at, direction, desk.cursor.seat)
    if at is not None:
        go(desk, at)
        return
    if costly.running and direction > 0:
        said = t("No costly decision after this so far; {n}% is reviewed", n=costly.percent)
    elif direction > 0:
        said = t("No costly decision after this")
    else:
        said = t("No costly decision before this")
    desk.effects.append(effects.Notify(said))


def list_costliest(desk: ReplayDesk) -> None:
    """List the costliest decisions of the player followed."""
    if review(desk):
        open_page(desk, "costliest")


def try_again(desk: ReplayDesk) -> None:
    """Play the costliest decision of the player followed again, against bots."""
    halt(desk)
    path, cursor, costly = desk.path, desk.cursor, desk.costly
    if path is None or cursor.seat is None or not review(desk) or costly.review is None:
        return
    costliest = costly.review.costliest(cursor.seat)
    if costly.running:
        said = t("The match is still being reviewed: {n}%", n=costly.percent)
        desk.effects.append(effects.Notify(said))
    elif costliest:
        desk.effects.append(effects.Begin(start_again(cursor.replay, path, costliest[0])))
    else:
        desk.effects.append(effects.Notify(t("No decision that was costly beyond doubt.")))


def play_from_here(desk: ReplayDesk) -> None:
    """Ask whether to continue from this position against bots, or report why that is impossible."""
    if why := why_not_from_here(desk):
        halt(desk)
        desk.effects.append(effects.Notify(why))
    else:
        open_page(desk, "play on")


def why_not_from_here(desk: ReplayDesk) -> str:
    """Return the reason why this position cannot be continued; empty if it can."""
    if desk.path is None or not levels(desk.game):
        return t("{game} cannot be continued from a record", game=game_title(desk.game))
    if desk.cursor.seat is None:
        return t("A watcher decides nothing: V switches to a player's view")
    if is_deal_over(desk.cursor.view):
        return t("There is nothing left to play here: go back a step, or on to the next deal")
    return ""


# --- showing -------------------------------------------------------------------------------------


def show(desk: ReplayDesk, *, moving: bool = False) -> None:
    """Show the position; if the replay plays by itself, set the time of the next step."""
    cursor, board, wanted = desk.cursor, desk.board, desk.preferences()
    legal = cursor.legal if cursor.hint or board.board.grid is None else ()
    board.take(cursor.view, legal, cursor.events)
    board.summary, board.hands = cursor.summary, False
    if cursor.hint is not None:
        choosing.reach(board, cursor.hint.move)
    else:
        board.focus = replace(board.focus, piece=-1)  # no move is chosen in a replay
        offered = board.offered if cursor.mine else ()
        if cursor.mine and cursor.played in offered:  # the move played is marked among the buttons
            board.focus = replace(board.focus, target=offered.index(cursor.played))
    hold = 0.0
    # With the adviser on, the time begins with its advice.
    if desk.running and not desk.awaits_advice:
        hold = max(_LEAST_PAUSE, _worth(cursor) * wanted.bot_seconds / desk.rate)
    seconds = _moving_seconds(cursor) if moving and not cursor.summary else 0.0
    seconds *= wanted.speed / (desk.rate if desk.running else 1.0)
    board.motion.begin(seconds, hold, desk.now)
    desk.effects.append(effects.Redraw())
    desk.lines[:] = desk.log.lines()
    position = Position(cursor.at, cursor.view, cursor.events)
    if desk.awaits_advice:
        desk.effects.append(effects.FindHint(desk.game, position))
    elif desk.counts and cursor.hint is not None and cursor.numbers is None:
        desk.effects.append(effects.FindNumbers(desk.game, position, cursor.hint.move))


def _moving_seconds(cursor: ReplayCursor) -> float:
    """Return the seconds that the movement to this position takes, at normal speed."""
    events = cursor.events
    return max(DEAL_SECONDS * is_dealt(events), cursor.board.moving_seconds(events))


def _worth(cursor: ReplayCursor) -> float:
    """Return how long to show a position, in multiples of a bot's apparent thinking time."""
    if cursor.hint is not None:
        return _ADVICE
    if cursor.summary:
        return _SUMMARY
    closing = is_deal_over(cursor.view) or any(e.kind == "trick" for e in cursor.events)
    return _TRICK if closing else _MOVE
