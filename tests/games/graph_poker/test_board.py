"""The board of Graph-Poker as text: the picture of each zoom, prospects, secrets, moving, words."""

from dataclasses import replace
from functools import partial
from itertools import pairwise
from random import Random

import pytest

import core.games.graph_poker.rules as game
from core.game import Event, PlainEvent, Seat
from core.games.graph_poker.grid import parse_place, place_move
from core.games.graph_poker.view import open_cells
from core.pieces import DECK_52
from core.shuffle import SeededDecks
from tests.support.dealing import begin, make
from tests.support.pictures import check_picture
from tui.boards import BOARDS
from tui.boards.contract import paint_table
from tui.boards.scene import Focus, Scene
from tui.boards.seats import letters_of
from tui.drawing.canvas import Canvas, Painting
from tui.drawing.look import DEFAULTS, Depth, look_from
from tui.games.graph_poker.grid import PITCH, fitting_zoom, minimap, pane
from tui.games.graph_poker.notes import Note, put_notes
from tui.games.graph_poker.words import across_of, paint_header
from tui.language.text import use_language
from tui.language.words import use_words

board = BOARDS["graph_poker"]
ZOOMS = range(len(PITCH))

LOOK = look_from(DEFAULTS)
NAMES = ("Ann", "Bo", "Cy", "Di")
MANY = (*NAMES, "Eve", "Fay", "Gus", "Hal", "Ivo", "Abe")
TABLE = (54, 18)


def lying_so(
    *cards: tuple[int, int, str], fresh: int = 0, hand: str = "9s 9h Kc", seat: Seat = 0
) -> game.View:
    """A position of four in which these cards lie, the last `fresh` of them from this round."""
    rounds = (len(cards) - fresh) // 4
    return game.View(
        seat=seat,
        seats=4,
        options=game.Options(),
        to_act=(fresh,),
        deal=1,
        totals=(3, 0, 12, 1),
        result=None,
        dealer=0,
        round=rounds + 1,
        rounds=13,
        hand=tuple(hand.split()),
        cells=tuple(at for x, y, _ in cards for at in (x, y)),
        faces="".join(token.replace("?", "??") for *_, token in cards),
        sheet=((0, 0, 0, 0),) * rounds,
        past=(),
        last=None,
    )


ROW = ((0, 0, "2s"), (1, 0, "7s"), (2, 0, "Js"), (2, 1, "4d"))


def scene_of(view: game.View, focus: Focus | None = None, **changes: object) -> Scene:
    """The scene of a viewer, who may place if it is the viewer's turn."""
    mine = view.seat in view.to_act
    legal = tuple(place_move(c, *cell) for c in view.hand for cell in open_cells(view))
    names = MANY[: view.seats]
    return replace(Scene(view, names, legal if mine else (), focus or Focus(), LOOK), **changes)


def aiming(view: game.View, piece: int, x: int, y: int, zoom: int = 1) -> Focus:
    """A focus with a card chosen and a place pointed at."""
    moves = board.pieces(view, ("any",))[piece].moves
    target = moves.index(place_move(view.hand[piece], x, y))
    return Focus(piece=piece, choosing=moves, target=target, zoom=zoom)


def text(painting: Painting) -> str:
    return "\n".join(painting.canvas.lines())


def played(moves: int, seats: int = 4, decks: int = 1, seed: int = 3) -> game.State:
    state = begin(game, game.Options(decks=decks), seats, SeededDecks(seed))
    rng = Random(seed)
    for _ in range(moves):
        (seat,) = game.to_act(state)
        legal = game.legal(state, seat)
        make(game, state, seat, legal[rng.randrange(len(legal))])
    return state


# --- the grid ----------------------------------------------------------------------------------


@pytest.mark.parametrize("zoom", ZOOMS)
def test_every_zoom_shows_the_cards_where_they_lie(zoom: int) -> None:
    drawn = paint_table(board, scene_of(lying_so(*ROW), Focus(zoom=zoom)), *TABLE)
    lines = drawn.canvas.lines()
    row = next(line for line in lines if "2♠" in line)
    assert row.index("2♠") < row.index("7♠") < row.index("J♠")
    # The smallest cards touch only where there is no room to separate them.
    assert row.index("7♠") - row.index("2♠") == PITCH[zoom][0] + (zoom == 0)
    above = next(i for i, line in enumerate(lines) if "4♦" in line)
    assert next(i for i, line in enumerate(lines) if "J♠" in line) - above == PITCH[zoom][1]


