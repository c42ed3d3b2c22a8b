"""What a player wants done at a table with a board: functions over what lies on the `Desk`. Pure.

The rows of `actions.py` name most of them; what the mouse wants is in `model.py`.
"""

from dataclasses import dataclass, field

from core.game import is_deal_over
from tui.boards import choosing
from tui.boards.choosing import Barred, Chosen, Outcome
from tui.boards.model import BoardModel
from tui.language.rulebook import PARAGRAPH
from tui.start import StartPractice
from tui.table import effects, match, showing
from tui.table.advising import turn_advice
from tui.table.effects import CHOICE
from tui.table.inputs import Preferences
from tui.table.match import MatchModel
from tui.table.session import TableSession
from tui.table.side import SidePanel


@dataclass(slots=True)
class Desk:
    """Everything that an action may look at and change."""

    session: TableSession
    match: MatchModel
    board: BoardModel
    side: SidePanel = field(default_factory=SidePanel)
    wanted: Preferences = field(default_factory=Preferences)
    """The settings as they are now."""
    now: float = 0.0


def enter(desk: Desk) -> None:
    """Play what is chosen, or go on from what is read."""
    followed = desk.match
    if followed.reading is not None:
        read_on(desk)
    elif followed.seeking:
        pass  # the hint that was asked for comes first, as the line over the hand says
    elif followed.legal:
        follow(desk, choosing.enter(desk.board))
    elif followed.over:
        showing.show_places(followed)
    else:
        refuse(desk, "")


def go_back(desk: Desk) -> None:
    """Leave the innermost thing that has been begun: typing, reading, a choice; then the table."""
    followed = desk.match
    if desk.side.typing:
        fall_silent(desk)
    elif followed.reading is not None:
        showing.go_on(followed, desk.board, desk.wanted, desk.now)
    elif followed.seeking:
        followed.seeking = False
        followed.effects.append(effects.Redraw(CHOICE))
    elif choosing.cancel(desk.board):
        followed.effects.append(effects.Redraw(CHOICE))
    else:
        followed.effects.append(effects.AskLeave())


def read_on(desk: Desk) -> None:
    """Show the next result of what is being read, or go on from it."""
    if desk.match.reading is not None and not showing.walk(desk.match, desk.board):
        showing.go_on(desk.match, desk.board, desk.wanted, desk.now)


def follow(desk: Desk, outcome: Outcome) -> None:
    """Carry out what a key or a click has chosen."""
    match outcome:
        case Chosen(move):
            showing.make_move(desk.match, desk.board, desk.wanted, move, desk.now)
        case Barred(reason):
            refuse(desk, reason)
        case None:
            desk.match.effects.append(effects.Redraw(CHOICE))


def refuse(desk: Desk, why: str) -> None:
    """Say why a move was refused."""
    desk.board.trouble = why
    desk.match.effects += (effects.Ring(), effects.Redraw(CHOICE))


def look_back(desk: Desk) -> None:
    """Look at the last trick, then at the last deal, then at the table again."""
    match.look_back(desk.match)
    _look(desk)


def look_at_hands(desk: Desk) -> None:
    """Look at what everybody was dealt in the last finished deal, or at the table again."""
    match.look_at_hands(desk.match)
    _look(desk)


def _look(desk: Desk) -> None:
    desk.board.finish()
    desk.match.effects.append(effects.Redraw())
    showing.show_waiting(desk.match, desk.board, desk.wanted, desk.now)


def advise(desk: Desk) -> None:
    """Ask for a hint, then for its numbers, then for the hint again."""
    turn_advice(desk.match)
    if desk.match.legal:
        desk.board.trouble = ""
        desk.match.effects.append(effects.Redraw(CHOICE))


def claim_rest(desk: Desk) -> None:
    """Have the rest of the deal played, which is the player's however it is played."""
    if showing.claimable(desk.match, desk.board) and match.claim_rest(desk.match):
        showing.show_again(desk.match, desk.board, desk.wanted, desk.now)
        desk.match.effects.append(effects.Redraw())


def undo(desk: Desk) -> None:
    """Take back, or first ask whether the match may stop counting, or say why that is
    impossible.
    """
    session = desk.session
    counts = not (session.client.taken_back or isinstance(session.start, StartPractice))
    asks = counts and may_take_back(desk)
    desk.match.effects.append(effects.AskTakeBack() if asks else effects.TakeBack())


def ask_stand_in(desk: Desk) -> None:
    """Ask which bot shall play for the first player who is away."""
    if desk.session.lost:
        desk.match.effects.append(effects.AskStandIn(desk.session.lost[0]))


def toggle_side(desk: Desk) -> None:
    """Show or hide the side; while the player is typing, only stop the typing."""
    if desk.side.opened or desk.side.typing:
        fall_silent(desk)
    else:
        desk.side.toggle()


def talk(desk: Desk) -> None:
    """Open the line to type into, which has to be there before it can be typed into."""
    desk.side.talk()
    arrange(desk)
    desk.match.effects.append(effects.OpenChat())


def fall_silent(desk: Desk) -> None:
    """Close the line to type into."""
    desk.side.fall_silent()
    desk.match.effects.append(effects.CloseChat())


def open_rules(desk: Desk) -> None:
    """Open the rule book, at the paragraph that was just cited if there is one."""
    board = desk.board
    found, piece = PARAGRAPH.search(board.trouble), board.piece
    at_piece = piece.rule if piece and board.legal and not board.trouble else ""
    desk.match.effects.append(effects.OpenRules(found[0] if found else at_piece))


def arrange(desk: Desk) -> None:
    """Lay the areas out for the available room."""
    layout = desk.side.arrange(
        len(desk.board.pieces),
        edgeless=desk.board.board.grid is not None,
        watching=desk.match.client.seat is None and not shows_outcome(desk),
        looking=desk.match.looking is not None,
    )
    if layout is not None:
        desk.match.effects.append(effects.Arrange(layout))


def shows_outcome(desk: Desk) -> bool:
    """Tell whether what a deal has brought needs the rows of the hand, a watcher's too."""
    looking, board = desk.match.looking, desk.board
    reading = desk.match.reading if looking is None else looking.position
    summary = board.rolls or not board.motion.busy if looking is None else looking.summary
    if reading is None or not summary or not is_deal_over(reading.view):
        return False
    return board.board.outcome(reading.view) is not None


# --- what keys mean ------------------------------------------------------------------------------


def may_look_back(desk: Desk) -> bool:
    """Tell whether there is a trick or a deal to look back at."""
    return bool(desk.match.past)


def may_see_hands(desk: Desk) -> bool:
    """Tell whether all hands of a finished deal lie open."""
    return desk.match.open_hands is not None


def may_step(desk: Desk) -> bool:
    """Tell whether there is anything to choose among; a watcher has no hand."""
    return desk.match.client.seat is not None and bool(desk.board.pieces or desk.match.legal)


def may_give_time(desk: Desk) -> bool:
    """Tell whether this player may give more time: for a decision, or for reading."""
    paused = desk.match.paused
    return desk.match.client.may_give_time or (paused is not None and paused.ends is not None)


def may_take_back(desk: Desk) -> bool:
    """Tell whether there may be a decision that can be taken back."""
    session = desk.session
    made = session.client.moves.taken or isinstance(session.start, StartPractice)
    followed = desk.match
    return session.alone and bool(made) and not (followed.over or followed.all_taken_back)
