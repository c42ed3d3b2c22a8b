"""Keys and clicks at a board: they move the cursor and the camera, and choose moves.

Functions over a BoardModel, by the names of the wishes. Pure: the caller draws, rings and sends the
moves.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any, Final, TypeAlias

from core.game import Move
from tui.actions import Action
from tui.boards.model import BoardModel

CURSOR: Final = frozenset(("step", "climb", "jump", "digit", "tap", "hover"))
"""Wishes that `move_cursor` follows."""

CAMERA: Final = frozenset(("zoom", "pan", "pull", "wheel"))
"""Wishes that `move_camera` follows."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A move to send."""

    move: Move


@dataclass(frozen=True, slots=True)
class Barred:
    """No move is possible here; `reason` explains why in the player's language, or is empty."""

    reason: str


Outcome: TypeAlias = Chosen | Barred | None
"""None: only the cursor moved."""


def move_cursor(model: BoardModel, name: str, *given: Any, careful: bool = False) -> Outcome:
    """Follow a wish of CURSOR; return the move to make, or the reason why there is none.

    A "tap" is on ("piece", index), ("move", move) or ("button", index), as is a "hover". `careful`:
    a click on a move that the board calls costly, or its digit, has to come twice.
    """
    model.stale = True
    if name == "hover":
        if given[0] == "move" and model.on_buttons and given[1] in model.offered:
            _point(model, target=model.offered.index(given[1]))
        return None
    unconfirmed, model.unconfirmed, model.trouble = model.unconfirmed, None, ""
    match name:
        case "step":
            _aim(model, given[0], 0)
        case "climb":
            _climb(model, *given)
        case "jump":
            _jump(model, *given)
        case "digit":
            return _asked_twice(model, _digit(model, *given), unconfirmed, careful=careful)
        case "tap":
            return _asked_twice(model, _tap(model, *given), unconfirmed, careful=careful)
        case _:
            raise ValueError(name)
    return None


def enter(model: BoardModel) -> Outcome:
    """Play the piece or button at the cursor; a piece with several moves asks for one of them."""
    model.unconfirmed = None
    return _noted(model, _enter(model))


def cancel(model: BoardModel) -> bool:
    """Leave the choice of a piece's move; tell whether there was one."""
    model.unconfirmed, model.stale = None, True
    if model.part != "targets":
        return False
    model.part = "pieces"
    model.focus = replace(model.focus, choosing=(), target=0)
    return True


def reach(model: BoardModel, move: Move) -> None:
    """Put the cursor on a move: on its button, or on its piece with this way of playing it."""
    cancel(model)
    model.trouble = ""
    move = model.board.twin(model.view, move)
    offered = [choice.move for choice in model.choices]
    if move in offered:
        model.part = "choices"
        _point(model, target=offered.index(move))
        return
    for index, piece in enumerate(model.pieces):
        if move in piece.moves:
            model.part = "pieces"
            _pick(model, index)
            if _enter(model) is None:
                _point(model, target=piece.moves.index(move))
            return


def move_camera(model: BoardModel, name: str, *given: Any) -> bool:
    """Follow a wish of CAMERA; tell whether the table looks different now.

    The last argument is the size of the table as it is drawn, in columns and rows. The camera stays
    where the player puts it.
    """
    grid = model.board.grid
    if grid is None or model.drawn is None:
        return False
    model.stale = True
    x, y, zoom = grid.shown(model.drawn, *given[-1])
    match name, given:
        case (("zoom" | "wheel"), (steps, _)):
            steps = -steps if name == "wheel" else steps
            zoom = max(0, min(len(grid.pitch) - 1, zoom + steps))
            model.focus = replace(model.focus, zoom=zoom)
        case "pan", (dx, dy, _):
            _look_at(model, x + dx, y - dy)
        case "pull", (dx, dy, _):
            across, down = _pull(model, dx, dy, *grid.pitch[zoom])
            if not across and not down:
                return False
            _look_at(model, x - across, y + down)
    return True


# --- the cursor ----------------------------------------------------------------------------------


def _point(model: BoardModel, **where: int) -> None:
    model.focus = replace(model.focus, **where)  # type: ignore[arg-type]


def _pick(model: BoardModel, index: int) -> None:
    """Put the cursor on a piece of the player's own choice."""
    model.picked = True
    _point(model, piece=index)


def _aim(model: BoardModel, dx: int, dy: int) -> None:
    """Go to the next piece or button, wrapping round, or to the next place in that direction."""
    focus, model.typed = model.focus, ""
    if model.on_buttons:
        _point(model, target=model.board.step(model.offered, focus.target, dx, dy))
    elif model.pieces:
        _pick(model, (focus.piece + (dx or dy)) % len(model.pieces))


def _climb(model: BoardModel, dy: int) -> None:
    """Go up from the hand to the buttons, or down again; among places, go up or down."""
    if model.part == "targets" or (model.part == "choices" and not model.pieces):
        _aim(model, 0, dy)
    elif model.part == "pieces" and dy < 0 and model.choices:
        model.part = "choices"
        _point(model, target=min(model.focus.target, len(model.choices) - 1))
    elif model.part == "choices" and dy > 0:
        model.part = "pieces"


def _jump(model: BoardModel, index: int) -> None:
    """Go to a piece or button; negative numbers count from the end, large ones mean the last."""
    count = len(model.offered) if model.on_buttons else len(model.pieces)
    if count:
        index = count - 1 if index < 0 or index >= count else index
        if model.on_buttons:
            _point(model, target=index)
        else:
            _pick(model, index)


