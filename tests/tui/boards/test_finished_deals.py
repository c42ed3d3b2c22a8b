"""Every board draws and words a finished deal, and the time between two deals."""

import re
from dataclasses import replace
from functools import partial

import pytest

from core.game import FINISHED, OVER, SHUFFLE, Seat, View, is_deal_over
from core.games import GAMES
from core.match import Match, to_line
from core.records.replay import walk
from tests.support.game_facts import seats_of
from tests.support.matches import THOROUGH, Case, daily, everybody, positions
from tests.support.pictures import check_picture
from tui.boards import BOARDS
from tui.boards.contract import Board, open_hands, paint_table
from tui.boards.panel import painted_outcome
from tui.boards.scene import Focus, Scene
from tui.drawing.art.letters import spelt
from tui.drawing.look import look_from

LOOK = look_from({})
NAMES = ("Anna", "Boris", "Vakhtang", "Zoë Müller-Lüdenscheidt", "Eve", "Fay")
SIZES = ((54, 14), (60, 10), (112, 34), (44, 20), (30, 6))
SOME_DEALS = {"graph_poker": {"deals": 2}}


def case(game: str) -> Case:
    options = GAMES[game].Options(**SOME_DEALS.get(game, {}))
    return Case(GAMES[game], options, seats_of(game, "short"), game)


def scene(view: View, **more: object) -> Scene:
    built = Scene(view, NAMES[: view.seats], (), Focus(), LOOK)
    return replace(built, **more)


def pauses(game: str) -> list[tuple[Match, str]]:
    """The positions of a match without a turn, in order, and their phases."""
    found = []
    for match in positions(case(game), seed=3, between=True):
        view = case(game).game.view(match.state, None)
        if not view.to_act:
            copy = Match(match.game, match.options, match.players, lambda cards: cards)
            copy.state = match.state.copy()
            found.append((copy, view.phase))
    return found


def last_between_deals(game: str) -> Match:
    """The last finished deal that is followed by another one."""
    found = [match for match, phase in pauses(game) if phase == FINISHED]
    if not found:
        pytest.skip(f"a match of {game} has one deal")
    return found[-1]


def seen(match: Match, viewer: Seat | None) -> View:
    view: View = match.game.view(match.state, viewer)
    return view


def words_of(board: Board, view: View) -> list[str]:
    names = NAMES[: view.seats]
    topics = [topic.name for topic in board.topics]
    said = [board.headline(view), *board.spoken_table(view, names)]
    for topic in (*topics, "mine", "standing"):
        said += board.spoken_part(view, names, topic)
    return said


@pytest.mark.parametrize("game", daily(GAMES, "kozel", "graph_poker"))
def test_what_lies_between_two_deals_can_be_drawn_and_told_to_everybody(game: str) -> None:
    board = BOARDS[game]
    phases = set()
    found = pauses(game)
    for match, phase in [*found[: -1 : 1 if THOROUGH else 3], found[-1]]:
        phases.add(phase)
        for viewer in everybody(case(game)):
            view = seen(match, viewer)
            board.pieces(view, ())
            for summary in (True, False):
                shown = scene(view, summary=summary)
                for size in SIZES:
                    for paint in (partial(paint_table, board), board.paint_hand, board.paint_sheet):
                        assert not [h for h in paint(shown, *size).hits if h.what[0] == "move"]
            assert board.headline(view)
            assert not [said for said in words_of(board, view) if re.search(r"[{}]|None", said)]
    assert {SHUFFLE, OVER} <= phases <= {SHUFFLE, FINISHED, OVER}


@pytest.mark.parametrize("game", GAMES)
def test_the_headline_says_that_a_deal_is_over(game: str) -> None:
    # The first of each phase: where dice are thrown, a deal is in phase SHUFFLE again and again.
    found = reversed(pauses(game))
    said = {phase: BOARDS[game].headline(seen(match, 0)) for match, phase in found}
    for phase, wanted in (
        (SHUFFLE, "nothing has been dealt yet"),
        (FINISHED, r"deal \d+ is over"),
        (OVER, "match over"),
    ):
        words = said.get(phase, wanted) if phase == FINISHED else said[phase]
        assert re.fullmatch(wanted, words) or words == wanted, (
            f"in phase {phase} the headline of {game} is {words!r}; every board says {wanted!r}"
        )


@pytest.mark.parametrize("game", GAMES)
def test_only_a_finished_deal_has_a_summary_and_it_can_be_put_away(game: str) -> None:
    for match in positions(case(game), seed=3, between=True):
        shown = scene(seen(match, 0))
        assert shown.shows_summary == is_deal_over(shown.view)
        assert not replace(shown, summary=False).shows_summary


@pytest.mark.parametrize("game", GAMES)
def test_a_record_that_breaks_off_before_a_deal_ends_with_the_summary_of_the_last(
    game: str,
) -> None:
    board = BOARDS[game]
    last_between_deals(game)
    *_, match = positions(case(game), seed=3)
    scored = [at for at, line in enumerate(match.lines) if "deal" in line or "round" in line]
    deck = next(at for at in range(scored[0], len(match.lines)) if "deck" in match.lines[at])
    replay = walk(GAMES, [to_line(line) for line in match.lines[:deck]])
    view = replay.view(replay.last, 0)
    assert view.phase == FINISHED
    shown = scene(view, events=replay.events(replay.last, 0))
    assert shown.shows_summary
    for paint in (partial(paint_table, board), board.paint_hand, board.paint_sheet):
        paint(shown, 54, 14)


