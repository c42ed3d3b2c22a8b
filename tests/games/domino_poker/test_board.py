"""The board of Domino Poker: the hand by strength, the trick, the ring, the sheet, sentences."""

from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import pytest

from core.game import Event, PlainEvent, Result
from core.games.domino_poker import rules as game
from core.games.domino_poker.bot import choose
from core.games.domino_poker.row import Fifth
from core.games.domino_poker.rules import Options, View
from core.games.domino_poker.sheet import schedule
from core.games.domino_poker.tricks import BY_STRENGTH, is_trump, strength
from core.shuffle import SeededDecks
from tests.support.dealing import begin, make
from tests.support.matches import daily
from tests.support.pictures import check_picture
from tui.boards import BOARDS, Focus, Scene
from tui.boards.choosing import Chosen, enter, move_cursor
from tui.boards.contract import paint_table
from tui.boards.model import BoardModel
from tui.boards.panel import painted_outcome
from tui.drawing.canvas import Painting
from tui.drawing.look import Look, contrast, look_from
from tui.drawing.theming import ORDER, Themes
from tui.games.domino_poker.hand import drawn, sign, strength_text
from tui.games.domino_poker.row import RING, step
from tui.games.domino_poker.words import duty, lead_word, taker
from tui.language.text import use_language

domino_poker = BOARDS["domino_poker"]

LOOK = look_from({})
NAMES = ("Ann", "Boris", "Katya", "Dima")
SIX = (*NAMES, "Eve", "Fedor")
TABLES = ((54, 14, "80"), (112, 34, "160"), (60, 10, "60"), (44, 20, "44"))
HANDS = ((80, 6, "80"), (160, 10, "160"), (44, 6, "44"))


SIXES = ("1000/1000", "0200/1101", "0001/1011", "1111/2110", "1111/1211", "2111/2211")
"""Six finished deals of 1 to 6 tiles."""

VIEW = View(
    seat=0,
    seats=4,
    options=Options(),
    to_act=(0,),
    deal=7,
    phase="play",
    totals=(37, 47, 32, 37),
    starter=2,
    leader=2,
    hand=("5-3", "6-2", "6-3", "5-4", "6-6", "2-0", "1-1"),
    bids=(2, 0, 0, 3),
    taken=(0, 0, 0, 0),
    played=("4-0", "6-0"),
    last=("2-1", "5-5", "6-5", "3-2"),
    last_leader=1,
    sheet=SIXES,
    last_draw=(),
    fifth=None,
    result=None,
)
"""A trump has been led in 7-I, the viewer is the third to play."""


def scene(view: View = VIEW, look: Look = LOOK, **more: Any) -> Scene:
    more.setdefault("focus", Focus())
    more.setdefault("legal", tuple(game.legal(view)))
    return Scene(view=view, names=SIX[: view.seats], look=look, **more)


def text(painting: Painting) -> str:
    return "\n".join(painting.canvas.lines())


def table(view: View = VIEW, size: tuple[int, int] = (54, 14), **more: Any) -> str:
    return text(paint_table(domino_poker, scene(view, **more), *size))


def moves_of(painting: Painting) -> set[int | str]:
    return {hit.what[1] for hit in painting.hits if hit.what[0] == "move"}


def leading(*trick: str, hand: str = "") -> View:
    """The viewer has to reply to this trick, the first of a deal as large as the hand."""
    leader = (4 - len(trick)) % 4
    tiles = tuple(sorted(hand.split() or VIEW.hand, key=strength))
    return replace(
        VIEW,
        deal=len(tiles),
        sheet=VIEW.sheet[: len(tiles) - 1],
        starter=leader,
        leader=leader,
        played=trick,
        hand=tiles,
    )


def at_stage(stage: str, **more: Any) -> View:
    deals = schedule(VIEW.options, VIEW.seats)
    number = next(n for n, deal in enumerate(deals, 1) if deal.stage == stage)
    bids = (None,) * 4
    return replace(VIEW, deal=number, bids=bids, played=(), **more)


