"""The page of a pulka: as part of the intermission of its last deal, and only there."""

from dataclasses import replace

import pytest

from core.games.joker import rules as joker
from core.games.joker.rules import View
from core.games.joker.sheet import deal_text
from tests.games.joker.test_summary import over
from tests.support.pictures import check_picture
from tui.boards import BOARDS
from tui.boards.contract import paint_table
from tui.boards.panel import painted_outcome
from tui.boards.scene import Focus, Scene
from tui.drawing.canvas import Canvas
from tui.drawing.look import look_from

board = BOARDS["joker"]

NAMES = ("Anna", "Boris", "Vakhtang", "Zoë Müller-Lüdenscheidt")


def ended() -> View:
    """The finished last deal of the first pulka."""
    return replace(over(), result=None, phase="deal", to_act=())


def drawn(view: View, width: int, height: int, stop: int | None = 0) -> Canvas:
    """Return the contents of the rows of the hand."""
    scene = Scene(view, NAMES, (), Focus(stop=stop), look_from({}))
    painting = painted_outcome(board, scene, width, height)
    return painting.canvas


def test_only_the_end_of_a_pulka_has_a_page() -> None:
    assert board.page_title(ended()) == "pulka 1 of 4"
    one_less = replace(ended(), sheet=ended().sheet[:3], deal=3, dealer=1)
    assert board.page_title(one_less) == ""
    assert board.page_title(replace(ended(), phase="bid", to_act=(0,))) == ""
    assert board.page_told(one_less, NAMES) == ()


@pytest.mark.parametrize("width, height", [(44, 6), (60, 6), (80, 6), (112, 10)])
def test_the_page_of_a_pulka_stands_in_the_rows_of_the_hand(
    width: int, height: int, renew: bool
) -> None:
    canvas = drawn(ended(), width, height)
    check_picture(f"joker_pulka_{width}", canvas, renew=renew)
    for there in ("4/4", "(200)", "~250~", "900", "-30"):
        assert there in "\n".join(canvas.lines())


def test_the_deal_is_read_before_it_and_its_trick_stays() -> None:
    assert "bid  took" in "\n".join(drawn(ended(), 80, 6, stop=None).lines())
    assert "bid  took" not in "\n".join(drawn(ended(), 80, 6).lines())
    view = replace(ended(), plays=("Ah", "Kh", "Qh", "Jh"), winners=(0,))
    scene = Scene(view, NAMES, (), Focus(stop=0), look_from({}))
    assert "Anna took it" in "\n".join(paint_table(board, scene, 80, 14).canvas.lines())


def test_it_is_read_out() -> None:
    """J-R31, J-R32"""
    assert board.page_told(ended(), (*NAMES[:2], "Vakhtang", "Zoë")) == (
        "Anna: 4 of 4 bids made, 900 in this pulka, 900 in all.",
        "Boris: 2 of 4 bids made, -30 in this pulka, -30 in all.",
        "Vakhtang: 3 of 4 bids made, 580 in this pulka, 580 in all.",
        "Zoë: 3 of 4 bids made, 420 in this pulka, 420 in all.",
        "Every bid made: Anna.",
        "Ringed: Anna, 200 of deal 1.",
        "Struck out: Boris, 250 of deal 2.",
    )


def test_where_nobody_is_clean_nothing_moves() -> None:
    missed = deal_text((1, 1, 1, 1), (0, 2, 2, 5), (0,) * 4)
    told = board.page_told(replace(ended(), sheet=(missed,) * 4), NAMES)
    assert told[-1] == "Nobody made every bid."


def test_a_clean_pulka_nine_of_nine_and_a_khisht_are_worth_a_moment() -> None:
    """J-R29, J-R31: in this order, and only if the sheet says so."""
    assert board.occasion(ended(), NAMES) == ("clean pulka", "Anna")
    begun = replace(ended(), sheet=ended().sheet[:3], deal=3, dealer=1)
    shown = board.occasion(begun, NAMES)
    written = begun.score_sheet().pulkas[-1].lines[-1].entries
    khishts = [NAMES[seat] for seat, entry in enumerate(written) if entry.bid and not entry.taken]
    assert shown == (("khisht", ", ".join(khishts)) if khishts else ("", ""))


@pytest.mark.usefixtures("russian")
def test_on_a_phone_a_khisht_is_named_in_full_behind_its_row() -> None:
    sheet = (deal_text((1, 0, 0, 1), (0, 0, 0, 1), (-200, 50, 50, 100)),)
    view = replace(ended(), options=joker.Options(deal_set="nines"), deal=1, sheet=sheet)
    scene = Scene(view, ("Цапля", "Root", "Сорока", "Барсук"), (), Focus(), look_from({}))
    assert "штанга" in "\n".join(painted_outcome(board, scene, 44, 6).canvas.lines())


def test_what_is_worth_a_moment_is_what_the_sheet_has() -> None:
    bids, taken = (9, 0, 0, 1), (9, 0, 0, 0)
    sheet = (deal_text(bids, taken, (0,) * 4),)
    nines = replace(ended(), options=joker.Options(deal_set="nines"), deal=1, sheet=sheet)
    assert board.occasion(nines, NAMES) == ("nine of nine", "Anna")
    khisht = replace(nines, sheet=(deal_text((9, 0, 0, 1), (8, 1, 0, 0), (0,) * 4),))
    assert board.occasion(khisht, NAMES) == ("khisht", NAMES[3])
    two = replace(khisht, seat=3, sheet=(deal_text((1, 8, 0, 1), (0, 9, 0, 0), (0,) * 4),))
    assert board.occasion(two, NAMES) == ("khisht", f"{NAMES[3]}, {NAMES[0]}"), "mine first"
    free = replace(khisht, options=joker.Options(deal_set="nines", khisht="none"))
    assert board.occasion(free, NAMES) == ("", "")
