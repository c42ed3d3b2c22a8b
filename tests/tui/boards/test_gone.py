"""Pieces played in a deal are listed by suit or number, unless a house rule forbids it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from tests.support.matches import positions
from tests.tui.boards.test_finished_deals import case
from tui.boards import BOARDS
from tui.boards.trick_table import put_gone
from tui.drawing.canvas import Canvas
from tui.drawing.look import DEFAULTS, contrast, look_from
from tui.drawing.theming import ORDER, Themes

GAMES_OF_TRICKS = ("joker", "domino_poker")
LOOK = look_from(DEFAULTS)
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


def views(game: str, **rules: str) -> Iterator[Any]:
    """Give the view of a spectator after each move of a match."""
    usual = case(game)
    table = replace(usual, options=replace(usual.options, **rules))
    for match in positions(table, seed=4):
        yield match.game.view(match.state, None)


@pytest.mark.parametrize("game", GAMES_OF_TRICKS)
def test_what_has_been_played_is_listed_once_and_nothing_else(game: str) -> None:
    board, most = BOARDS[game], 0
    for view in views(game):
        if getattr(view, "fifth", None) is not None:
            assert board.gone(view, LOOK) == ()
            continue
        listed = [sign for _, pieces, _ in board.gone(view, LOOK) for sign in pieces.split()]
        if game == "joker":
            assert listed[-1] == f"{sum(play.startswith('X') for play in view.plays)}/2"
            played = sum(not play.startswith("X") for play in view.plays)
            count = sum(sign != "·" for sign in listed[:-1])
        else:
            played = sum(1 if tile[0] == tile[2] else 2 for tile in view.played)
            count = sum(sign != "·" for sign in listed)
        assert count == played
        most = max(most, played)
    assert most > 4


@pytest.mark.parametrize("game", GAMES_OF_TRICKS)
def test_a_house_rule_lets_only_the_last_trick_be_seen(game: str) -> None:
    board = BOARDS[game]
    for view in views(game, gone="hidden"):
        assert board.gone(view, LOOK) == ()
        if getattr(view, "fifth", None) is None:
            said = board.spoken_part(view, NAMES[: view.seats], "gone")
            assert said == ("By the rules of this table only the last trick may be seen.",)


@pytest.mark.parametrize("game", GAMES_OF_TRICKS)
def test_plain_mode_lists_what_has_been_played(game: str) -> None:
    said = {BOARDS[game].spoken_part(view, NAMES[: view.seats], "gone")[:1] for view in views(game)}
    assert ("Nothing has been played.",) in said
    assert any(each and each[0].startswith("Played so far: ") for each in said)


def test_tricks_that_need_the_rows_keep_them() -> None:
    rows = (("6", "  6", LOOK.active), ("5", "  ·", LOOK.active))
    free, full = (Canvas(20, 8, LOOK.panel_ink, LOOK.panel) for _ in range(2))
    full.put(1, 5, "a trick")
    for canvas in (free, full):
        put_gone(canvas, LOOK, rows)
    assert free.lines()[5:] == [" what has been played"[:20], " 6    6", " 5    ·"]
    assert full.lines()[5:] == [" a trick", "", ""]


@pytest.mark.parametrize("theme", [name for name in ORDER if name not in ("tty16", "mono")])
@pytest.mark.parametrize("game", GAMES_OF_TRICKS)
def test_the_signs_before_the_rows_can_be_read_in_every_theme(game: str, theme: str) -> None:
    look = look_from(Themes().by_name[theme].colours("true")[1])
    rows = BOARDS[game].gone(next(views(game)), look)
    canvas = Canvas(40, 12, look.panel_ink, look.panel)
    put_gone(canvas, look, rows)
    drawn = [canvas.styles[y][1] for y in range(12 - len(rows), 12)]
    assert min(contrast(ink, ground) for ink, ground, _ in drawn) >= 4.5