def fifth(phase: str, **more: Any) -> View:
    """The worked example of D-R22: seat 2 takes position 10, 4-2, and counts to the right."""
    known: dict[str, Any] = {
        "chooser": 2,
        "position": None if phase == "pick" else 10,
        "tile": "" if phase == "pick" else "4-2",
        "direction": "right" if phase in ("decide", "over") else "",
        "decisions": ("", "", "", ""),
        "tiles": ("6-3", "", "", "") if phase == "decide" else ("", "", "", ""),
    }
    known |= more
    view = at_stage("fifth", phase=phase, hand=(), fifth=Fifth(**known))
    return replace(view, to_act=(2, 3, 0, 1) if phase == "decide" else (2,))


OVER = replace(
    fifth("over", decisions=("show", "show", "keep", "show"), tiles=("6-3", "4-2", "", "2-1")),
    to_act=(),
    result=Result((67, 17, 32, 7), (1, 3, 2, 4)),
)


# --- the hand and its moves --------------------------------------------------------------------


def test_the_hand_stands_from_the_strongest_tile() -> None:
    """D-R2."""
    tokens = [piece.token for piece in domino_poker.pieces(VIEW, ())]
    assert tokens[:3] == ["1-1", "2-0", "6-6"]
    assert [strength(token) for token in tokens] == sorted(map(strength, tokens), reverse=True)


@pytest.mark.parametrize(
    "led, hand, tile, reason",
    [
        ("4-0", "1-1 2-0 6-6", "6-6", "a trump was led: you must play a trump (D-R14)"),
        (
            "4-0",
            "1-1 2-0 6-6",
            "1-1",
            "1-1 is no trump: it may not be played on a trump while you hold one (D-R14)",
        ),
        (
            "1-1",
            "0-0 6-0 3-3",
            "6-0",
            "1-1 was led: you must play your strongest trump, 0-0 (D-R15)",
        ),
    ],
)
def test_a_dim_tile_says_which_paragraph_forbids_it(
    led: str, hand: str, tile: str, reason: str
) -> None:
    view = leading(led, hand=hand)
    pieces = {piece.token: piece for piece in domino_poker.pieces(view, tuple(game.legal(view)))}
    assert pieces[tile].why_not == reason
    assert not pieces[tile].moves


def test_on_an_ordinary_lead_every_tile_may_be_played() -> None:
    """D-R13."""
    view = leading("5-4", hand="1-1 2-0 6-6")
    assert all(piece.moves for piece in domino_poker.pieces(view, tuple(game.legal(view))))


def test_bids_are_buttons_that_answer_to_their_digit() -> None:
    view = at_stage("plain", phase="bid", to_act=(0,), starter=0, hand=("2-0",), sheet=())
    model = BoardModel(domino_poker)
    model.take(view, tuple(game.legal(view)))
    assert [choice.label for choice in domino_poker.choices(view, model.legal)] == ["0", "1"]
    assert move_cursor(model, "digit", 0) == Chosen("bid 0")


@pytest.mark.parametrize(
    "tile, said",
    [
        ("1-1", "poker, no. 1 of 28"),
        ("0-0", "trump, no. 2 of 28"),
        ("6-0", "trump, no. 3 of 28"),
        ("6-6", "12 pips, no. 9 of 28"),
        ("2-1", "3 pips, no. 28 of 28"),
    ],
)
def test_the_strength_of_a_tile_is_told_in_words(tile: str, said: str) -> None:
    """D-R2."""
    assert strength_text(tile) == said
    assert said in domino_poker.label(VIEW, f"play {tile}")


def test_tiles_of_equal_pips_have_the_same_strength() -> None:
    """D-R3."""
    assert len({strength_text(tile) for tile in ("5-3", "4-4", "6-2")}) == 1


