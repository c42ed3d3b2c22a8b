"""The board of Kozel: pictures at both sizes, what can be clicked, and the sentences."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, strategies as st

from core.game import Event, PlainEvent, Result
from core.games.kozel import rules as game
from core.games.kozel.rules import Options, View
from core.games.kozel.view import LastDeal
from core.pieces import tile_names
from core.shuffle import RandomDecks
from tests.support.dealing import begin, make
from tests.support.lines import whole_set
from tests.support.pictures import check_picture
from tui.boards import BOARDS, Focus, Scene
from tui.boards.contract import distinct, paint_table
from tui.boards.panel import painted_outcome
from tui.drawing.art.tiles import tile
from tui.drawing.canvas import Painting
from tui.drawing.look import Look, look_from
from tui.plain.table import MoveList

kozel = BOARDS["kozel"]

LOOK = look_from({})
NAMES = ("Anna", "Борис", "Vakhtang", "Zoë Müller-Lüdenscheidt")
TABLE_80, TABLE_160, TABLE_44 = (54, 17), (112, 35), (44, 20)
HAND_80, HAND_160, HAND_44 = (54, 5), (112, 11), (44, 6)


VIEW = View(
    seat=0,
    seats=4,
    options=Options(),
    to_act=(0,),
    deal=3,
    totals=(0, 34, 51, 20),
    result=None,
    hand=("1-0", "4-2", "5-3", "6-6"),
    sizes=(4, 3, 5, 2),
    market=7,
    line=("4-5", "5-5", "5-1", "1-6"),
    opened_at=1,
    opener=1,
    opening="5-5",
    drawn=0,
    taken=(0, 0, 1, 0),
    lacks=((), (), (), ()),
    hanging=(0, 0, 0, 0),
    sheet=((0, 14, 31, 20), (0, 20, 20, 0)),
    last=LastDeal((8, 20, 20, 0), 3),
    hands=(),
    dealt=(),
)
LEGAL = ("lay 4-2 left", "lay 6-6 right")
LAID = (PlainEvent("moved", 3, {"move": "lay 5-4 left"}),)
HANDS = (("4-4",), ("6-5", "5-4"), ("6-6", "5-3"), ())
FINISHED = replace(
    VIEW, to_act=(), deal=2, hand=HANDS[0], hands=HANDS, sizes=tuple(map(len, HANDS))
)
"""The finished deal before that of VIEW, lying open."""


def scene(
    view: View = VIEW, legal: tuple[str, ...] = LEGAL, look: Look = LOOK, **more: Any
) -> Scene:
    more.setdefault("focus", Focus(piece=1))
    more.setdefault("events", LAID)
    return Scene(view=view, names=NAMES[: view.seats], legal=legal, look=look, **more)


def text(painting: Painting) -> str:
    return "\n".join(painting.canvas.lines())


def moves(painting: Painting) -> set[int | str]:
    return {hit.what[1] for hit in painting.hits if hit.what[0] == "move"}


# --- pictures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("size, name", [(TABLE_80, "80"), (TABLE_160, "160"), (TABLE_44, "44")])
def test_the_table(size: tuple[int, int], name: str, renew: bool) -> None:
    painting = paint_table(kozel, scene(away=frozenset([1])), *size)
    check_picture(f"kozel_table_{name}", painting.canvas, renew=renew)


@pytest.mark.parametrize("size, name", [(TABLE_80, "80"), (TABLE_160, "160"), (TABLE_44, "44")])
def test_the_end_of_a_deal(size: tuple[int, int], name: str, renew: bool) -> None:
    painting = paint_table(kozel, scene(FINISHED, ()), *size)
    check_picture(f"kozel_end_{name}", painting.canvas, renew=renew)


@pytest.mark.parametrize("size, name", [(HAND_80, "80"), (HAND_160, "160"), (HAND_44, "44")])
def test_the_hand(size: tuple[int, int], name: str, renew: bool) -> None:
    check_picture(f"kozel_hand_{name}", kozel.paint_hand(scene(), *size).canvas, renew=renew)


def test_rows_of_the_sheet_stand_under_the_names_and_the_sum_below_them() -> None:
    rows = """\
    ▶ A    Б    V    Z
  1    –   14   31   20
  2    –   20   20    0
 ──────────────────────
 Σ     –   34   51   20
 entry 13: Anna
 goat at 101"""
    assert rows in text(kozel.paint_sheet(scene(), 24, 10))
    wide = text(kozel.paint_sheet(scene(), 46, 14))
    assert "Anna     Борис  Vakhtang Zoë Müll…\n  1         –        14" in wide
    assert "no entry yet, 13 or more needed: Anna" in wide


@pytest.mark.parametrize("depth", ["mono", "16"])
def test_without_colour_dim_and_chosen_tiles_differ_in_shape(depth: Any, renew: bool) -> None:
    drawn = kozel.paint_hand(scene(look=look_from({}, depth=depth)), *HAND_80).canvas
    check_picture("kozel_hand_mono", drawn, renew=renew)


def test_in_ascii_nothing_else_is_drawn(renew: bool) -> None:
    view, look = replace(VIEW, seats=3, sizes=(4, 3, 5)), look_from({}, ascii_only=True)
    view = replace(view, totals=VIEW.totals[:3], sheet=((0, 14, 31),), hanging=(0, 0, 0))
    names = ("Anna", "Boris", "Vakhtang")
    for paint in (partial(paint_table, kozel), kozel.paint_hand, kozel.paint_sheet):
        drawn = paint(Scene(view, names, LEGAL, Focus(piece=1), look, events=LAID), 54, 17).canvas
        assert text(Painting(drawn)).replace("·", "").isascii()


def test_all_28_tiles_are_on_the_table(renew: bool) -> None:
    line = tuple(f"{a}-{b}" for a, b in whole_set(Random(3)))
    view = replace(VIEW, line=line, opened_at=9, hand=(), market=0)
    check_picture("kozel_28_80", paint_table(kozel, scene(view, ()), *TABLE_80).canvas, renew=renew)


def test_where_the_line_cannot_be_drawn_its_ends_can_be_read() -> None:
    line = tuple(f"{a}-{b}" for a, b in whole_set(Random(3)))
    view = replace(VIEW, line=line, opened_at=9)
    shown = text(paint_table(kozel, scene(view), 30, 6))
    assert f"◀{line[0][0]}" in shown
    assert f"{line[-1][2]}▶" in shown
    assert "..." in shown


def test_a_line_that_outgrows_its_room_at_80x24_is_still_drawn_as_tiles() -> None:
    """The whole set, wherever the line was opened."""
    for seed in range(20):
        line = tuple(f"{a}-{b}" for a, b in whole_set(Random(seed)))
        for opened_at in (0, 9, 27):
            view = replace(VIEW, line=line, opened_at=opened_at, hand=(), market=0)
            shown = text(paint_table(kozel, scene(view, ()), 54, 14))
            assert shown.count("▐") >= 28, "a tile is more than its name"


def test_a_long_line_stays_large_in_a_large_window(renew: bool) -> None:
    line = tuple(f"{a}-{b}" for a, b in whole_set(Random(3)))
    for tiles in (line[:22], line):
        view = replace(VIEW, line=tiles, opened_at=9, hand=())
        painting = paint_table(kozel, scene(view, ()), 112, 34)
        assert text(painting).count("●") > 60
        check_picture(f"kozel_{len(tiles)}_160", painting.canvas, renew=renew)


# --- the end of a deal -------------------------------------------------------------------------


def outcome_of(view: View) -> str:
    painting = painted_outcome(kozel, scene(view, ()), 80, 6)
    assert painting is not None
    return text(painting)


def test_line_and_market_stay_as_a_deal_ends() -> None:
    for size in (TABLE_80, TABLE_160, TABLE_44):
        table = text(paint_table(kozel, scene(FINISHED, ()), *size))
        assert "market 7" in table
        assert "◀4" in table
        assert "6▶" in table or "◀6" in table


@pytest.mark.parametrize("size", [TABLE_80, TABLE_44])
def test_a_watcher_reads_the_name_at_the_bottom_apart_from_the_tiles(size: tuple[int, int]) -> None:
    view = replace(VIEW, seat=None, hand=(), to_act=(1,))
    assert "Anna ▐▐▐▐ 4" in text(paint_table(kozel, scene(view, (), events=()), *size))


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("size", [TABLE_80, (80, 17), TABLE_160])
def test_a_finished_deal_without_its_summary_shows_the_hands_open(
    size: tuple[int, int], seat: int | None
) -> None:
    view = replace(FINISHED, seat=seat, hand=HANDS[0] if seat == 0 else ())
    shown = text(paint_table(kozel, scene(view, (), summary=False, events=()), *size))
    if size == TABLE_160:
        assert "▐6▌▐5▌" in shown
        assert "▐6▌▐5▌▐" not in shown
    else:
        assert "6-5 5-4" in shown
        assert "6-6 5-3" in shown
    assert ("4-4" in shown) is (seat is None)


def test_an_open_hand_too_long_for_its_seat_says_how_many_tiles_are_missing() -> None:
    hand = tuple(tile_names((1 << 12) - 1))
    hands = (HANDS[0], hand, *HANDS[2:])
    view = replace(FINISHED, hands=hands, sizes=tuple(map(len, hands)))
    shown = text(paint_table(kozel, scene(view, (), summary=False, events=()), *TABLE_80))
    assert " ".join((*hand[:3], "+9")) in shown


# --- hands and clicks --------------------------------------------------------------------------


def test_twenty_tiles_fit_80_columns_and_54() -> None:
    hand = tuple(tile_names((1 << 20) - 1))
    view = replace(VIEW, hand=hand, sizes=(20, 1, 1, 1))
    for width in (80, 54):
        painting = kozel.paint_hand(scene(view), width, 4)
        assert sorted(hit.what for hit in painting.hits) == [("piece", i) for i in range(20)]
        assert sum(char.isdigit() for char in text(painting)) == 40


def test_every_tile_of_the_hand_answers_the_mouse() -> None:
    for size in (HAND_80, HAND_160, (54, 3), (20, 2)):
        painting = kozel.paint_hand(scene(), *size)
        assert [hit.what for hit in painting.hits] == [("piece", i) for i in range(4)]


def test_the_end_where_the_chosen_tile_fits_is_lit_and_can_be_clicked() -> None:
    painting = paint_table(kozel, scene(), *TABLE_80)
    assert moves(painting) == {"lay 4-2 left"}
    (hit,) = [hit for hit in painting.hits if hit.what[0] == "move"]
    grounds = {
        painting.canvas.styles[y][x][1]
        for y in range(hit.y, hit.y + hit.height)
        for x in range(hit.x, hit.x + hit.width)
    }
    assert LOOK.chosen in grounds
    assert not moves(paint_table(kozel, scene(focus=Focus(piece=0)), *TABLE_80))


def test_while_an_end_is_chosen_only_that_one_is_lit() -> None:
    view = replace(VIEW, hand=("4-4", "6-4", "6-6"))
    ways = ("lay 6-4 left", "lay 6-4 right")
    both = paint_table(kozel, scene(view, ways, focus=Focus(piece=1)), *TABLE_80)
    assert moves(both) == set(ways)
    for target, way in enumerate(ways):
        focus = Focus(piece=1, choosing=ways, target=target)
        assert moves(paint_table(kozel, scene(view, ways, focus=focus), *TABLE_80)) == {way}


def test_a_pair_of_doubles_belongs_to_both() -> None:
    """K-R9"""
    view = replace(VIEW, hand=("4-4", "6-1", "6-6"))
    legal = ("lay 4-4 left", "lay 6-1 right", "lay 6-6 right", "lay 4-4 left 6-6 right")
    found = kozel.pieces(view, legal)
    assert [piece.moves for piece in found] == [
        ("lay 4-4 left", "lay 4-4 left 6-6 right"),
        ("lay 6-1 right",),
        ("lay 6-6 right", "lay 4-4 left 6-6 right"),
    ]
    assert kozel.label(view, legal[0]) == "at the 4"
    assert kozel.label(view, legal[1]) == "at the 6"
    assert kozel.label(view, legal[3]) == "both ends, 4 and 6"


def test_where_both_ends_show_one_number_a_tile_has_one_move_and_both_ends_play_it() -> None:
    """K-R6: the two placements are the same position, so there is nothing to choose."""
    view = replace(VIEW, line=("4-1", "1-4"), opened_at=0, hand=("6-4",))
    legal = distinct(kozel, view, ("lay 6-4 left", "lay 6-4 right"))
    assert legal == ("lay 6-4 left",)
    (piece,) = kozel.pieces(view, legal)
    assert kozel.label(view, *piece.moves) == "at either 4"
    painting = paint_table(kozel, scene(view, legal, focus=Focus(piece=0)), *TABLE_80)
    ends = [hit for hit in painting.hits if hit.what == ("move", "lay 6-4 left")]
    assert len(ends) == 2
    typed = MoveList("kozel", view, legal)
    assert typed.meant("6-4 right", aloud=False) == ["lay 6-4 left"], "also as the rules write it"
    assert distinct(kozel, VIEW, ("lay 6-4 left", "lay 6-4 right")) == (
        "lay 6-4 left",
        "lay 6-4 right",
    )


@pytest.mark.parametrize(
    "move, words", [("draw", "draw · market 7"), ("pass", "pass · market empty")]
)
def test_the_market_is_lit_and_clicked_when_one_must_go_there(move: str, words: str) -> None:
    """K-R8"""
    view = VIEW if move == "draw" else replace(VIEW, market=0)
    for size in (TABLE_80, TABLE_160, TABLE_44):
        painting = paint_table(kozel, scene(view, (move,)), *size)
        assert f"▶ {words}" in text(painting)
        assert moves(painting) == {move}
    assert [choice.move for choice in kozel.choices(view, (move,))] == [move]


@pytest.mark.parametrize(
    "view, legal, reason",
    [
        (VIEW, LEGAL, "1-0 fits neither 4 nor 6"),
        (replace(VIEW, line=("4-5", "5-4")), ("draw",), "1-0 does not fit: both ends show 4"),
        (replace(VIEW, line=()), ("lay 5-5 left",), "you must open with 5-5"),
        (VIEW, (), "it is not your turn"),
        (replace(VIEW, result=Result((101, 3), (2, 1), (0,))), (), "the match is over"),
    ],
)
def test_a_dim_tile_has_its_reason(view: View, legal: tuple[str, ...], reason: str) -> None:
    piece = kozel.pieces(view, legal)[0]
    assert not piece.moves
    assert piece.why_not == reason


def test_the_opening_tile_is_shown_as_an_outline() -> None:
    view = replace(VIEW, line=(), opener=0, opening="6-6")
    painting = paint_table(kozel, scene(view, ("lay 6-6 left",), events=()), *TABLE_80)
    assert "You open with 6-6." in text(painting)
    assert "╭───╮" in text(painting)
    assert moves(painting) == {"lay 6-6 left"}
    other = paint_table(kozel, scene(replace(view, opener=2, opening=None), ()), *TABLE_80)
    assert "Vakhtang opens with any tile." in text(other)


def test_a_spectator_sees_all_seats_and_no_hand() -> None:
    view = replace(VIEW, seat=None, hand=())
    shown = text(paint_table(kozel, scene(view, ()), *TABLE_80))
    for name in ("Anna", "Борис", "Vakhtang", "Zoë"):
        assert name in shown
    assert not kozel.paint_hand(scene(view, ()), *HAND_80).hits


def test_a_laid_tile_flies_from_its_player_to_its_place() -> None:
    def column(moment: float) -> int:
        painting = paint_table(kozel, scene(moment=moment), *TABLE_80)
        fresh = tile(LOOK, 4, 5, "digits", upright=False, fresh=True).styles[1][2][1]
        return next(
            (
                x
                for row in painting.canvas.styles
                for x, style in enumerate(row)
                if style[1] == fresh
            ),
            99,
        )

    places = [column(moment) for moment in (0.05, 0.3, 1.0)]
    assert places == sorted(places, reverse=True)
    assert len(set(places)) == 3


def test_the_sheet_tells_what_hangs_who_leads_and_the_goat() -> None:
    """K-R14, K-R15"""
    hanging = replace(VIEW, hanging=(8, 0, 0, 0))
    assert "Anna: 8 carried" in text(kozel.paint_sheet(scene(hanging), 40, 12))
    totals = (0, 104, 118, 60)
    over = replace(FINISHED, totals=totals, result=Result(totals, (1, 3, 4, 2), (2,)))
    shown = text(kozel.paint_sheet(scene(over, ()), 40, 12))
    assert "goat: Vakhtang" in shown
    assert "★0" in shown
    assert "the goat!" in outcome_of(over)
    assert kozel.occasion(over, scene(over).names) == ("the goat!", "Vakhtang")


def test_a_long_sheet_keeps_its_newest_deals() -> None:
    rows = tuple((n, 0, 0, 0) for n in range(13, 43))
    shown = text(kozel.paint_sheet(scene(replace(VIEW, sheet=rows)), 24, 10))
    assert "30   42" in shown
    assert "…" in shown
    assert "13" not in shown.split("\n")[1]


# --- words -------------------------------------------------------------------------------------

EVENTS = [
    (
        PlainEvent("moved", 1, {"move": "lay 6-4 left", "opens": True}),
        "Борис lays 6-4.",
        "Борис ставит 6-4.",
    ),
    (
        PlainEvent("moved", 0, {"move": "lay 6-4 left", "opens": True}),
        "You lay 6-4.",
        "Вы ставите 6-4.",
    ),
    (
        PlainEvent("drew", 1, {"count": 2, "market": 0}),
        "Борис draws a tile, the market is empty now.",
        "Борис берёт кость, больше на базаре ничего нет.",
    ),
    (
        PlainEvent("moved", 1, {"move": "lay 6-4 left"}),
        "Борис lays 6-4 on the left.",
        "Борис ставит 6-4 слева.",
    ),
    (
        PlainEvent("moved", 0, {"move": "lay 6-4 right"}),
        "You lay 6-4 on the right.",
        "Вы ставите 6-4 справа.",
    ),
    (
        PlainEvent("moved", 1, {"move": "lay 4-4 left 2-2 right"}),
        "Борис lays two doubles at once: 4-4 left, 2-2 right.",
        "Борис дуплится: 4-4 слева, 2-2 справа.",
    ),
    (PlainEvent("moved", 1, {"move": "draw"}), "", ""),
    (PlainEvent("moved", 1, {"move": "pass"}), "Борис passes.", "Борис пасует."),
    (
        PlainEvent("drew", 1, {"count": 2, "market": 5}),
        "Борис draws a tile, 5 left in the market.",
        "Борис берёт кость, на базаре осталось 5.",
    ),
    (
        PlainEvent("drew", 0, {"count": 1, "market": 5, "tile": "6-2"}),
        "You draw 6-2, 5 left in the market.",
        "Вы берёте 6-2, на базаре осталось 5.",
    ),
    (
        PlainEvent("began", None, {"deal": 3, "opener": 1, "tile": "5-5"}),
        "Deal 3. Борис opens with 5-5.",
        "Кон 3. Борис заходит: 5-5.",
    ),
    (
        PlainEvent("began", None, {"deal": 3, "opener": 0, "tile": None}),
        "Deal 3. You open with any tile.",
        "Кон 3. Ваш заход: любая кость.",
    ),
    (
        PlainEvent("shown", None, {"hands": []}),
        "Fish: nobody can lay a tile any more.",
        "Рыба: ставить больше нечего.",
    ),
    (PlainEvent("shown", 1, {"hands": []}), "Борис is out.", "Борис выходит: кости кончились."),
    (
        PlainEvent(
            "deal", None, {"deal": 1, "points": [0, 14], "totals": [0, 34], "left": [0, 14]}
        ),
        "You write nothing, total 0; Борис writes 14, total 34.",
        "Вы ничего не пишете, всего 0; Борис пишет 14, всего 34.",
    ),
    (
        PlainEvent("deal", None, {"deal": 1, "points": [0, 0], "totals": [0, 0], "left": [7, 0]}),
        "You hold 7 but write nothing, total 0; Борис writes nothing, total 0.",
        "У вас 7, но вы ничего не пишете, всего 0; Борис не пишет ничего, всего 0.",
    ),
    (PlainEvent("unheard of", 1, {}), "", ""),
]


@pytest.mark.parametrize("event, english_words, russian_words", EVENTS)
def test_every_event_is_one_sentence(
    spoken: str, event: Event, english_words: str, russian_words: str
) -> None:
    said = kozel.sentence(event, NAMES, 0)
    assert said == (english_words if spoken == "en" else russian_words)


def test_the_headline_tells_deal_and_ends() -> None:
    assert kozel.headline(VIEW) == "deal 3 · ends 4 and 6"
    assert kozel.headline(replace(VIEW, line=())) == "deal 3"
    assert kozel.headline(replace(VIEW, result=Result((), (), ()))) == "match over"


@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]), st.integers(1, 200), st.integers(1, 60))
def test_any_position_can_be_drawn_at_any_size(
    seed: int, seats: int, width: int, height: int
) -> None:
    rng = Random(seed)
    state = begin(game, Options(target=50), seats, RandomDecks(rng))
    for _ in range(rng.randrange(60)):
        if not game.to_act(state):
            break
        seat = game.to_act(state)[0]
        events = tuple(make(game, state, seat, rng.choice(game.legal(state, seat))))
        for viewer in (0, None):
            seen = tuple(event.seen_by(viewer) for event in events)
            assert all(isinstance(kozel.sentence(event, NAMES, viewer), str) for event in seen)
    view = game.view(state, 0)
    shown = scene(view, tuple(game.legal(state, 0)), summary=rng.random() < 0.7)
    for paint in (partial(paint_table, kozel), kozel.paint_hand, kozel.paint_sheet):
        drawn = paint(shown, width, height).canvas
        assert (drawn.width, drawn.height) == (width, height)


def test_the_board_is_in_the_list() -> None:
    assert BOARDS["kozel"] is kozel


def test_the_tiles_that_were_left_stand_beside_what_they_cost() -> None:
    drawn = outcome_of(FINISHED)
    for seat, hand in enumerate(FINISHED.hands):
        if seat != FINISHED.last.out:
            assert " ".join(hand) in drawn


def test_a_fish_is_worth_a_moment_and_going_out_is_not() -> None:
    """K-R10: the market is empty and no hand has a tile that fits."""
    ended = scene(FINISHED, ())
    assert ended.view.last.out is not None
    assert kozel.occasion(ended.view, ended.names) == ("", "")
    fish = replace(ended.view, last=replace(ended.view.last, out=None))
    assert kozel.occasion(fish, ended.names) == ("fish", "")