def test_open_places_are_marked_and_answer_the_mouse() -> None:
    """G-R5."""
    view = lying_so(*ROW)
    drawn = paint_table(board, scene_of(view), *TABLE)
    assert text(drawn).count("·") == len(open_cells(view))
    places = {hit.what[1] for hit in drawn.hits if hit.what[0] == "move"}
    assert places == {place_move("9s", *cell) for cell in open_cells(view)}


def test_nothing_is_marked_for_those_who_wait() -> None:
    drawn = paint_table(board, scene_of(lying_so(*ROW, seat=2)), *TABLE)
    assert "·" not in text(drawn)
    assert {hit.what[0] for hit in drawn.hits} == {"seat"}


@pytest.mark.parametrize("zoom", ZOOMS)
def test_a_face_down_card_carries_its_owners_letter_and_never_its_face(zoom: int) -> None:
    """G-R6."""
    view = lying_so(*ROW, (3, 0, "?"), (0, 1, "?"), fresh=2)
    shown = text(paint_table(board, scene_of(view, Focus(zoom=zoom)), *TABLE))
    assert "▒A▒" in shown
    assert "▒B▒" in shown


@pytest.mark.parametrize("zoom", ZOOMS)
def test_an_own_face_down_card_shows_its_face_to_its_owner(zoom: int) -> None:
    """G-R6."""
    view = lying_so(*ROW, (3, 0, "10s".replace("10", "T")), (0, 1, "?"), fresh=2)
    assert "10♠" in text(paint_table(board, scene_of(view, Focus(zoom=zoom)), *TABLE))


def test_a_spectator_sees_the_letters_only() -> None:
    """G-R6."""
    state = played(6)
    view = game.view(state, None)
    assert text(paint_table(board, Scene(view, NAMES, (), Focus(), LOOK), *TABLE)).count("▒") == 4


def test_whose_turn_it_is_stands_before_the_letter() -> None:
    assert "▶A  Ann 3◆" in text(paint_table(board, scene_of(lying_so(*ROW)), *TABLE))
    away = scene_of(lying_so(*ROW), away=frozenset({3}))
    assert "Di (away) 1" in text(paint_table(board, away, 80, 18))
    assert "Di × 1" in text(paint_table(board, away, *TABLE))


def test_two_seats_never_share_a_letter() -> None:
    state = played(23, seats=10)
    shown = text(paint_table(board, Scene(game.view(state, None), MANY, (), Focus(), LOOK), 80, 24))
    assert " A  Ann" in shown
    assert " B  Bo" in shown
    assert " E  Eve" in shown
    letters = letters_of(MANY)
    assert len(set(letters)) == len(MANY)
    assert letters[-1] == "0", "no letter of Abe is left"


def test_no_name_in_the_header_loses_its_end_to_a_gap_beside_its_letter() -> None:
    view = replace(lying_so(*ROW), totals=(16, 4, 8, 10), dealer=3)
    scene = scene_of(view, names=("Root", "Boris", "Magpi", "Sveta"))
    for width in range(48, 60):
        assert "Sveta 10◆" in paint_header(scene, width).canvas.lines()[0], width


def test_the_header_gives_a_long_name_the_room_that_short_ones_leave() -> None:
    view = lying_so(*ROW)
    named = replace(scene_of(view), names=("Ann", "Rook", "Magpie", "Badger"))
    (line, *_) = paint_table(board, named, *TABLE).canvas.lines()
    assert all(name in line for name in named.names)


def test_in_a_low_window_the_place_that_is_chosen_stays_in_sight_at_the_largest_zoom() -> None:
    tower = tuple((0, y, card) for y, card in enumerate(DECK_52[:12]))
    seen = pane([(x, y) for x, y, _ in tower], 54, 14, len(PITCH) - 1, (0, 5), (0, 11))
    assert seen.rows == 2
    assert seen.spot((0, 11)) is not None


def test_a_name_without_a_narrow_first_letter_gets_another_or_a_digit() -> None:
    view = lying_so(*ROW)
    scene = replace(scene_of(view), names=("李", "ßa", "_x", "Di"))
    shown = text(paint_table(board, scene, *TABLE))
    assert "▶1  李 3" in shown
    assert " A  ßa" in shown
    assert " X  _x" in shown


SIZES = ((60, 10, "60"), (54, 14, "80"), (112, 34, "160"), (44, 22, "44"))


@pytest.mark.parametrize("width, height, name", SIZES)
def test_the_table(width: int, height: int, name: str, renew: bool) -> None:
    state = played(34, seats=6)
    view = game.view(state, game.to_act(state)[0])
    x, y = open_cells(view)[4]
    for what, focus in (
        ("waiting", Focus()),
        ("aiming", replace(aiming(view, 1, x, y), zoom=None)),
    ):
        painting = paint_table(board, scene_of(view, focus), width, height)
        check_picture(f"graph_{what}_{name}", painting.canvas, renew=renew)