def test_trumps_and_the_poker_have_a_sign_also_without_colour() -> None:
    """D-R1."""
    for look in (LOOK, look_from({}, depth="mono"), look_from({}, ascii_only=True)):
        signs = {tile: sign(look, tile) for tile in BY_STRENGTH}
        assert len({signs[tile] for tile in signs if is_trump(tile)}) == 1
        assert len(set(signs.values())) == 3
        assert all(not signs[tile] for tile in signs if strength(tile) <= 12)
        for kind in ("large", "pips", "digits", "mini"):
            for upright in (True, False):
                shown = drawn(look, "6-0", kind, upright=upright)
                assert any(signs["6-0"] in line for line in shown.lines())


def test_a_click_on_a_tile_finds_it() -> None:
    for width, height, _ in HANDS:
        painting = domino_poker.paint_hand(scene(), width, height)
        assert {hit.what for hit in painting.hits} == {("piece", i) for i in range(7)}


def test_before_a_blind_bid_tiles_lie_face_down() -> None:
    """D-R12."""
    view = at_stage("blind", phase="bid", hand=())
    shown = text(domino_poker.paint_hand(scene(view), 80, 6))
    assert "▚" in shown
    assert not set(shown) & set("●0123456789")
    assert not domino_poker.paint_hand(scene(view), 80, 6).hits


# --- the trick ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "led, word, demand",
    [
        ("5-4", "ordinary tile led", "any tile may be played"),
        ("4-0", "trump led", "trumps must be played"),
        ("1-1", "poker led", "strongest trump must be played"),
    ],
)
def test_the_kind_of_the_lead_and_what_it_demands_are_in_sight(
    led: str, word: str, demand: str
) -> None:
    """D-R13 to D-R15."""
    view = leading(led)
    assert (lead_word(view), duty(view)) == (word, demand)
    assert f"{word}: {demand}" in table(view)
    assert word in domino_poker.headline(view)


def test_who_takes_the_trick_so_far_is_marked() -> None:
    lines = table(leading("4-0", "6-0", "2-2"), (112, 34)).split("\n")
    marked = next(line for line in lines if "▶" in line and "◀" in line)
    assert "▲" in marked


@pytest.mark.parametrize("rule, winner", [("first_played", 1), ("last_played", 3)])
def test_of_equal_pips_the_house_rule_decides(rule: str, winner: int) -> None:
    """D-R3."""
    view = replace(VIEW, options=Options(equal_pips=rule))
    assert taker(view, ("5-3", "4-4", "6-2", "2-1"), 1) == winner


def test_the_last_trick_stays_until_somebody_leads() -> None:
    view = replace(VIEW, played=VIEW.last, last_leader=0, starter=0, hand=VIEW.hand[:6])
    view = replace(view, leader=2, to_act=(2,), taken=(0, 0, 1, 0))
    assert "Katya takes the trick with 6-5." in table(view)
    assert "takes the trick" not in table(replace(view, played=(*view.last, "4-0"), to_act=(3,)))
    over = replace(view, to_act=())
    assert "takes the trick" not in table(over), (
        "where a deal is over the line over the hand says it"
    )
    assert "Katya takes the trick with 6-5." in table(over, show_last=True)


def test_looking_back_shows_the_last_trick_during_the_next_one() -> None:
    assert "Dima takes the trick with 6-5." in table(show_last=True)


def test_bids_and_tricks_are_marks() -> None:
    view = replace(VIEW, bids=(1, 0, 3, 2), taken=(1, 1, 2, 0), played=(*VIEW.last * 4, "4-0"))
    shown = table(view)
    assert "● 1/1" in shown
    assert "●●○ 2/3" in shown
    assert "pass" in shown
    assert "✚" in shown


