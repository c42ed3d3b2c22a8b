"""A board as a machine, for tables, lessons and replays: the position, the cursor, the movement,
and the order of the hand. Pure.

One state: `take` continues with another position, `scene` is everything that may be drawn.
`choosing.py` carries out keys and clicks on it.
"""

from collections.abc import Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from core.game import Event, Move, Seat
from core.pieces import JOKERS, RANKS, TILES, pips_of
from tui.boards.contract import Board
from tui.boards.scene import (
    OCCASION_SECONDS,
    ROLLING_SECONDS,
    Choice,
    Focus,
    Motion,
    Piece,
    Scene,
)
from tui.drawing.look import Look

Part: TypeAlias = Literal["pieces", "choices", "targets"]
"""The entries among which the arrows move: the hand, moves without a piece, or those of a piece."""


@dataclass(slots=True)
class BoardModel:
    """A position on a game's board, and a player's cursor over it."""

    board: Board
    view: Any = None
    events: tuple[Event, ...] = ()
    """The events that led to the view."""
    legal: tuple[Move, ...] = ()
    """The moves among which the player chooses; none while there is no choice."""
    pieces: tuple[Piece, ...] = ()
    choices: tuple[Choice, ...] = ()
    focus: Focus = field(default_factory=Focus)
    part: Part = "pieces"
    picked: bool = False
    """Whether the player has put the cursor on its piece; at first it lies on any playable one."""
    trouble: str = ""
    """The reason why the last attempt had no effect."""
    unconfirmed: Move | None = None
    """A costly move that was clicked once, or whose digit was typed once."""
    motion: Motion = field(default_factory=Motion)
    awaiting: tuple[tuple[str, str], ...] = ()
    """The movements after a deal's last one: a celebration, and an empty one for the totals."""
    occasion: tuple[str, str] = ("", "")
    """The present celebration, and whose it is; it lasts as long as the movement does."""
    rolls: bool = False
    """Whether the totals are rolling, which lasts as long as the movement does."""
    summary: bool = True
    """Whether the summary of a finished deal is shown once the table is at rest."""
    hands: bool = False
    """Whether all hands of a finished deal are shown instead."""
    show_last: bool = False
    """Whether the last trick is shown although another one has begun."""
    typed: str = ""
    """The first digit of a number that a second one may complete."""
    pulled: tuple[int, int] = (0, 0)
    """The cells by which the mouse has dragged the table, beyond whole places."""
    drawn: Scene | None = None
    """The scene that was drawn last."""
    stale: bool = True
    """Whether the scene has changed since the last drawing."""
    names: Sequence[str] = ()
    """The players, by seat."""
    away: AbstractSet[Seat] = frozenset()
    """Seats of players who are away."""
    order: str = "suit"
    """The order of the hand, a key of HAND_ORDERS."""
    own_order: tuple[str, ...] = ()
    """The order into which the player has put the hand in this deal."""
    weighed: Mapping[Move, tuple[str, bool]] = field(default_factory=dict)
    """The numbers at the places of moves, as in `Scene`."""

    def take(self, view: Any, legal: Sequence[Move], events: tuple[Event, ...] = ()) -> None:
        """Continue with another position; the chosen piece stays chosen if it is still there."""
        held = self.piece.token if self.piece else None
        self.view, self.legal, self.events = view, tuple(legal), events
        self._describe()
        tokens = [piece.token for piece in self.pieces]
        index = tokens.index(held) if held in tokens else min(self.focus.piece, len(tokens) - 1)
        index = max(0, index)
        self.picked &= held in tokens
        playable = [i for i, piece in enumerate(self.pieces) if piece.moves]
        if playable and index not in playable:
            index = min(playable, key=lambda i: (abs(i - index), i))
        self._begin(index)
        moves = tuple(choice.move for choice in self.choices)
        first = self.board.harmless(view, moves) if moves else 0
        self.focus = replace(self.focus, target=first)
        begins = bool(moves) and not playable
        self.part = "choices" if begins else "pieces"

    def celebrate(self, now: float) -> None:
        """Advance: to the celebration, then to the totals, which roll, and then to rest."""
        self.occasion, self.rolls = ("", ""), False
        if self.awaiting:
            self.occasion, *after = self.awaiting
            self.awaiting, self.rolls = tuple(after), not self.occasion[0]
            seconds = ROLLING_SECONDS if self.rolls else OCCASION_SECONDS
            self.motion.begin(seconds, 0.0, now)

    @property
    def celebrates(self) -> bool:
        """Whether a deal's end is celebrated, or its totals roll; the table itself is at rest."""
        return self.rolls or bool(self.occasion[0])

    def finish(self) -> bool:
        """End a movement, a hold or a celebration at once; tell whether there was one."""
        self.awaiting, self.occasion, self.rolls = (), ("", ""), False
        return self.motion.finish()

    def close(self) -> None:
        """Offer no move until another position is taken; the hand stays as it is."""
        self.legal, self.choices, self.part = (), (), "pieces"
        self.pieces = tuple(Piece(piece.token, ()) for piece in self.pieces)
        self._begin(self.focus.piece)

    def _begin(self, piece: int) -> None:
        """Forget an unfinished choice, with the cursor on a piece."""
        self.trouble, self.unconfirmed, self.typed, self.stale = "", None, "", True
        self.focus = replace(self.focus, piece=piece, choosing=(), target=0, stop=None)

    def sort(self, order: str, own: tuple[str, ...] = ()) -> None:
        """Sort the hand differently; the cursor stays on its piece."""
        held, self.order, self.own_order, self.stale = self.piece, order, own, True
        if self.view is None or held is None:
            return
        self._describe()
        tokens = [piece.token for piece in self.pieces]
        self.focus = replace(self.focus, piece=tokens.index(held.token))

    def reword(self) -> None:
        """Reword everything after the language has changed; the cursor stays."""
        self.trouble, self.stale = "", True
        if self.view is not None:
            self._describe()

    def _describe(self) -> None:
        if self.own_order and not {piece.token for piece in self.pieces} & set(self.own_order):
            self.own_order = ()  # another deal
        listed, trump = self.board.pieces(self.view, self.legal), getattr(self.view, "trump", "")
        self.pieces = sorted_hand(listed, self.order, trump, self.own_order)
        self.choices = self.board.choices(self.view, self.legal)

    # --- the scene, and the choice --------------------------------------------------------------

    def scene(self, look: Look) -> Scene:
        """Return everything that the board may draw: built once for all the areas that show it."""
        if self.stale or self.drawn is None or self.drawn.look is not look:
            self.drawn = Scene(
                view=self.view,
                names=tuple(self.names),
                legal=self.legal,
                focus=self.seen,
                look=look,
                away=frozenset(self.away),
                events=self.events,
                moment=1.0 if self.celebrates else self.motion.moment,
                occasion=self.occasion if self.motion.busy else ("", ""),
                summary=self.summary and not (self.hands or (self.motion.busy and not self.rolls)),
                rolled=self.motion.moment if self.rolls else 1.0,
                hands=self.hands,
                show_last=self.show_last,
                hand=self.pieces,
                weighed=self.weighed,
            )
            self.stale = False
        return self.drawn

    @property
    def seen(self) -> Focus:
        """The focus as boards draw it: on the buttons no piece is chosen."""
        return replace(self.focus, piece=-1) if self.part == "choices" else self.focus

    @property
    def piece(self) -> Piece | None:
        """The piece at the cursor; None if it is on no piece."""
        return self.pieces[self.focus.piece] if 0 <= self.focus.piece < len(self.pieces) else None

    @property
    def buttons(self) -> tuple[Choice, ...]:
        """The buttons offered now: the moves of the chosen piece, or the moves of no piece."""
        if self.part == "targets":
            label = self.board.label
            return tuple(Choice(move, label(self.view, move)) for move in self.focus.choosing)
        return self.choices

    @property
    def target(self) -> Choice:
        """The place pointed at during a choice; putting all of them into words would take long."""
        move = self.focus.choosing[self.focus.target]
        return Choice(move, self.board.label(self.view, move))

    @property
    def on_buttons(self) -> bool:
        """Whether the arrows move among the buttons."""
        return self.part != "pieces"

    @property
    def on_grid(self) -> bool:
        """Whether the choice is among places on the table itself, too many for a list."""
        return self.part == "targets" and self.board.grid is not None

    @property
    def offered(self) -> tuple[Move, ...]:
        """The moves of the buttons."""
        if self.part == "targets":
            return self.focus.choosing
        return tuple(choice.move for choice in self.choices)


