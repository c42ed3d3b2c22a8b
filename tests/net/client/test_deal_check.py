"""A deal dealt and played again: everything shown has to follow from it, and nothing more."""

import dataclasses
from typing import Any

import pytest

from core.deal_proof import DealtDecks
from core.game import IllegalMoveError
from core.games import GAMES
from core.match import Match, Player
from net.client.deal_check import DealCheck, SeenPositions, deal_anew
from net.table.live import LiveMatch
from tests.support.shuffles import TABLE, secret

KOZEL = GAMES["kozel"]
PLAYERS = [Player("Ann", "human"), Player("Bob", "human")]
FIRST = 5
"""The number of the first position."""


def replay() -> LiveMatch:
    """A match whose first deal has been dealt."""
    decks = DealtDecks(TABLE, lambda deal: secret(f"key {deal}"))
    return LiveMatch(Match(KOZEL, KOZEL.Options(), PLAYERS, decks), FIRST)


@dataclasses.dataclass
class Dealt:
    """The first deal as an honest host shows it."""

    views: list[Any]
    """Seat 0's, each with the number of its position from FIRST on."""
    moves: list[tuple[int, str]]


def played(deals: int = 1) -> Dealt:
    """The first legal moves."""
    match, found = replay(), Dealt([], [])
    for _ in range(deals):
        if match.finished:
            match.deal()
        found.views.append(match.view(0))
        while not match.finished:
            state = match.match.state
            seat = KOZEL.to_act(state)[0]
            found.moves.append((seat, KOZEL.legal(state, seat)[0]))
            assert match.play(*found.moves[-1])
            found.views.append(match.view(0))
    return found


def seen(views: dict[int, Any], viewer: int | None = 0) -> SeenPositions:
    positions = SeenPositions()
    for seq, view in views.items():
        assert positions.note(seq, view, viewer) == ""
    return positions


def numbered(views: list[Any]) -> dict[int, Any]:
    return dict(enumerate(views, FIRST))


def wrong(views: dict[int, Any], moves: list[tuple[int, str]], *, whole: bool = True) -> bool:
    """Tell whether a check of the first deal finds a fault."""
    check = DealCheck(replay(), seen(views), moves, whole=whole)
    while not check.step():
        pass
    return check.wrong


DEAL = played()
VIEWS = numbered(DEAL.views)
LAST = max(VIEWS)


def other(view: Any) -> Any:
    return dataclasses.replace(view, totals=(7, 7))


def test_a_deal_as_it_was_shown_is_right() -> None:
    assert wrong(VIEWS, DEAL.moves) is False


def test_positions_that_were_not_heard_need_not_be_compared() -> None:
    """A connection was lost for a while, or a client joined later."""
    for left_out in ({FIRST}, {LAST}, set(range(FIRST, FIRST + 9)), set(range(FIRST + 3, LAST))):
        heard = {seq: view for seq, view in VIEWS.items() if seq not in left_out}
        assert wrong(heard, DEAL.moves) is False


@pytest.mark.parametrize("at", [FIRST, FIRST + 1, FIRST + 9, LAST])
def test_one_position_that_does_not_follow_is_found(at: int) -> None:
    assert wrong({**VIEWS, at: other(VIEWS[at])}, DEAL.moves) is True


def test_a_position_before_the_first_one_is_found() -> None:
    assert wrong({FIRST - 1: DEAL.views[0], **VIEWS}, DEAL.moves) is True


def test_positions_that_no_move_leads_to_are_found() -> None:
    """Those of the next deal are left for its own check; after an unfinished deal there can be
    none.
    """
    more = {**VIEWS, LAST + 1: played(2).views[len(VIEWS)]}
    assert wrong(more, DEAL.moves) is False
    assert wrong(VIEWS, DEAL.moves[:-1], whole=False) is True


def test_a_deal_that_is_over_needs_all_its_moves() -> None:
    heard = {FIRST: VIEWS[FIRST]}
    assert wrong(heard, DEAL.moves) is False
    assert wrong(heard, DEAL.moves[:-1]) is True
    assert wrong(heard, DEAL.moves[:-1], whole=False) is False


def test_a_deal_that_was_given_up_may_stop_anywhere() -> None:
    for made in (0, 1, 8, 9):
        heard = {seq: view for seq, view in VIEWS.items() if seq <= FIRST + made}
        assert wrong(heard, DEAL.moves[:made], whole=False) is False


@pytest.mark.parametrize("seat, move", [(0, "play 9"), (1, "pass"), (2, "pass"), (9, "draw")])
def test_a_move_that_cannot_be_made_is_found(seat: int, move: str) -> None:
    heard = {FIRST: VIEWS[FIRST]}
    assert wrong(heard, [*DEAL.moves[:3], (seat, move), *DEAL.moves[3:]]) is True
    with pytest.raises(IllegalMoveError):
        replay().play(seat, move)


def short_match() -> LiveMatch:
    decks = DealtDecks(TABLE, lambda deal: secret(f"key {deal}"))
    return LiveMatch(Match(KOZEL, KOZEL.Options(target=50), PLAYERS, decks), FIRST)