@pytest.mark.parametrize("bid, said", [(0, "no trick: +5"), (3, "exactly 3: +30")])
def test_while_bidding_one_reads_what_the_bid_would_bring(bid: int, said: str) -> None:
    """D-R18."""
    view = replace(VIEW, phase="bid", played=(), bids=(None, None, 0, 3))
    assert said in table(view, focus=Focus(target=bid))


def test_the_hook_is_explained_to_the_last_bidder() -> None:
    """D-R11."""
    options = Options(hook="on")
    view = replace(VIEW, phase="bid", played=(), bids=(None, 1, 0, 3), options=options, starter=1)
    assert "up to 7 (D-R11)" in table(view)


@pytest.mark.parametrize("stage, pays", [("hapok", "+10 a trick"), ("mizer", "-10 a trick")])
def test_hapok_and_mizer_say_what_they_pay(stage: str, pays: str) -> None:
    """D-R19."""
    view = at_stage(stage, taken=(0, 2, 0, 0), starter=0, leader=0)
    assert pays in table(view)
    assert pays in domino_poker.headline(view)
    assert stage.capitalize() in table(view)
    assert "took 2" in table(view)


def test_in_the_first_deal_one_sees_how_the_starter_was_drawn() -> None:
    """D-R8."""
    state = begin(game, Options(), 6, SeededDecks(4))
    view = game.view(state, state.starter)
    shown = table(view)
    assert all(name in shown for name in SIX)
    assert "begins" in shown


def test_the_draw_has_its_heading_at_every_bid_of_a_small_window() -> None:
    state = begin(game, Options(), 4, SeededDecks(4))
    view = game.view(state, state.starter)
    for focus in range(2):
        assert "High tile begins:" in table(view, focus=Focus(target=focus))


def test_a_flying_tile_is_on_its_way() -> None:
    moved = (PlainEvent("moved", 3, {"move": "play 6-0"}),)
    assert table(events=moved, moment=0.1) != table(events=moved)


# --- the fifth stage ---------------------------------------------------------------------------


def test_the_row_is_a_ring_of_28_places() -> None:
    """D-R24."""
    assert len(set(RING)) == 28
    for (x, y), (next_x, next_y) in zip(RING, (*RING[1:], RING[0]), strict=True):
        assert abs(x - next_x) + abs(y - next_y) == 1


def test_arrows_reach_every_place_of_the_row() -> None:
    picks = tuple(f"pick {n}" for n in range(28))
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        for target in range(28):
            assert 0 <= step(picks, target, dx, dy) < 28
    assert step(picks, 3, 1, 0) == 4
    assert step(picks, 20, 1, 0) == 19  # the lower side runs to the left
    assert step(picks, 3, 0, 1) == 23
    assert step(picks, 0, 0, 1) == 27
    assert step(picks, 27, 1, 0) == 13


def test_the_chooser_picks_with_arrows_or_a_click() -> None:
    """D-R22."""
    view = replace(fifth("pick"), seat=2)
    model = BoardModel(domino_poker)
    model.take(view, tuple(game.legal(view)))
    move_cursor(model, "step", 1)
    move_cursor(model, "climb", 1)
    assert enter(model) == Chosen("pick 25")
    assert moves_of(paint_table(domino_poker, scene(view), 54, 14)) == set(model.legal)
    move_cursor(model, "hover", "move", "pick 7")
    assert model.focus.target == 7
    assert move_cursor(model, "tap", "move", "pick 10") == Chosen("pick 10")