@pytest.mark.parametrize("width, height, name", SIZES)
def test_the_end_of_a_round(width: int, height: int, name: str, renew: bool) -> None:
    view, events = round_end()
    painting = paint_table(board, scene_of(view, events=events), width, height)
    check_picture(f"graph_round_{name}", painting.canvas, renew=renew)


# --- before a card is placed -------------------------------------------------------------------


def test_the_focused_place_shows_the_card_and_what_it_finishes() -> None:
    """G-R8, G-R18."""
    view = lying_so(*ROW)
    shown = text(paint_table(board, scene_of(view, aiming(view, 0, 3, 0)), *TABLE))
    assert "▶ 9♠◀" in shown
    assert "+2 flush, yours: 2♠ 7♠ J♠ 9♠" in shown


def test_places_that_pay_for_sure_say_how_much() -> None:
    """G-R10."""
    view = lying_so(*ROW)
    shown = text(paint_table(board, scene_of(view, aiming(view, 0, 1, 1)), *TABLE))
    assert shown.count("+2") == 2  # at either end of the row
    assert "○" in shown


@pytest.mark.parametrize(("zoom", "shown"), [(0, "-.2"), (1, "-0.2"), (2, "-0.2")])
def test_what_the_adviser_counts_stands_on_the_places_of_the_card(zoom: int, shown: str) -> None:
    view = lying_so(*ROW)
    weighed = {
        place_move("9s", 1, 1): ("12", True),
        place_move("9s", 2, 2): ("-0.2", False),
        place_move("9h", -1, 0): ("77", True),
    }
    focus = aiming(view, 0, 3, 0, zoom)
    scene = scene_of(view, focus, weighed=weighed)
    drawn = text(paint_table(board, scene, 80, 40))
    assert "12" in drawn
    assert shown in drawn
    assert "77" not in drawn, "that is another card's"
    assert "○" not in drawn


def test_a_window_that_another_player_would_own_is_named_so() -> None:
    """G-R18: the higher new card is Ann's."""
    view = lying_so(*ROW[:2], (5, 5, "2d"), (5, 7, "4d"), (2, 0, "As"), fresh=1, seat=1)
    shown = text(paint_table(board, scene_of(view, aiming(view, 0, 3, 0)), *TABLE))
    assert "+2 flush, Ann: 2♠ 7♠ A♠ 9♠" in shown


def test_a_window_with_a_hidden_card_is_only_possible() -> None:
    """G-R6."""
    view = lying_so(*ROW[:2], (5, 5, "2d"), (5, 7, "4d"), (2, 0, "?"), fresh=1, seat=1)
    shown = text(paint_table(board, scene_of(view, aiming(view, 0, 3, 0)), *TABLE))
    assert "perhaps flush for 2: 2♠ 7♠ ▒A 9♠" in shown


def test_windows_that_are_only_started_say_what_is_missing() -> None:
    view = lying_so(*ROW)
    shown = text(paint_table(board, scene_of(view, aiming(view, 1, -1, 0)), *TABLE))
    assert "9♥ here: no row of four yet" in shown
    shown = text(paint_table(board, scene_of(view, aiming(view, 0, 0, 1)), 54, 30))
    assert "flush for 2, 2 more cards: " in shown
    assert "(3 ways)" in shown


def test_a_long_list_of_windows_ends_with_their_number() -> None:
    row = ((0, 3, "2h"), (1, 3, "7h"), (2, 3, "Jh"), (9, 9, "2d"))
    column = ((3, 0, "3h"), (3, 1, "8h"), (3, 2, "Qh"), (9, 7, "4d"))
    view = lying_so(*row, *column, hand="Kh")
    shown = text(paint_table(board, scene_of(view, aiming(view, 0, 3, 3)), *TABLE))
    assert "+2 flush, yours: 2♥ 7♥ J♥ K♥" in shown
    assert "and 4 more rows" in shown


def test_the_grid_does_not_jump_while_one_looks_round() -> None:
    view = lying_so(*ROW)
    rows = set()
    for cell in open_cells(view):
        lines = paint_table(board, scene_of(view, aiming(view, 0, *cell)), *TABLE).canvas.lines()
        rows.add(next(i for i, line in enumerate(lines) if "2♠" in line and "7♠" in line))
    assert len(rows) == 1