def _digit(model: BoardModel, digit: int) -> Outcome:
    """Choose by number: a button by one digit at once, a piece by one or two digits."""
    if model.on_buttons:
        index = (digit or 10) - 1
        # Bids and the like are numbers themselves: "3" means the button that says 3.
        labels = [button.label for button in model.buttons]
        if str(digit) in labels:
            index = labels.index(str(digit))
        if index >= len(labels):
            return Barred("")
        _point(model, target=index)
        return _enter(model)
    count, number = len(model.pieces), int(model.typed + str(digit))
    if not 1 <= number <= count:
        number = digit or 10
    if not 1 <= number <= count:
        model.typed = ""
        return Barred("")
    _pick(model, number - 1)
    model.typed = str(number) if number * 10 <= count else ""
    return None


def _tap(model: BoardModel, what: str, which: Any) -> Outcome:
    if what == "piece":
        return _tap_piece(model, which)
    if what == "move":
        return _tap_move(model, which)
    if not model.on_buttons:
        _climb(model, -1)
    if not model.on_grid:
        _jump(model, which)
    return _enter(model)


def _tap_piece(model: BoardModel, index: int) -> Outcome:
    """Choose a clicked piece; if it has already been chosen, play it."""
    if not 0 <= index < len(model.pieces):
        return None
    again = model.picked and model.part == "pieces" and index == model.focus.piece
    cancel(model)
    model.part = "pieces"
    _pick(model, index)
    return _enter(model) if again else None


def _tap_move(model: BoardModel, move: Move) -> Outcome:
    """Play at a clicked place of the table, if an offered move or the chosen piece goes there.

    If the piece only happens to lie under the cursor, the first click marks the place.
    """
    piece = model.piece
    if model.part != "targets" and move in model.offered:
        return Chosen(move)
    if piece is None or move not in piece.moves:
        return None
    marked = model.part == "targets" and model.focus.choosing[model.focus.target] == move
    if model.picked or marked:
        return Chosen(move)
    model.part = "targets"
    target = piece.moves.index(move)
    model.focus = replace(model.focus, choosing=piece.moves, target=target)
    return None


def _enter(model: BoardModel) -> Outcome:
    model.typed, model.stale = "", True
    if model.on_buttons:
        return Chosen(model.offered[model.focus.target])
    piece = model.piece
    if piece is None:
        return Barred("")
    if not piece.moves:
        return Barred(piece.why_not)
    if len(piece.moves) == 1:
        return Chosen(piece.moves[0])
    model.part = "targets"
    first = model.board.harmless(model.view, piece.moves)
    model.focus = replace(model.focus, choosing=piece.moves, target=first)
    return None


def _noted(model: BoardModel, outcome: Outcome) -> Outcome:
    """Note the reason if the outcome is no move."""
    model.trouble = outcome.reason if isinstance(outcome, Barred) else ""
    return outcome


def _asked_twice(
    model: BoardModel, outcome: Outcome, unconfirmed: Move | None, *, careful: bool
) -> Outcome:
    """Ask about a costly move until it is chosen once more."""
    if (
        isinstance(outcome, Chosen)
        and careful
        and outcome.move != unconfirmed
        and model.board.costly(model.view, outcome.move)
    ):
        model.unconfirmed = outcome.move
        return None
    return _noted(model, outcome)


# --- the camera ----------------------------------------------------------------------------------


def _look_at(model: BoardModel, x: int, y: int) -> None:
    """Move the camera. (0, 0) means an untouched one, so step beside it."""
    model.focus = replace(model.focus, camera=(x, y) if (x, y) != (0, 0) else (0, 1))


def _pull(model: BoardModel, dx: int, dy: int, width: int, height: int) -> tuple[int, int]:
    """Add up a drag of the mouse in cells; return the number of grid places it has crossed."""
    x, y = model.pulled[0] + dx, model.pulled[1] + dy
    across, down = int(x / width), int(y / height)
    model.pulled = (x - across * width, y - down * height)
    return across, down


# --- the keys, one row each ----------------------------------------------------------------

_HAS_NO_EDGES: Final = attrgetter("board.board.grid")

CAMERA_KEYS: Final = (
    Action("zoom_in", "plus,equals_sign", "zoom", shown="+-", wish=("zoom", 1), when=_HAS_NO_EDGES),
    Action("zoom_out", "minus", "zoom out", hidden=True, wish=("zoom", -1), when=_HAS_NO_EDGES),
    *(
        Action(
            *(f"pan_{key}", f"shift+{key}", label),
            shown="Shift+←↑→↓" if key == "left" else "",
            hidden=key != "left",
            in_place=True,
            wish=("pan", x, y),
            when=_HAS_NO_EDGES,
        )
        for key, label, x, y in (
            ("left", "look around", -1, 0),
            ("right", "look to the right", 1, 0),
            ("up", "look further up", 0, -1),
            ("down", "look further down", 0, 1),
        )
    ),
)
"""The camera keys of a table without edges, wherever one is shown."""


def hand(may_step: Callable[[Any], bool]) -> tuple[Action, ...]:
    """Return the actions of a hand with a cursor, at a table and in lessons."""
    return (
        *(
            Action(
                *(key, key, "choose" if key == "left" else ""),
                shown="←→" if key == "left" else "",
                hidden=key != "left",
                in_place=True,
                wish=wish,
                when=may_step if wish[0] == "step" else None,
            )
            for key, wish in (
                ("left", ("step", -1)),
                ("right", ("step", 1)),
                ("up", ("climb", -1)),
                ("down", ("climb", 1)),
            )
        ),
        *CAMERA_KEYS,
        Action("first", "home", "the first piece", hidden=True, in_place=True, wish=("jump", 0)),
        Action(
            *("last_piece", "end", "the last piece"), hidden=True, in_place=True, wish=("jump", -1)
        ),
        *(
            Action("", str(n), hidden=True, wish=("digit", n), only_due=True, answers=True)
            for n in range(10)
        ),
    )