@pytest.mark.parametrize("size", [(54, 14), (112, 34), (60, 10)])
def test_counted_tiles_are_numbered_and_dealt_ones_have_their_owners_letter(
    size: tuple[int, int],
) -> None:
    """D-R22, D-R23: 4-2 counts off 11..16, then seats 2, 3, 0, 1 get 17..20."""
    cells = {}
    painting = paint_table(domino_poker, scene(fifth("decide")), *size)
    picks = paint_table(domino_poker, scene(replace(fifth("pick"), seat=2)), *size)
    for hit in picks.hits:
        if hit.what[0] == "move":
            rows = painting.canvas.chars[hit.y : hit.y + hit.height]
            cell = ["".join(row[hit.x : hit.x + hit.width]) for row in rows]
            cells[int(str(hit.what[1]).removeprefix("pick "))] = " ".join(cell)
    for number, position in enumerate(range(11, 17), 1):
        assert str(number) in cells[position]
    for letter, position in zip("KDAB", range(17, 21), strict=True):
        assert letter in cells[position] or (letter == "A" and "6" in cells[position])
    assert "K" not in cells[21]


def test_before_the_direction_is_named_one_sees_what_it_would_count() -> None:
    """D-R22."""
    view = replace(fifth("count"), seat=2)
    left, right = (table(view, focus=Focus(target=target)) for target in (0, 1))
    assert left != right
    assert domino_poker.question(view) == "Your turn: count which way round?"
    assert "pick" not in table(replace(view, seat=0))


def test_the_own_tile_lies_face_up_and_nobody_elses() -> None:
    """D-R23."""
    view = fifth("decide")
    assert "your tile: 6-3, 9 pips" in table(view)
    assert "9 pips" in text(domino_poker.paint_hand(scene(view), 80, 6))
    labels = [choice.label for choice in domino_poker.choices(view, ("show", "keep"))]
    assert labels == ["show 6-3", "keep it hidden"]
    unknown = fifth("decide", tiles=("", "", "", ""))
    assert "your tile" not in table(replace(unknown, seat=None))


def test_decisions_are_disclosed_with_their_points() -> None:
    """D-R26."""
    shown = table(OVER)
    assert "6-3 +30" in shown
    assert "4-2 -30" in shown
    assert "2-1 -30" in shown
    assert "hidden 0" in shown
    assert "Ann: +30" in shown


def test_when_nobody_shows_nobody_gains() -> None:
    """D-R26."""
    kept = fifth("over", decisions=("keep",) * 4, tiles=("6-3", "", "", ""))
    assert "nobody gains anything" in table(replace(kept, to_act=(), result=OVER.result))


def test_decisions_in_turn_are_seen_at_once() -> None:
    """D-R25, option stage5_reveal."""
    options = Options(stage5_reveal="in_turn")
    view = fifth("decide", decisions=("", "", "show", "keep"), tiles=("6-3", "", "5-5", ""))
    shown = table(replace(view, options=options, to_act=(0,)))
    assert "shows 5-5" in shown
    assert "keeps it hidden" in shown


def test_players_with_one_initial_have_letters_of_their_own_and_digits_only_count() -> None:
    twins = replace(scene(fifth("decide")), names=("Ann", "Alex", "Katya", "Dima"))
    assert "L Alex" in text(paint_table(domino_poker, twins, 54, 14))


# --- the sheet ---------------------------------------------------------------------------------


def test_the_sheet_has_the_rows_of_the_paper_one() -> None:
    """D-R7."""
    lines = text(domino_poker.paint_sheet(scene(OVER), 80, 40)).split("\n")
    heads = [line.split()[0] for line in lines[1:] if line and "──" not in line]
    rows = [
        *("1", "2", "3", "4", "5", "6", "7-I", "7-II", "7-III", "7-IV"),
        *("6", "5", "4", "3", "2", "1", "blind", "hapok", "mizer", "fifth"),
    ]
    assert heads[: len(rows)] == rows