def test_names_that_begin_alike_have_letters_of_their_own_and_no_digits() -> None:
    assert letters_of(("Root", "Rook", "Magpie", "Badger")) == ("R", "O", "M", "B")
    assert letters_of(("Ann", "Ann", "Ann", "Ann")) == ("A", "N", "3", "4")


# --- the round's end ---------------------------------------------------------------------------


def round_end() -> tuple[game.View, tuple[Event, ...]]:
    """The second round of the rule book's first example, just over."""
    draw = ["As", "2s", "3s", "4s"]
    deck = ["5c", "5h", "2h", "Kc", "5d", "5s", "9h", "Qh"]
    rest = iter([draw, deck])

    def decks(cards: object, /) -> list[str]:
        first = next(rest)
        return first + [token for token in DECK_52 if token not in first]

    state = begin(game, game.Options(), 4, decks)
    events: list[Event] = []
    moves = ("5c 0 0", "5h 1 0", "2h 1 -1", "Kc 0 1", "5d 2 0", "5s 3 0", "9h 1 1", "Qh 1 2")
    for i, move in enumerate(moves):
        events = make(game, state, i % 4, f"place {move}")
    return game.view(state, 2), tuple(event.seen_by(2) for event in events)


def test_the_combinations_of_the_round_stand_below_with_owner_and_points() -> None:
    """G-R17, G-R18."""
    view, events = round_end()
    shown = text(paint_table(board, scene_of(view, events=events), *TABLE))
    assert "Di +2: flush Q♥ 9♥ 5♥ 2♥" in shown
    assert "Bo +3: four of a kind 5♣ 5♥ 5♦ 5♠" in shown


def test_they_come_one_after_another_when_animated() -> None:
    view, events = round_end()

    def at(moment: float) -> str:
        return text(paint_table(board, scene_of(view, events=events, moment=moment), *TABLE))

    assert "▒" in at(0.05)
    assert "+2" not in at(0.05)
    assert "Di +2" in at(0.3)
    assert "Bo +3" not in at(0.3)
    assert "Bo +3" in at(0.9)
    assert "▒" not in at(0.3)


def test_one_row_of_several_is_shown_alone_while_they_are_walked_through() -> None:
    view, _ = round_end()
    assert board.stops(view) == 2
    first, second = (
        text(paint_table(board, scene_of(view, Focus(stop=stop)), *TABLE)) for stop in (0, 1)
    )
    assert ("Bo +3" in first, "Di +2" in first) == (False, True)
    assert ("Bo +3" in second, "Di +2" in second) == (True, False)


def test_the_title_of_a_round_that_is_over_names_that_round() -> None:
    view, _ = round_end()
    assert board.round_title(view) == "round 2 of 13 is over"
    assert board.headline(view) == "round 3 of 13"


def test_what_a_round_has_brought_goes_with_the_first_card_of_the_next() -> None:
    view, _ = round_end()
    later = replace(view, cells=(*view.cells, 4, 0), faces=view.faces + "??")
    assert "Bo +3" not in text(paint_table(board, scene_of(later), 112, 34))


def test_a_round_without_windows_says_so() -> None:
    state = played(4)
    shown = text(paint_table(board, scene_of(game.view(state, 1)), *TABLE))
    assert "round 1: nobody scores" in shown


def test_after_a_deal_the_last_round_can_still_be_read() -> None:
    view, _ = round_end()
    view = replace(view, deal=2, cells=(), faces="", sheet=(), past=((0, 3, 0, 2),), to_act=(1,))
    assert "Bo +3" in text(paint_table(board, scene_of(view), *TABLE))
    assert "deal 1" in text(board.paint_sheet(scene_of(view), 26, 10))


# --- panning, zooms, minimap -------------------------------------------------------------------


def test_a_grid_that_fits_is_shown_whole_wherever_the_camera_is() -> None:
    seen = pane([(0, 0), (4, 2)], 54, 14, 1, (100, -100), None)
    assert seen.fits
    assert seen.spot((0, 0)) is not None
    assert seen.spot((4, 2)) is not None


def test_the_aimed_place_is_kept_in_sight() -> None:
    cells = [(x, 0) for x in range(60)]
    seen = pane(cells, 54, 14, 2, (0, 0), (50, 0))
    assert not seen.fits
    assert seen.spot((50, 0)) is not None
    assert seen.spot((0, 0)) is None


def test_panning_goes_on_from_what_is_shown() -> None:
    state = played(100, decks=2, seats=2)
    view = game.view(state, 0)
    scene = scene_of(view, Focus(zoom=3, camera=(99, 99)))
    x, y, zoom = board.shown(scene, *TABLE)
    assert (x, y) != (99, 99)
    assert zoom == 3
    again = replace(scene, focus=replace(scene.focus, camera=(x, y)))
    assert board.shown(again, *TABLE) == (x, y, zoom)