@pytest.mark.parametrize("width, height", [(54, 14), (112, 34)])
@pytest.mark.parametrize("game", GAMES)
def test_a_finished_deal_keeps_its_table(game: str, width: int, height: int, renew: bool) -> None:
    shown = scene(seen(last_between_deals(game), 0))
    painting = paint_table(BOARDS[game], shown, width, height)
    check_picture(f"finished_{game}_table_{width}", painting.canvas, renew=renew)
    put_away = paint_table(BOARDS[game], replace(shown, summary=False), width, height)
    assert painting.canvas.lines() == put_away.canvas.lines()


@pytest.mark.parametrize("width, height", [(80, 6), (112, 10), (44, 6), (60, 4)])
@pytest.mark.parametrize("game", GAMES)
def test_what_a_deal_has_brought_stands_in_the_rows_of_the_hand(
    game: str, width: int, height: int, renew: bool
) -> None:
    board, shown = BOARDS[game], scene(seen(last_between_deals(game), 1))
    painting = painted_outcome(board, shown, width, height)
    if painting is None:
        return  # the table itself shows it
    check_picture(f"finished_{game}_outcome_{width}", painting.canvas, renew=renew)
    rows = [row for row in painting.canvas.lines() if row.strip()]
    assert "You" in rows[len(rows) > shown.view.seats], "the viewer comes first"
    for total in map(str, shown.view.totals):
        assert any(total in row.split() for row in rows)
    assert painted_outcome(board, replace(shown, summary=False), width, height) is None


@pytest.mark.parametrize("game", GAMES)
def test_totals_roll_from_what_they_were_to_what_they_are(game: str) -> None:
    board, shown = BOARDS[game], scene(seen(last_between_deals(game), 0))
    outcome = board.outcome(shown.view)
    if outcome is None:
        return
    for rolled, wanted in ((0.0, "before"), (1.0, "after")):
        painting = painted_outcome(board, replace(shown, rolled=rolled), 80, 6)
        assert painting is not None
        for result in outcome.results:
            total = result.total - (result.gained if wanted == "before" else 0)
            assert any(str(total) in row.split() for row in painting.canvas.lines())


# --- all hands that were dealt ------------------------------------------------------------------


OPENED = [game for game in GAMES if hasattr(GAMES[game].Options(), "open_hands")]
"""The games with the house rule `open_hands` of `core/dealing.py`."""


@pytest.mark.parametrize("game", OPENED)
def test_after_a_deal_every_board_lays_open_what_each_seat_was_dealt(game: str) -> None:
    """Nothing while it is played; then the hands that the players saw themselves."""
    board, deals = BOARDS[game], 0
    held: dict[Seat, list[set[str]]] = {}
    for match in positions(case(game), seed=4, between=True):
        views = [seen(match, seat) for seat in range(case(game).seats)]
        if views[0].to_act:
            assert not any(open_hands(board, view) for view in views)
            for view in views:
                held.setdefault(view.seat, []).append(set(view.hand))
        elif is_deal_over(views[0]):
            for view in (*views, seen(match, None)):
                hands = open_hands(board, view)
                for seat, hand in enumerate(hands):
                    assert set(hand) == next(h for h in held[seat] if len(h) == len(hand))
                deals += bool(hands)
                for size in SIZES if hands else ():
                    drawn = paint_table(board, scene(view, summary=False, hands=True), *size)
                    assert "all hands" in "\n".join("".join(row) for row in drawn.canvas.chars)
                    assert not drawn.hits
            held = {}
    assert deals, f"the board of {game} does not say what was `dealt`"


@pytest.mark.parametrize("game", OPENED)
def test_where_the_house_rule_hides_them_no_hands_are_laid_open(game: str) -> None:
    usual = case(game)
    hidden = replace(usual, options=replace(usual.options, open_hands="hidden"))
    over = [
        match.game.view(match.state.copy(), None)
        for match in positions(hidden, seed=4, between=True)
        if is_deal_over(match.game.view(match.state, None))
    ]
    assert over
    assert not any(open_hands(BOARDS[game], view) for view in over)


def test_the_tiles_of_the_fifth_stage_are_not_laid_open() -> None:
    """D-R25: kept tiles stay hidden."""
    *_, last = positions(case("domino_poker"), seed=4)
    view = seen(last, None)
    assert view.fifth is not None
    assert view.result is not None
    assert open_hands(BOARDS["domino_poker"], view) == ()


@pytest.mark.parametrize(
    "occasion",
    [("fish", ""), ("clean pulka", "Anna"), ("девять из девяти", "Анна, Борис"), ("漢字", "x")],
)
@pytest.mark.parametrize("size", [(44, 6), (80, 6), (112, 10), (44, 4)])
@pytest.mark.parametrize("plain", [False, True])
def test_what_is_celebrated_takes_the_rows_of_the_hand_in_every_window(
    occasion: tuple[str, str], size: tuple[int, int], plain: bool
) -> None:
    """The celebration comes before the outcome of the deal, and covers nothing."""
    over = scene(seen(last_between_deals("kozel"), 0), occasion=occasion, summary=False)
    over = replace(over, look=look_from({}, ascii_only=plain))
    painting = painted_outcome(BOARDS["kozel"], over, *size)
    drawn = "\n".join(painting.canvas.lines())
    words, whose = occasion
    assert whose in drawn
    large = (spelt(words) or [" " * 113])[0]
    assert (words in drawn) == (len(large) > size[0] or size[1] < 5 + 2 * plain)