SHEETS = {
    (26, 8): """\
       ▶ A    B    K    D
2        11   -5   10    6
3        12    0   11   16
4        14   10   21    6
5        24   12   31   16
6       ★44   14   41   26
▶7-I    2/0  0/0  0/0  3/0
7-II""",
    (48, 15): """\
 5       1/1   24  1/2   12  1/1   31  1/1   16
 6       2/2  ★44  1/2   14  1/1   41  1/1   26
 ▶7-I    2/0       0/0       0/0       3/0
 7-II
""",
    (78, 27): """\
 5       1/1  +10    24  1/2   +2    12  1/1  +10    31  1/1  +10    16
 6       2/2  +20   ★44  1/2   +2    14  1/1  +10    41  1/1  +10    26
 ──────────────────────────────────────────────────────────────────────
 ▶7-I    2/0             0/0             0/0             3/0
 7-II
""",
}


@pytest.mark.parametrize("size", SHEETS)
def test_rows_have_the_parts_for_which_their_columns_have_room(size: tuple[int, int]) -> None:
    assert SHEETS[size] in text(domino_poker.paint_sheet(scene(), *size))


def test_the_sheet_runs_on_from_row_to_row() -> None:
    """D-R18, D-R20: one bid of one made, three passes; then a trick too many, and one too few."""
    view = replace(VIEW, sheet=("1000/1000", "2000/1100"), deal=3)
    lines = text(domino_poker.paint_sheet(scene(view), 48, 10)).split("\n")
    assert lines[1].split() == ["1", "1/1", "10", "0/0", "5", "0/0", "5", "0/0", "5"]
    assert lines[2].split() == ["2", "2/1", "0", "0/1", "6", "0/0", "★10", "0/0", "★10"]
    assert lines[3].lstrip().startswith("▶3")


@pytest.mark.parametrize("seats", range(2, 7))
def test_on_the_sheet_no_two_players_run_together(seats: int) -> None:
    view = game.view(begin(game, Options(), seats, SeededDecks(2)), 0)
    deals = ("2" * seats + "/" + "0" * seats,) * 8  # down to -160
    shown = replace(scene(replace(view, sheet=deals, deal=9)), names=tuple("ABCDEF"[:seats]))
    for width in range(40, 110):
        lines = text(domino_poker.paint_sheet(shown, width, 40)).split("\n")
        row = next(line for line in lines if "-160" in line)
        assert row.count("-160") == seats
        assert (len(row.split()) - 1) % seats == 0, row


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_small_sheet_keeps_the_row_being_played(seats: int) -> None:
    state = begin(game, Options(), seats, SeededDecks(2))
    play_on(state, until=8)
    view = game.view(state, 0)
    lines = text(domino_poker.paint_sheet(scene(view), 26, 8)).split("\n")
    assert len(lines) == 8
    if seats < 6:
        assert any(line.lstrip().startswith("▶") for line in lines)
    totals = [str(total) for total in view.totals]
    rows = [line.replace("★", "").split()[1:] for line in lines]
    assert totals in [[cell for cell in row if "/" not in cell] for row in rows]


def play_on(state: game.State, until: int) -> None:
    """Let bots play to the beginning of a deal."""
    rng = Random(1)
    while game.to_act(state) and state.deal < until:
        seat = game.to_act(state)[0]
        make(game, state, seat, choose(game.view(state, seat), "easy", rng))


def test_the_end_of_a_deal_tells_bids_tricks_points_and_totals() -> None:
    state = begin(game, Options(), 4, SeededDecks(5))
    rng = Random(2)
    events: list[Event] = []
    while not any(event.kind == "deal" for event in events):
        seat = game.to_act(state)[0]
        events = game.apply(state, seat, choose(game.view(state, seat), "easy", rng))
    view = game.view(state, 0)
    for size in ((54, 6), (112, 10), (80, 6)):
        shown = Scene(view, NAMES, (), Focus(), LOOK)
        painting = painted_outcome(BOARDS["domino_poker"], shown, *size)
        head, *rows = filter(str.strip, painting.canvas.lines())
        assert head.split() == ["bid", "took", "points", "total"]
        assert [row.split()[-1] for row in rows] == [str(total) for total in view.totals]


# --- pictures ----------------------------------------------------------------------------------

