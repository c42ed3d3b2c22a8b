"""The effects of actions that need a board and a cursor: functions over a `Desk`. Pure.

The rows of `actions.py` name most of them; `model.py` has those of the mouse.
"""

from dataclasses import dataclass, field

from core.game import is_deal_over
from tui.boards import choosing
from tui.boards.choosing import Barred, Chosen, Outcome
from tui.boards.model import BoardModel, moved
from tui.language.rulebook import PARAGRAPH
from tui.language.text import t
from tui.preferences.settings import HAND_ORDERS
from tui.start import StartPractice
from tui.table import effects, match, showing
from tui.table.advising import turn_advice
from tui.table.effects import CHOICE, Preferences
from tui.table.match import MatchModel
from tui.table.session import TableSession
from tui.table.side import SidePanel


@dataclass(slots=True)
class Desk:
    """Everything that an action may read and change."""

    session: TableSession
    match: MatchModel
    board: BoardModel
    side: SidePanel = field(default_factory=SidePanel)
    wanted: Preferences = field(default_factory=Preferences)
    """The present settings."""
    now: float = 0.0


def enter(desk: Desk) -> None:
    """Play the chosen piece, or continue after reading."""
    followed = desk.match
    if followed.reading is not None:
        read_on(desk)
    elif followed.seeking:
        pass  # the requested hint comes first, as the line over the hand says
    elif followed.legal:
        follow(desk, choosing.enter(desk.board))
    elif followed.over:
        showing.show_places(followed)
    else:
        refuse(desk, "")


def go_back(desk: Desk) -> None:
    """Leave the innermost activity: typing, reading, a choice; or else the table."""
    followed = desk.match
    if desk.side.typing:
        fall_silent(desk)
    elif followed.reading is not None:
        showing.continue_from(followed, desk.board, desk.wanted, desk.now)
    elif followed.seeking:
        followed.seeking = False
        followed.effects.append(effects.Redraw(CHOICE))
    elif choosing.cancel(desk.board):
        followed.effects.append(effects.Redraw(CHOICE))
    else:
        followed.effects.append(effects.AskLeave())


def is_begun(desk: Desk) -> bool:
    """Tell whether Esc would end something begun, and not yet leave the table."""
    followed = desk.match
    begun = followed.reading is not None or followed.looking is not None or followed.seeking
    return begun or desk.side.typing or desk.board.part == "targets" or desk.board.motion.busy


def read_on(desk: Desk) -> None:
    """Show the next result of the deal being read, or continue."""
    if desk.match.reading is not None and not showing.walk(desk.match, desk.board):
        showing.continue_from(desk.match, desk.board, desk.wanted, desk.now)


def follow(desk: Desk, outcome: Outcome) -> None:
    """Carry out the outcome of a key or a click at the board."""
    match outcome:
        case Chosen(move):
            showing.make_move(desk.match, desk.board, desk.wanted, move, desk.now)
        case Barred(reason):
            refuse(desk, reason)
        case None:
            desk.match.effects.append(effects.Redraw(CHOICE))


def refuse(desk: Desk, why: str) -> None:
    """Give the reason for refusing a move."""
    desk.board.trouble = why
    desk.match.effects += (effects.Ring(), effects.Redraw(CHOICE))


def look_back(desk: Desk) -> None:
    """Look at the last trick, then at the last deal, then at the table again."""
    if desk.match.past:
        match.look_back(desk.match)
        _look(desk)
    else:
        desk.match.effects.append(effects.Notify(t("There is nothing to look back at yet")))


def look_at_hands(desk: Desk) -> None:
    """Look at all hands of the last finished deal, or at the table again."""
    if desk.match.open_hands is not None:
        match.look_at_hands(desk.match)
        _look(desk)
    else:
        said = t("All hands can be seen when a deal is over, unless a house rule hides them")
        desk.match.effects.append(effects.Notify(said))


def choose_ahead(desk: Desk) -> None:
    """Choose the piece at the cursor for the coming turn, or say when that is possible."""
    if showing.may_choose(desk.match, desk.board):
        showing.choose(desk.match, desk.board)
    else:
        said = t("A piece can be chosen ahead while others are to act")
        desk.match.effects.append(effects.Notify(said))


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
    """Have the rest of the deal played, if all of it is the player's."""
    if claimable(desk) and match.claim_rest(desk.match):
        showing.show_again(desk.match, desk.board, desk.wanted, desk.now)
        desk.match.effects.append(effects.Redraw())


