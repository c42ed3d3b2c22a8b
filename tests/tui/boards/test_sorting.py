"""The order of the hand: sorted in every way, or by hand, and the piece that a key then plays."""

import pytest

from core.games.kozel import rules as kozel
from tests.support.machine import Ann
from tests.support.screens import my_turn, opened, seen, until
from tui.boards.model import moved, sorted_hand
from tui.boards.scene import Piece
from tui.start import StartSolo
from tui.table.effects import Preferences, Redraw

HAND = tuple(Piece(token, ()) for token in ["As", "9s", "Kh", "6h", "Qd", "Tc", "Xr"])


@pytest.mark.parametrize(
    "order, own, tokens",
    [
        ("suit", (), "As 9s Kh 6h Qd Tc Xr"),
        ("rank", (), "Xr As Kh Qd Tc 9s 6h"),
        ("left", (), "Kh 6h Xr As 9s Qd Tc"),
        ("right", (), "As 9s Qd Tc Kh 6h Xr"),
        ("suit", ("Tc", "As"), "Tc As 9s Kh 6h Qd Xr"),
    ],
)
def test_a_hand_is_sorted(order: str, own: tuple[str, ...], tokens: str) -> None:
    assert [piece.token for piece in sorted_hand(HAND, order, "h", own)] == tokens.split()


def test_tiles_are_ranked_by_their_pips() -> None:
    tiles = [Piece(token, ()) for token in ("6-4", "0-0", "6-6", "5-4")]
    assert sorted_hand(tiles, "rank", "", ())[0].token == "6-6"


def test_a_piece_changes_places_with_its_neighbour_and_stays_at_the_ends() -> None:
    assert moved(HAND[:3], 0, 1) == ("9s", "As", "Kh")
    assert moved(HAND[:3], 2, 1) == ("As", "9s", "Kh")


async def test_the_piece_at_the_cursor_is_played_however_the_hand_is_sorted() -> None:
    async with opened(StartSolo("kozel", 4, "easy", {}, 3)) as pilot:
        table = await my_turn(pilot)
        board = table.model.board
        held = board.piece
        assert held is not None
        await pilot.press("z")
        await seen(pilot, "The hand: by rank")
        assert pilot.app.settings.sort == "rank"
        await until(pilot, lambda: board.piece == held)
        before = [piece.token for piece in board.pieces]
        await pilot.press("z", "z", "z")
        await seen(pilot, "The hand: by suit")
        assert board.piece == held
        before = [piece.token for piece in board.pieces]
        way = "greater_than_sign" if board.focus.piece == 0 else "less_than_sign"
        await pilot.press(way)
        assert board.piece == held
        assert [piece.token for piece in board.pieces] != before
        await pilot.press("enter")
        if len(held.moves) > 1:
            await pilot.press("enter")
        await until(pilot, lambda: held.token not in table.session.client.view.hand)


def test_a_hand_sorted_otherwise_is_drawn_at_once() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.model.match.legal)
    before = ann.model.board.pieces
    ann.preferences = Preferences(sort="rank")
    done = ann.model.tell("The hand: by rank", ann.now)
    assert ann.model.board.pieces != before
    assert any(isinstance(effect, Redraw) and "hand" in effect.areas for effect in done)