SHOTS = {
    "trick": VIEW,
    "bid": replace(VIEW, phase="bid", played=(), bids=(None, None, 0, 3)),
    "pick": replace(fifth("pick"), seat=2),
    "decide": fifth("decide"),
    "over": OVER,
}


@pytest.mark.parametrize("width, height, name", TABLES)
@pytest.mark.parametrize("shot", SHOTS)
def test_the_table(shot: str, width: int, height: int, name: str, renew: bool) -> None:
    painting = paint_table(domino_poker, scene(SHOTS[shot]), width, height)
    check_picture(f"domino_poker_{shot}_{name}", painting.canvas, renew=renew)


@pytest.mark.parametrize("width, height, name", HANDS)
def test_the_hand(width: int, height: int, name: str, renew: bool) -> None:
    painting = domino_poker.paint_hand(scene(), width, height)
    check_picture(f"domino_poker_hand_{name}", painting.canvas, renew=renew)


def test_without_colour_dim_and_chosen_tiles_differ_in_shape(renew: bool) -> None:
    painting = domino_poker.paint_hand(scene(look=look_from({}, depth="mono")), 80, 6)
    check_picture("domino_poker_hand_mono", painting.canvas, renew=renew)


def test_in_ascii_nothing_else_is_drawn() -> None:
    look = look_from({}, ascii_only=True)
    for view in SHOTS.values():
        for paint in (
            partial(paint_table, domino_poker),
            domino_poker.paint_hand,
            domino_poker.paint_sheet,
        ):
            for size in ((54, 14), (60, 10), (112, 34)):
                shown = text(paint(scene(view, look), *size))
                assert shown.replace("·", "").replace("…", "").isascii()


# --- whole matches -----------------------------------------------------------------------------


def check_position(state: game.State, events: list[Event]) -> None:
    """Check a position for every viewer: each move can be made, and everything can be drawn."""
    for seat in (*range(state.seats), None):
        view = game.view(state, seat)
        legal = tuple(game.legal(view))
        pieces = domino_poker.pieces(view, legal)
        choices = domino_poker.choices(view, legal)
        offered = [move for piece in pieces for move in piece.moves]
        assert sorted(offered + [choice.move for choice in choices]) == sorted(legal)
        assert all(choice.label for choice in choices)
        assert all(bool(piece.moves) != bool(piece.why_not) for piece in pieces)
        assert domino_poker.headline(view)
        seen = tuple(event.seen_by(seat) for event in events)
        shown = scene(view, events=seen, legal=legal)
        for width, height in ((54, 14), (30, 6)):
            painting = paint_table(domino_poker, shown, width, height)
            assert (painting.canvas.width, painting.canvas.height) == (width, height)
            assert moves_of(painting) <= set(legal)
            domino_poker.paint_hand(shown, width, height)
            domino_poker.paint_sheet(shown, width, height)
        for event in seen:
            said = domino_poker.sentence(event, SIX[: state.seats], seat)
            assert "{" not in said
            assert said or event.data.get("move") == "show"


@pytest.mark.parametrize("seats", daily(range(2, 7), 2, 6))
def test_a_whole_match_can_be_played_and_looked_at(seats: int, spoken: str) -> None:
    reveal = "in_turn" if seats % 2 else "simultaneous"
    options = Options(full_deals=1, hook="on", stage5_reveal=reveal)
    state = begin(game, options, seats, SeededDecks(seats))
    rng = Random(seats)
    events: list[Event] = []
    while True:
        if rng.random() < 0.12 or state.row or (events and events[-1].kind == "began"):
            check_position(state, events)
        if not game.to_act(state):
            break
        seat = rng.choice(game.to_act(state))
        events = make(game, state, seat, rng.choice(game.legal(state, seat)))


# --- the sentences -----------------------------------------------------------------------------


def said(kind: str, seat: int | None = None, /, *, viewer: int = 0, **data: Any) -> str:
    return domino_poker.sentence(PlainEvent(kind, seat, data), NAMES, viewer)