def sorted_hand(
    pieces: Sequence[Piece], order: str, trump: str, own: Sequence[str]
) -> tuple[Piece, ...]:
    """Sort a hand that the board has listed; `order` is one of HAND_ORDERS.

    The player's `own` order of tokens takes precedence. A piece without a place in it keeps its
    neighbours from the other order.
    """
    found = list(pieces)
    match order:
        case "rank":
            found.sort(key=lambda piece: -_rank(piece.token))
        case "left" | "right" if trump not in ("", "none"):
            found.sort(key=lambda piece: _is_trump(piece.token, trump) is (order == "right"))
    if own:
        places = {token: at for at, token in enumerate(own)}
        found.sort(key=lambda piece: places.get(piece.token, len(own)))
    return tuple(found)


def moved(pieces: Sequence[Piece], index: int, way: int) -> tuple[str, ...]:
    """Return the tokens of a hand in which one has changed places with its neighbour."""
    tokens = [piece.token for piece in pieces]
    other = index + way
    if 0 <= index < len(tokens) and 0 <= other < len(tokens):
        tokens[index], tokens[other] = tokens[other], tokens[index]
    return tuple(tokens)


def _is_trump(token: str, trump: str) -> bool:
    return token in JOKERS or token[1] == trump


def _rank(token: str) -> int:
    if token in JOKERS:
        return len(RANKS)
    return pips_of(token) if token in TILES else RANKS.index(token[0])