def test_nothing_follows_the_end_of_a_match() -> None:
    """If a match continues, a position after the deal is left for the next check."""
    match, made, begins = short_match(), [], [FIRST]
    while not match.over:
        if match.finished:
            match.deal()
            begins.append(match.seq)
        state = match.match.state
        made.append((seat := KOZEL.to_act(state)[0], KOZEL.legal(state, seat)[0]))
        match.play(*made[-1])
    last, view, deals = match.seq, match.view(0), len(begins)
    assert deals > 1
    moves = made[begins[-1] - FIRST - (deals - 1) :]
    for after, found in ({}, False), ({last + 1: view}, True):
        again = short_match()
        for move in made[: -len(moves)]:
            assert again.play(*move)
            if again.finished:
                again.deal()
        check = DealCheck(again, seen({last: view, **after}), moves, whole=True)
        while not check.step():
            pass
        assert check.wrong is found


# --- what is kept --------------------------------------------------------------------------------


def test_a_position_is_compared_with_the_one_before_under_its_number() -> None:
    positions = seen({5: DEAL.views[0], 7: DEAL.views[1], 9: DEAL.views[2]})
    assert positions.note(7, DEAL.views[1], 0) == ""
    assert positions.note(9, DEAL.views[2], 0) == ""
    assert positions.note(7, DEAL.views[2], 0) == "shown"
    assert positions.note(9, DEAL.views[1], 0) == "shown"
    assert positions.note(7, DEAL.views[2], None) == "", "a seat sees another view than a watcher"
    for number in (4, 6, 8):
        assert positions.note(number, DEAL.views[0], 0) == "back"
    assert (len(positions), positions.count, positions.last, positions.deal) == (3, 3, 9, 1)


def test_what_was_checked_is_forgotten_but_for_its_last_position() -> None:
    views = dict(enumerate(DEAL.views[:6], 10))
    for checked, left in ((0, 6), (1, 6), (2, 5), (3, 4), (6, 1)):
        positions = seen(views)
        positions.checked = checked
        positions.forget()
        assert (len(positions), positions.checked) == (left, min(checked, 1))
        for seq in range(16 - left, 16):
            assert positions.note(seq, views[seq], 0) == ""
            assert positions.note(seq, other(views[seq]), 0) == "shown"
        if left < 6:
            assert positions.note(10, views[10], 0) == "back"
        assert (positions.count, positions.last) == (6, 15)


def test_a_position_is_kept_with_who_was_shown_it() -> None:
    positions = SeenPositions()
    assert (positions.deal, positions.last) == (0, 0)
    for seq, viewer in ((1, None), (2, 0), (3, 1)):
        positions.note(seq, DEAL.views[0], viewer)
    assert [positions.viewer(at) for at in range(3)] == [None, 0, 1]
    assert [positions.seq(at) for at in range(3)] == [1, 2, 3]


def test_positions_of_a_void_deal_are_forgotten_and_the_others_stay_as_they_were() -> None:
    positions = SeenPositions()
    first, second = (played(2).views[at] for at in (0, -1))
    assert (first.deal, second.deal) == (1, 2)
    shown = [(1, first, None), (2, other(first), 0), (3, second, 0), (4, second, None)]
    for seq, view, viewer in shown:
        assert positions.note(seq, view, viewer) == ""
    positions.void(2)
    assert [positions.seq(at) for at in range(len(positions))] == [1, 2]
    assert [positions.viewer(at) for at in range(len(positions))] == [None, 0]
    assert positions.fits(0, first)
    assert positions.fits(1, other(first))
    assert not positions.fits(1, first)
    assert (positions.count, positions.last) == (4, 4)
    anew = other(second)
    assert positions.note(9, anew, 1) == ""
    assert (positions.seq(2), positions.viewer(2), positions.fits(2, anew)) == (9, 1, True)
    positions.void(1)
    assert [positions.seq(at) for at in range(len(positions))] == [9]


def finished() -> LiveMatch:
    """A match whose first deal has been played to its end."""
    match = replay()
    for move in DEAL.moves:
        assert match.play(*move)
    assert match.finished
    return match


@pytest.mark.parametrize("begins", [LAST + 1, LAST + 20])
@pytest.mark.parametrize("again", [(), (LAST + 3,), (LAST + 3, LAST + 8)])
def test_a_deal_that_is_dealt_anew_follows_the_finished_one_shown_again(
    begins: int, again: tuple[int, ...]
) -> None:
    match = finished()
    again = tuple(seq for seq in again if seq < begins)
    positions = seen({LAST: VIEWS[LAST], **dict.fromkeys(again, VIEWS[LAST])})
    positions.checked = 1
    positions.note(begins, match.view(0), 0)
    assert deal_anew(match, positions, begins) is True
    assert (match.seq, match.finished) == (begins, False)
    assert positions.checked == 1 + len(again), "the first position of the deal is not checked yet"


def test_something_else_than_the_finished_deal_before_one_that_is_dealt_anew_is_found() -> None:
    for views in ({LAST + 3: other(VIEWS[LAST])}, {LAST + 3: VIEWS[LAST], LAST + 4: VIEWS[FIRST]}):
        match, positions = finished(), seen({LAST: VIEWS[LAST], **views})
        positions.checked = 1
        assert deal_anew(match, positions, LAST + 9) is False


def test_a_watcher_is_shown_the_finished_deal_as_watchers_see_it() -> None:
    match = finished()
    positions = seen({LAST: match.view(None)}, None)
    assert deal_anew(match, positions, LAST + 5) is True
    assert (match.seq, positions.checked) == (LAST + 5, 1)