def test_a_grid_is_drawn_as_large_as_it_fits() -> None:
    wide, high = 112, 34
    for cells, zoom in (([(0, 0)], 4), ([(0, 0), (4, 3)], 4), ([(0, 0), (9, 9)], 2)):
        assert fitting_zoom(cells, wide, high) == zoom
    assert fitting_zoom([(0, 0), (12, 14)], wide, high) == 1
    assert fitting_zoom([(0, 0), (12, 20)], wide, high) == 0, "all of it, smaller"
    assert fitting_zoom([(0, 0), (12, 12)], wide, 18) == 1, "most of it, large enough to read"
    assert fitting_zoom([(0, 0), (40, 40)], wide, high) == 0


def test_the_smallest_cards_touch_only_where_there_is_no_room_between_them() -> None:
    cells = [(x, 0) for x in range(20)]
    assert pane(cells, 80, 10, 0, (0, 0), None).pitch == (4, 1)
    crowded = pane(cells, 78, 10, 0, (0, 0), None)
    assert crowded.pitch == (3, 1)
    assert crowded.fits


def test_a_match_begins_with_the_largest_cards() -> None:
    wide, high = 112, 34
    assert board.shown(scene_of(game.view(played(0), 0)), wide, high)[2] == 4


@pytest.mark.parametrize("size", [(60, 10), (54, 14), (112, 34), (152, 46)])
def test_in_a_match_the_zoom_only_falls_and_the_grid_seldom_jumps(size: tuple[int, int]) -> None:
    zooms, places = [], []
    for moves in range(1, 52):
        view = game.view(played(moves), None)
        painting = paint_table(board, Scene(view, NAMES, (), Focus(), LOOK), *size)
        x, y, zoom = board.shown(Scene(view, NAMES, (), Focus(), LOOK), *size)
        zooms.append(zoom)
        places.append((x, y))
        assert painting.canvas.width == size[0]
    assert zooms == sorted(zooms, reverse=True)
    assert sum(a != b for a, b in pairwise(places)) < 20


def test_the_players_own_zoom_stays_whatever_grows() -> None:
    for moves in (0, 20, 51):
        assert board.shown(scene_of(game.view(played(moves), None), Focus(zoom=2)), *TABLE)[2] == 2


def test_in_a_wide_window_the_notes_stand_beside_the_grid() -> None:
    view, events = round_end()
    lines = paint_table(board, scene_of(view, events=events), 112, 34).canvas.lines()
    noted = next(line for line in lines if "Bo +3" in line)
    assert noted.index("Bo +3") > 80
    assert " B  Bo +3: four of a kind" in noted, "with the letter of who owns it"
    assert any("5♣ 5♥ 5♦ 5♠" in line for line in lines[lines.index(noted) :][:2])


def test_a_long_note_has_a_second_line_where_all_of_them_find_room() -> None:
    scene = scene_of(lying_so(*ROW))
    note = Note("1 more for straight flush: T♠ J♠ Q♠ __", LOOK.ink)
    for count, rows in ((1, 2), (2, 4), (3, 4), (4, 4)):
        canvas = Canvas(30, 4, LOOK.ink, LOOK.felt)
        put_notes(canvas, scene, [note] * count, narrow=False)
        lines = [line for line in canvas.lines() if line]
        assert len(lines) == rows, "none is left out for another's second line"
        assert sum(line.endswith("…") for line in lines) == 2 * count - rows


def test_the_minimap_appears_only_where_the_grid_does_not_fit() -> None:
    small = text(paint_table(board, scene_of(lying_so(*ROW)), *TABLE))
    assert not any("\u2801" <= char <= "\u28ff" for char in small)
    state = played(150, decks=4)
    large = text(paint_table(board, scene_of(game.view(state, 0)), *TABLE))
    assert any("\u2801" <= char <= "\u28ff" for char in large)


def test_the_minimap_has_a_dot_a_card_and_shrinks_what_is_too_large() -> None:
    cards = [(x, 0) for x in range(8)]
    seen = pane(cards, 12, 3, 2, (0, 0), None)
    drawn = minimap(LOOK, cards, seen, 10, 4)
    assert drawn.lines() == ["⠉⠉⠉⠉"]
    lit = [drawn.styles[0][x][1] != LOOK.panel for x in range(4)]
    assert lit == [True, False, False, False]
    assert minimap(LOOK, cards, seen, 2, 4).width == 2


