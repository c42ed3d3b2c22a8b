"""The player's cursor: which piece, which move of it, and what Enter would do.

Pure: no Textual, no game; boards name the pieces and moves, screens bring keys and clicks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from core.game import Move
from tui.boards.scene import Asking, Board, Cautious, Choice, Focus, Offering, Piece, Scene

Part: TypeAlias = Literal["pieces", "choices", "targets"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move to send."""

    move: Move


@dataclass(frozen=True, slots=True)
class Barred:
    """Nothing can be played here; `reason` says why in the player's language, or is empty."""

    reason: str


SelectionResult: TypeAlias = Chosen | Barred | None
"""None: only the cursor moved."""


@runtime_checkable
class Places(Protocol):
    """The additions of a board whose places have neighbours in every direction."""

    def step(self, choosing: Sequence[Move], target: int, dx: int, dy: int) -> int:
        """Return the place next to one in a direction; dy 1 is down."""
        ...


@runtime_checkable
class Grid(Places, Protocol):
    """The additions of a board without edges: a camera and zooms."""

    PITCH: Sequence[tuple[int, int]]
    """Width and height in cells of one place of the table, by zoom."""

    def shown(self, scene: Scene, width: int, height: int) -> tuple[int, int, int]:
        """Return the place in the middle of what is shown, and the zoom."""
        ...


def grid_of(board: Board) -> Grid | None:
    """Return the board as one without edges, if it is one."""
    return board if isinstance(board, Grid) else None