def test_events_are_said_in_sentences() -> None:
    assert said("moved", 1, move="bid 3") == "Boris bids 3 tricks."
    assert said("moved", 0, move="bid 1") == "You bid 1 trick."
    assert said("moved", 0, move="bid 0") == "You pass."
    assert said("moved", 1, move="play 6-4") == "Boris plays 6-4."
    assert said("moved", 1, move="pick 10") == "Boris picks position 10."
    assert said("turned", None, position=10, tile="4-2") == "It is 4-2: 6 tiles are counted off."
    assert said("turned", None, position=1, tile="0-0") == "It is 0-0: nothing is counted off."
    assert said("moved", 0, move="count left") == "You count anticlockwise."
    assert said("turned", 1, position=17, tile="5-5") == "Boris shows 5-5."
    trick: dict[str, Any] = {"winner": 3, "leader": 2, "tiles": ["4-0", "6-0", "2-0", "5-4"]}
    assert said("trick", 3, **trick) == "Dima takes the trick with 6-0."
    assert said("trick", 3, viewer=3, **trick) == "You take the trick with 6-0."
    points: dict[str, Any] = {"deal": 1, "points": [10, 5, -10, 5], "totals": [10, 5, -10, 5]}
    assert said("deal", **points).startswith("You +10, total 10; Boris +5, total 5; Katya -10")
    began: dict[str, Any] = {"deal": 18, "stage": "hapok", "size": 7, "starter": 1}
    assert said("began", **began) == (
        "Deal 18. Hapok: nobody bids, every trick brings 10. Boris begins."
    )
    shown: dict[str, Any] = {
        "decisions": ["show", "keep", "keep", "show"],
        "tiles": ["6-3", "", "", "2-1"],
    }
    assert said("shown", **shown) == (
        "Revealed: Ann shows 6-3 (9); Boris keeps the tile hidden; "
        "Katya keeps the tile hidden; Dima shows 2-1 (3)."
    )
    assert said("unheard of") == ""


def test_a_secret_decision_is_told_only_to_whoever_made_it() -> None:
    """D-R25."""
    decided = PlainEvent("moved", 1, {}, {"move": "keep"})
    others = domino_poker.sentence(decided.seen_by(0), NAMES, 0)
    own = domino_poker.sentence(decided.seen_by(1), NAMES, 1)
    assert others == "Boris has decided."
    assert own == "You keep your tile hidden."


def test_russian_is_spoken_at_the_table() -> None:
    use_language("ru")
    assert "зашли с козыря: надо класть козыря" in table()
    assert said("moved", 1, move="bid 3") == "Boris заказывает 3 взятки."
    assert "вслепую" in text(domino_poker.paint_sheet(scene(OVER), 26, 30))


@pytest.mark.parametrize("name", ORDER)
def test_the_pips_of_a_dim_trump_can_be_read_in_every_theme(name: str) -> None:
    _, table = Themes().by_name[name].colours("true")
    canvas = drawn(look_from(table), "5-0", "pips", upright=True, dimmed=True)
    signs = [sign for row in canvas.chars for sign in row]
    styles = [style for row in canvas.styles for style in row]
    seen = [contrast(*style[:2]) for sign, style in zip(signs, styles, strict=True) if sign == "●"]
    assert len(seen) == 5
    assert min(seen) >= 3


def test_the_strength_of_a_tile_never_touches_what_is_said_of_its_player() -> None:
    hapok = next(n for n, deal in enumerate(schedule(Options(), 4), 1) if deal.stage == "hapok")
    view = replace(VIEW, deal=hapok, to_act=(1,), starter=0, taken=(2, 0, 0, 0))
    foot = table(view).splitlines()[-1]
    assert "took 2" in foot
    assert "no. " in foot
    assert "took 2  " in foot