def test_going_in_a_direction_takes_the_nearest_place_there() -> None:
    view = lying_so(*ROW)
    moves = board.pieces(view, ("any",))[0].moves

    def walk(x: int, y: int, dx: int, dy: int) -> tuple[int, int]:
        index = board.step(moves, moves.index(place_move("9s", x, y)), dx, dy)
        parsed = parse_place(moves[index])
        return parsed[1:]

    assert walk(0, 1, 1, 0) == (1, 1)
    assert walk(0, -1, 1, 0) == (1, -1)
    assert walk(1, -1, 0, -1) == (1, 1)
    assert walk(1, 1, 0, 1) == (1, -1)
    assert walk(3, 0, 1, 0) == (3, 0)


def test_every_open_place_can_be_reached_with_the_arrows() -> None:
    view = game.view(played(60, decks=2), 0)
    moves = [place_move("As", *cell) for cell in open_cells(view)]
    reached, edge = {0}, [0]
    while edge:
        at = edge.pop()
        for direction in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            to = board.step(moves, at, *direction)
            if to not in reached:
                reached.add(to)
                edge.append(to)
    assert len(reached) == len(moves)


# --- hand, sheet, words ------------------------------------------------------------------------


def test_each_card_of_the_hand_goes_to_every_open_place_nearest_first() -> None:
    view = lying_so(*ROW)
    found = board.pieces(view, ("any",))
    assert [piece.token for piece in found] == ["9s", "9h", "Kc"]
    assert set(found[2].moves) == {place_move("Kc", *cell) for cell in open_cells(view)}
    assert found[0].moves[0] == "place 9s 2 2"
    assert board.choices(view, found[0].moves) == ()


def test_the_hand_says_why_it_may_not_be_played() -> None:
    waiting = board.pieces(lying_so(*ROW, seat=2), ())
    assert {piece.why_not for piece in waiting} == {"it is not your turn"}
    assert not waiting[0].moves


def test_the_hand_is_drawn_with_the_chosen_card_raised() -> None:
    drawn = board.paint_hand(scene_of(lying_so(*ROW), Focus(piece=1)), 54, 4)
    lines = drawn.canvas.lines()
    assert "9♥" in lines[0]
    assert "9♠" in lines[1]
    assert [hit.what for hit in drawn.hits] == [("piece", 0), ("piece", 1), ("piece", 2)]


def test_a_place_is_worded_by_its_neighbours_and_what_it_pays() -> None:
    view = lying_so(*ROW)
    assert board.label(view, "place 9s 3 0") == "right of J♠, flush +2"
    assert board.label(view, "place 9h 3 1") == "right of 4♦"
    assert board.label(lying_so(), "place 9h 0 0") == "in the middle of the table"
    hidden = lying_so(*ROW, (3, 0, "?"), fresh=1, seat=1)
    assert board.label(hidden, "place 9h 4 0") == "right of a hidden card"


def test_the_grid_is_told_row_by_row_from_above() -> None:
    hidden = lying_so(*ROW, (3, 1, "?"), fresh=1, seat=1)
    head, *rows = board.spoken_table(hidden, NAMES)
    assert head == "Columns are numbered to the right, rows upwards."
    assert [row.partition(":")[0] for row in rows] == ["Row 1", "Row 0"]
    assert "3 a hidden card of" in rows[0]
    assert rows[0].endswith(", face down.")
    assert board.spoken_table(lying_so(), NAMES) == ("Nothing lies on the table.",)


def test_a_move_is_told_with_its_place_and_its_neighbours() -> None:
    view = lying_so(*ROW)
    assert board.spoken_move(view, "place 9s 3 0") == "9♠ right of J♠, flush +2"
    assert board.spoken_move(lying_so(), "place 9s 0 0") == "9♠"
    use_words("spoken")
    said = "the nine of spades: 3 0, right of the jack of spades, flush +2"
    assert board.spoken_move(view, "place 9s 3 0") == said


def test_a_place_has_the_cases_of_russian() -> None:
    use_language("ru")
    view = lying_so(*ROW, (2, -1, "Kd"), (4, 0, "?"), fresh=1, seat=1)
    assert board.spoken_move(view, "place 9s 3 0").startswith("9♠ справа от J♠, слева от закрытой")
    assert board.spoken_move(view, "place 9s 4 1") == "9♠ над закрытой картой"
    assert board.spoken_move(view, "place 9s 4 -1") == "9♠ под закрытой картой"
    use_words("spoken")
    assert board.spoken_move(view, "place 9s 3 -1").endswith(", справа от короля бубен")
    assert board.spoken_move(view, "place 9s 2 -2").endswith(", под королём бубен")