def undo(desk: Desk) -> None:
    """Take back a decision; ask first if the match would stop counting in statistics."""
    session = desk.session
    counts = not (session.client.taken_back or isinstance(session.start, StartPractice))
    asks = counts and may_take_back(desk) is True
    desk.match.effects.append(effects.AskTakeBack() if asks else effects.TakeBack())


def ask_stand_in(desk: Desk) -> None:
    """Have the owner choose a bot to play for the first player who is away."""
    if desk.session.lost:
        desk.match.effects.append(effects.AskStandIn(desk.session.lost[0]))


def sort_hand(desk: Desk) -> None:
    """Sort the hand in the next way."""
    ways = list(HAND_ORDERS)
    desk.match.effects.append(
        effects.SortHand(ways[(ways.index(desk.board.order) + 1) % len(ways)])
    )


def shift_piece(desk: Desk, way: int) -> None:
    """Move the chosen piece to another place of the hand."""
    board = desk.board
    if board.part == "pieces":
        board.sort(board.order, moved(board.pieces, board.focus.piece, way))
        desk.match.effects.append(effects.Redraw(CHOICE))


def toggle_side(desk: Desk) -> None:
    """Show or hide the side; while the player is typing, only end the typing."""
    if desk.side.opened or desk.side.typing:
        fall_silent(desk)
    else:
        desk.side.toggle()


def talk(desk: Desk) -> None:
    """Open the chat line, which must be laid out before it takes letters."""
    desk.side.talk()
    arrange(desk)
    desk.match.effects.append(effects.OpenChat())


def fall_silent(desk: Desk) -> None:
    """Close the chat line."""
    desk.side.fall_silent()
    desk.match.effects.append(effects.CloseChat())


def open_rules(desk: Desk) -> None:
    """Open the rule book, at the paragraph just cited if there is one."""
    board = desk.board
    found, piece = PARAGRAPH.search(board.trouble), board.piece
    at_piece = piece.rule if piece and board.legal and not board.trouble else ""
    desk.match.effects.append(effects.OpenRules(found[0] if found else at_piece))


def arrange(desk: Desk) -> None:
    """Lay out the areas for the width of the window."""
    layout = desk.side.arrange(
        len(desk.board.pieces),
        edgeless=desk.board.board.grid is not None,
        watching=desk.match.client.seat is None and not shows_outcome(desk),
        looking=desk.match.looking is not None,
    )
    if layout is not None:
        desk.match.effects.append(effects.Arrange(layout))


def shows_outcome(desk: Desk) -> bool:
    """Tell whether the end of a deal needs the rows of the hand, even a watcher's."""
    looking, board = desk.match.looking, desk.board
    reading = desk.match.reading if looking is None else looking.position
    summary = board.celebrates or not board.motion.busy if looking is None else looking.summary
    if reading is None or not summary or not is_deal_over(reading.view):
        return False
    return board.board.outcome(reading.view) is not None


# --- when keys have a meaning --------------------------------------------------------------------


def may_step(desk: Desk) -> bool:
    """Tell whether there are pieces or moves to choose among; a watcher has none."""
    return desk.match.client.seat is not None and bool(desk.board.pieces or desk.match.legal)


def may_ask_for_seat(desk: Desk) -> bool:
    """Tell whether this is a watcher who may ask for a seat: the room or an answer is known."""
    client = desk.match.client
    return client.room is not None and client.seat is None and not client.requested


def may_give_time(desk: Desk) -> bool:
    """Tell whether this player may give others more time, for a decision or for reading."""
    paused = desk.match.paused
    return desk.match.client.may_give_time or (paused is not None and paused.ends is not None)


def may_take_back(desk: Desk) -> bool | str:
    """Tell whether a decision can be taken back; "" if the key explains why not."""
    session = desk.session
    made = session.client.moves.taken or isinstance(session.start, StartPractice)
    followed = desk.match
    may = session.alone and bool(made) and not (followed.over or followed.all_taken_back)
    return may or ""


def claimable(desk: Desk) -> bool:
    """Tell whether the rest of the deal is the player's, and worth a key: two tricks or more."""
    followed = desk.match
    if not followed.rest_is_mine or followed.shown is None or len(desk.board.pieces) < 2:
        return False
    return bool(followed.rest_of != followed.shown.view.deal)