class Selection:
    """Follows one hand through positions; read `part`, `focus`, `pieces`, `buttons`."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.view: Any = None
        self.legal: tuple[Move, ...] = ()
        self.pieces: tuple[Piece, ...] = ()
        self.choices: tuple[Choice, ...] = ()
        self.focus = Focus()
        self.part: Part = "pieces"
        # Asked for at every key: finding out whether a board has something takes a while.
        self.grid = grid_of(board)
        self.places = board if isinstance(board, Places) else None
        self.asking = board if isinstance(board, Asking) else None
        self.offering = board if isinstance(board, Offering) else None
        self._typed = ""
        self._pulled = (0, 0)

    def take(self, view: Any, legal: Sequence[Move]) -> None:
        """Continue with another position; the chosen piece stays in hand if it is still there."""
        held = self.piece.token if self.piece else None
        self.view, self.legal = view, tuple(legal)
        self.pieces = self.board.pieces(view, self.legal)
        self.choices = self.board.choices(view, self.legal)
        tokens = [piece.token for piece in self.pieces]
        index = tokens.index(held) if held in tokens else min(self.focus.piece, len(tokens) - 1)
        index = max(0, index)
        playable = [i for i, piece in enumerate(self.pieces) if piece.moves]
        if playable and index not in playable:
            index = min(playable, key=lambda i: (abs(i - index), i))
        first = self._harmless(tuple(choice.move for choice in self.choices))
        self.focus = replace(self.focus, piece=index, choosing=(), target=first)
        self.part = "choices" if self.choices and not playable else "pieces"
        self._typed = ""

    def _harmless(self, moves: Sequence[Move]) -> int:
        """Return the index of the move on which the cursor begins."""
        if moves and isinstance(self.board, Cautious):
            return self.board.harmless(self.view, moves)
        return 0

    def reword(self) -> None:
        """Reword pieces and buttons after the language has changed; nothing else moves."""
        if self.view is not None:
            self.pieces = self.board.pieces(self.view, self.legal)
            self.choices = self.board.choices(self.view, self.legal)

    @property
    def seen(self) -> Focus:
        """The focus as boards draw it: on the buttons no piece is chosen."""
        return replace(self.focus, piece=-1) if self.part == "choices" else self.focus

    @property
    def piece(self) -> Piece | None:
        """The piece at the cursor."""
        return self.pieces[self.focus.piece] if self.focus.piece < len(self.pieces) else None

    @property
    def buttons(self) -> tuple[Choice, ...]:
        """What is offered as buttons now: the moves of the chosen piece, or those of no piece."""
        if self.part == "targets":
            label = self.board.label
            return tuple(Choice(move, label(self.view, move)) for move in self.focus.choosing)
        return self.choices

    @property
    def target(self) -> Choice:
        """The place pointed at, while one is chosen; wording all of them would take long."""
        move = self.focus.choosing[self.focus.target]
        return Choice(move, self.board.label(self.view, move))

    @property
    def on_buttons(self) -> bool:
        """Whether the arrows move among the buttons."""
        return self.part != "pieces"

    @property
    def _offered(self) -> tuple[Move, ...]:
        """The moves of the buttons."""
        if self.part == "targets":
            return self.focus.choosing
        return tuple(choice.move for choice in self.choices)

    # --- moving ---------------------------------------------------------------------------------

    def step(self, delta: int) -> None:
        """Go left or right, round the end."""
        self._typed = ""
        if self.on_buttons:
            self.focus = replace(self.focus, target=(self.focus.target + delta) % len(self.buttons))
        elif self.pieces:
            self.focus = replace(self.focus, piece=(self.focus.piece + delta) % len(self.pieces))

    def aim(self, dx: int, dy: int) -> None:
        """Go to the next piece or button, or to the next place in that direction."""
        if self.on_buttons and self.places is not None:
            target = self.places.step(self._offered, self.focus.target, dx, dy)
            self.focus = replace(self.focus, target=target)
        else:
            self.step(dx or dy)

    def zoom_to(self, zoom: int) -> None:
        """Set the zoom, within the zooms there are."""
        if self.grid is not None:
            most = len(self.grid.PITCH) - 1
            self.focus = replace(self.focus, zoom=max(0, min(most, zoom)))

    def look_at(self, x: int, y: int) -> None:
        """Move the camera. (0, 0) means an untouched one, so step beside it."""
        self.focus = replace(self.focus, camera=(x, y) if (x, y) != (0, 0) else (0, 1))

    def pulled(self, dx: int, dy: int, zoom: int) -> tuple[int, int]:
        """Add up a drag of the mouse in cells; return how many whole places it has reached."""
        if self.grid is None:
            return (0, 0)
        width, height = self.grid.PITCH[zoom]
        x, y = self._pulled[0] + dx, self._pulled[1] + dy
        across, down = int(x / width), int(y / height)
        self._pulled = (x - across * width, y - down * height)
        return across, down

    def jump(self, index: int) -> None:
        """Go to a piece or button; negative counts from the end, too far means the last one."""
        count = len(self.buttons) if self.on_buttons else len(self.pieces)
        if not count:
            return
        index = count - 1 if index < 0 or index >= count else index
        if self.on_buttons:
            self.focus = replace(self.focus, target=index)
        else:
            self.focus = replace(self.focus, piece=index)

    def climb(self, up: bool) -> bool:
        """Go up from the hand to the buttons, or down again; tell whether that was possible."""
        if self.part == "pieces" and up and self.choices:
            self.part = "choices"
            self.focus = replace(self.focus, target=min(self.focus.target, len(self.choices) - 1))
            return True
        if self.part == "choices" and not up and self.pieces:
            self.part = "pieces"
            return True
        return False

    def digit(self, digit: int) -> SelectionResult:
        """Pick by number: a button at once, a piece by one digit or two."""
        if self.on_buttons:
            index = (digit or 10) - 1
            # Bids and the like are numbers themselves: "3" means the button that says 3.
            labels = [button.label for button in self.buttons]
            if str(digit) in labels:
                index = labels.index(str(digit))
            if index >= len(self.buttons):
                return Barred("")
            self.jump(index)
            return self.enter()
        number = int(self._typed + str(digit))
        if not 1 <= number <= len(self.pieces):
            number = digit or 10
        if not 1 <= number <= len(self.pieces):
            self._typed = ""
            return Barred("")
        self.focus = replace(self.focus, piece=number - 1)
        self._typed = str(number) if number * 10 <= len(self.pieces) else ""
        return None

    def cancel(self) -> bool:
        """Leave the choice of a piece's move; tell whether there was one."""
        if self.part == "targets":
            self.part = "pieces"
            self.focus = replace(self.focus, choosing=(), target=0)
            return True
        return False

    # --- playing --------------------------------------------------------------------------------

    def enter(self) -> SelectionResult:
        """Play what the cursor is on; a piece with several moves asks which."""
        self._typed = ""
        if self.on_buttons:
            return Chosen(self.buttons[self.focus.target].move)
        piece = self.piece
        if piece is None:
            return Barred("")
        if not piece.moves:
            return Barred(piece.why_not)
        if len(piece.moves) == 1:
            return Chosen(piece.moves[0])
        self.part = "targets"
        first = self._harmless(piece.moves)
        self.focus = replace(self.focus, choosing=piece.moves, target=first)
        return None

    def tap_piece(self, index: int) -> SelectionResult:
        """Choose a clicked piece; if it is chosen already, play it."""
        if not 0 <= index < len(self.pieces):
            return None
        again = self.part == "pieces" and index == self.focus.piece
        self.cancel()
        self.part = "pieces"
        self.focus = replace(self.focus, piece=index)
        return self.enter() if again else None

    def tap_move(self, move: Move) -> SelectionResult:
        """Play at a clicked place of the table, if what is offered or in hand can go there."""
        if self.part == "targets":
            return Chosen(move) if move in self.focus.choosing else None
        piece = self.piece
        offered = (*(piece.moves if piece else ()), *self._offered)
        return Chosen(move) if move in offered else None

    def reach(self, move: Move) -> None:
        """Put the cursor on a move: on its button, its piece, or its way to play that piece."""
        self.cancel()
        offered = [choice.move for choice in self.choices]
        if move in offered:
            self.part = "choices"
            self.focus = replace(self.focus, target=offered.index(move))
            return
        for index, piece in enumerate(self.pieces):
            if move in piece.moves:
                self.part = "pieces"
                self.focus = replace(self.focus, piece=index)
                if self.enter() is None:
                    self.focus = replace(self.focus, target=piece.moves.index(move))
                return

    def point_at(self, move: Move) -> None:
        """Move the cursor to a target the mouse is over."""
        if self.on_buttons and move in self._offered:
            self.focus = replace(self.focus, target=self._offered.index(move))