def test_the_sheet_has_a_line_a_round_and_the_totals() -> None:
    state = played(12)
    lines = board.paint_sheet(scene_of(game.view(state, 0)), 26, 10).canvas.lines()
    assert lines[0].split() == ["Ann", "Bo", "Cy", "Di"]
    assert [line.split()[0] for line in lines[1:6]] == ["1", "2", "3", "─" * 26, "Σ"]


def test_the_sheet_keeps_the_newest_rounds_where_it_is_low() -> None:
    state = played(52)
    lines = board.paint_sheet(scene_of(game.view(state, 0)), 26, 6).canvas.lines()
    assert [line.split()[0] for line in lines[1:]] == ["10", "11", "12", "13", "Σ"]


def sheet_head(names: tuple[str, ...], width: int) -> list[str]:
    view = game.view(played(12, seats=len(names)), 0)
    return board.paint_sheet(scene_of(view, names=names), width, 10).canvas.lines()[0].split()


def test_narrow_columns_of_the_sheet_have_letters_where_a_name_would_be_cut() -> None:
    assert sheet_head(("Ann", "Rook", "Magpie", "Badger"), 26) == ["A", "R", "M", "B"]
    assert sheet_head(("Ann", "Rook", "Magpie", "Badger"), 30) == [
        *("Ann", "Rook", "Magpie", "Badger"),
    ]
    assert sheet_head(("Ann", "Magpie 1", "Magpie 2", "Cy"), 26) == ["A", "M", "G", "C"]
    assert sheet_head(("Ann", "Magpie 1", "Magpie 2", "Cy"), 48) == [
        *("Ann", "Magpie", "1", "Magpie", "2", "Cy"),
    ]


def test_the_sheet_is_ruled_for_all_rounds_where_there_is_room() -> None:
    view = game.view(played(12), 0)
    lines = board.paint_sheet(scene_of(view), 48, 20).canvas.lines()
    assert [line.split()[0] for line in lines[1:16]] == [*map(str, range(1, 14)), "─" * 46, "Σ"]
    low = board.paint_sheet(scene_of(view), 48, 15).canvas.lines()
    assert [line.split()[0] for line in low[1:6]] == ["1", "2", "3", "─" * 46, "Σ"]


def test_a_wide_sheet_keeps_the_points_under_the_ends_of_the_names() -> None:
    view = game.view(played(12), 0)
    lines = board.paint_sheet(scene_of(view), 48, 10).canvas.lines()
    ends = [lines[0].index(name) + len(name) for name in NAMES]
    assert [lines[5][:end][-1].isdigit() for end in ends] == [True] * 4
    assert len(lines[5].rstrip()) == ends[-1]


def test_where_columns_do_not_fit_the_last_round_is_listed_and_no_total_twice() -> None:
    view, _ = round_end()
    narrow = board.paint_sheet(scene_of(view), 12, 8).canvas.lines()
    assert narrow[0].startswith("round 2 has")
    assert [line.split()[:2] for line in narrow[1:3]] == [["D", "+2"], ["B", "+3"]]
    low = board.paint_sheet(scene_of(view), 12, 2).canvas.lines()
    assert "and 2 m" in low[1]
    assert "round 1: no" in text(board.paint_sheet(scene_of(game.view(played(4), 0)), 11, 8))


def test_the_headline_counts_rounds_and_deals() -> None:
    view = lying_so(*ROW)
    assert board.headline(view) == "round 2 of 13"
    view = replace(view, options=game.Options(deals=3))
    assert board.headline(view) == "deal 1 of 3, round 2 of 13"


def test_everything_that_happens_is_one_sentence() -> None:
    _, events = round_end()

    def said(event: Event) -> str:
        return board.sentence(event, NAMES, 2)

    assert [said(event) for event in events] == [
        "Di places a card face down.",
        "The cards are turned up: you 9♥, Di Q♥, Ann 5♦, Bo 5♠.",
        "Di gets 2 points: flush (Q♥ 9♥ 5♥ 2♥).",
        "Bo gets 3 points: four of a kind (5♣ 5♥ 5♦ 5♠).",
        "Round 2 is over. Score: you 0, Di 2, Ann 0, Bo 3.",
    ]
    assert board.noted(events[-1], NAMES, 1) == "You +3, total 3.", "the sheet has all"
    assert (
        board.noted(events[-1], NAMES, None) == "Round 2 is over. Score: Ann 0, Bo 3, Cy 0, Di 2."
    )
    assert said(PlainEvent("moved", 0, {"move": "place Ah 0 0"})) == "Ann places A♥."
    assert said(PlainEvent("moved", 2, {"move": "place Ah 0 0"})) == "You place A♥."
    assert said(PlainEvent("began", None, {"deal": 2, "dealer": 1})) == "Deal 2. Bo deals."
    assert said(PlainEvent("something else")) == ""


def test_whoever_listens_is_told_the_place_as_well() -> None:
    use_words("spoken")
    _, events = round_end()
    placed = PlainEvent("moved", 2, {"move": "place Ah 0 -1"})
    assert board.sentence(events[0], NAMES, 2) == "Di places a card face down at 1 2."
    assert board.sentence(placed, NAMES, 2) == "You place the ace of hearts at 0 -1."
    assert board.sentence(placed, NAMES, 0) == "Cy places the ace of hearts at 0 -1."


def test_it_speaks_russian() -> None:
    use_language("ru")
    view, events = round_end()
    said = [board.sentence(event, NAMES, 2) for event in events]
    assert said[0] == "Di кладёт карту рубашкой вверх."
    assert said[3] == "Bo получает 3 очка: каре (5♣ 5♥ 5♦ 5♠)."
    assert "Di +2: флэш" in text(paint_table(board, scene_of(view, events=events), *TABLE))
    assert board.headline(view) == "круг 3 из 13"


# --- without colour, without glyphs, in any room -----------------------------------------------


def test_without_other_glyphs_everything_is_still_told() -> None:
    use_words("letters")
    look = look_from(DEFAULTS, ascii_only=True, depth="mono")
    view = lying_so(*ROW, (0, 1, "?"), fresh=1, seat=1)
    for zoom in ZOOMS:
        scene = scene_of(view, aiming(view, 0, 3, 0, zoom=zoom), look=look)
        shown = text(paint_table(board, scene, *TABLE))
        assert shown.isascii()
        assert "#A#" in shown
        assert "+2 flush, yours: 2s 7s Js 9s" in shown
        assert (">9s<" if zoom > 1 else ">9s") in shown.replace(" ", "")
    state = played(150, decks=4)
    scene = Scene(game.view(state, 0), NAMES, (), Focus(zoom=0), look)
    for painting in (paint_table(board, scene, *TABLE), board.paint_sheet(scene, 26, 9)):
        assert text(painting).isascii()


@pytest.mark.parametrize("depth", ["true", "256", "16", "mono"])
def test_windows_that_are_lit_have_a_mark_where_shades_do_not_show(depth: Depth) -> None:
    look = look_from(DEFAULTS, depth=depth)
    view, events = round_end()
    for zoom in ZOOMS:
        scene = scene_of(view, Focus(zoom=zoom), events=events, look=look)
        styles = paint_table(board, scene, *TABLE).canvas.styles
        marked = any("u" in style[2] for row in styles for style in row)
        assert marked == (depth in ("16", "mono"))


@pytest.mark.parametrize("size", [(54, 18), (120, 40), (40, 12), (20, 6), (6, 3), (1, 1)])
@pytest.mark.parametrize("seats, moves", [(4, 0), (4, 30), (10, 17), (2, 103)])
def test_it_fits_any_room(size: tuple[int, int], seats: int, moves: int) -> None:
    state = played(moves, seats=seats, decks=2)
    view = game.view(state, game.to_act(state)[0])
    for zoom in (*ZOOMS, 7, -1):
        x, y = open_cells(view)[-1]
        for focus in (Focus(zoom=zoom), aiming(view, 0, x, y, zoom=zoom)):
            scene = scene_of(view, focus, away=frozenset({1}))
            for paint in (partial(paint_table, board), board.paint_hand, board.paint_sheet):
                canvas: Canvas = paint(scene, *size).canvas
                assert (canvas.width, canvas.height) == size


def test_in_a_theme_without_hues_the_cards_of_a_paid_row_are_underlined() -> None:
    view, _ = round_end()
    grey = replace(LOOK, face="#f0f0f0", chosen="#ffffff")
    for look, lined in ((LOOK, False), (grey, True)):
        canvas = paint_table(board, replace(scene_of(view), look=look), 54, 18).canvas
        marked = any("u" in style[2] for row in canvas.styles for style in row)
        assert marked == lined


def test_many_players_take_few_rows_of_a_small_table() -> None:
    names = ("Root", "Rook", "Magpie", "Badger", "Heron", "Otter", "Lynx", "Wren", "Stoat", "Crane")
    assert across_of(names, 52) == 4
    assert across_of(names[:4], 80) == 4
