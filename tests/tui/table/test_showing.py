"""The movement and duration of each position of real matches, shown in bunches, time by hand."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import ModuleType

import pytest

from core.game import is_deal_over
from core.games.domino_poker import rules as domino_poker
from core.games.kozel import rules as kozel
from net.client.events import Position
from net.client.seat import ClientSeat
from tests.support.harness import Harness
from tui.boards import BOARDS
from tui.boards.model import BoardModel
from tui.boards.scene import DEAL_SECONDS
from tui.table import showing
from tui.table.effects import MakeMove, Preferences
from tui.table.match import MatchModel, closes, finish_reading
from tui.table.showing import (
    FAR_BEHIND,
    FORCED_SECONDS,
    KEY_SECONDS,
    LEAST_WALK,
    hasten,
    make_move,
    show_again,
    show_waiting,
    stops,
)

NOW = 100.0
MOVING = Preferences(speed=1.0)
RESTING = Preferences(trick_seconds=3.0)
KEYED = Preferences(trick_seconds=3.0, waits_for_key=True)


@cache
def played(game: ModuleType) -> tuple[ClientSeat, tuple[Position, ...]]:
    """The second player's seat and all positions of a match of first legal moves."""
    harness = Harness(game)
    zoe, ann = harness.join("Zoe"), harness.join("Ann")
    harness.start(ann, owner=zoe)
    while ann.client.view.result is None:
        mover = zoe if zoe.client.my_turn else ann
        mover.play(game.legal(mover.client.view)[0])
    return ann.client, tuple(one for one in ann.events if isinstance(one, Position))


def found(game: ModuleType, so: Callable[[Position], object]) -> Position:
    """The first position for which a condition holds."""
    return next(position for position in played(game)[1] if so(position))


def legal(game: ModuleType, position: Position) -> tuple[str, ...]:
    return tuple(game.legal(position.view))


def is_trick(position: Position) -> bool:
    return closes(position) and not is_deal_over(position.view)


def waited_for(position: Position) -> bool:
    """Whether a trick is over and another player leads next."""
    return is_trick(position) and not legal(domino_poker, position)


class Shown:
    """Positions given all at once to a player who has seen none of them."""

    def __init__(self, game: ModuleType, wanted: Preferences, *positions: Position) -> None:
        self.match, self.wanted = MatchModel(played(game)[0]), wanted
        self.board = BoardModel(BOARDS[game.NAME])
        self.show(*positions)

    def show(self, *positions: Position) -> None:
        self.match.waiting.extend(positions)
        show_waiting(self.match, self.board, self.wanted, NOW)

    @property
    def lasts(self) -> float:
        """The duration of the movement and of the rest of the display, to a hundredth."""
        motion, now = self.board.motion, NOW
        while motion.busy:
            now += 0.01
            motion.tick(now)
        return round(now - NOW, 2)


# --- movements -----------------------------------------------------------------------------------


def test_the_first_hand_of_a_match_is_dealt_and_that_of_a_match_joined_later_lies_there() -> None:
    first = played(kozel)[1][0]
    assert Shown(kozel, MOVING, first).lasts == pytest.approx(DEAL_SECONDS, abs=0.05)
    later = replace(found(kozel, lambda one: one.view.deal == 2), events=())
    assert Shown(kozel, MOVING, later).lasts == 0


def test_nothing_is_dealt_again_to_whoever_comes_back() -> None:
    first = played(kozel)[1][0]
    shown = Shown(kozel, MOVING, first)
    shown.board.motion.finish()
    shown.show(replace(first))
    assert shown.lasts == 0
    behind = Shown(kozel, MOVING, first, replace(first), replace(first))
    assert behind.lasts == 0
    assert not behind.match.waiting


def test_the_hand_of_another_match_is_dealt() -> None:
    positions = played(kozel)[1]
    shown = Shown(kozel, MOVING, positions[-1])
    shown.board.motion.finish()
    finish_reading(shown.match)
    shown.show(positions[0])
    assert shown.lasts == pytest.approx(DEAL_SECONDS, abs=0.05)


def test_a_move_takes_as_long_as_the_board_says_times_the_speed() -> None:
    board = BOARDS["kozel"]
    move = found(kozel, lambda one: not closes(one) and board.moving_seconds(one.events) > 0)
    seconds = board.moving_seconds(move.events)
    assert Shown(kozel, MOVING, move).lasts == pytest.approx(seconds, abs=0.05)
    assert Shown(kozel, Preferences(speed=2.0), move).lasts == pytest.approx(2 * seconds, abs=0.05)
    assert Shown(kozel, Preferences(), move).lasts == 0


def test_with_two_moves_behind_a_trick_still_moves_and_a_move_does_not() -> None:
    board = BOARDS["domino_poker"]

    def moves(one: Position) -> bool:
        return board.moving_seconds(one.events) > 0

    trick = found(domino_poker, lambda one: is_trick(one) and moves(one))
    plain = found(domino_poker, lambda one: not closes(one) and moves(one))
    assert Shown(domino_poker, MOVING, trick, plain, plain).match.shown is trick
    assert Shown(domino_poker, MOVING, trick, plain, plain, plain).match.shown is plain
    assert len(Shown(domino_poker, MOVING, plain, plain).match.waiting) == 1
    assert len(Shown(domino_poker, MOVING, plain, plain, plain).match.waiting) == 1


def test_a_move_made_ends_what_still_moves() -> None:
    due = found(kozel, lambda one: legal(kozel, one) and one.events)
    shown = Shown(kozel, MOVING, due)
    assert shown.board.motion.busy
    make_move(shown.match, shown.board, MOVING, shown.match.legal[0], NOW)
    assert not shown.board.motion.busy
    assert any(isinstance(effect, MakeMove) for effect in shown.match.effects)


# --- finished tricks -----------------------------------------------------------------------------


def test_a_trick_stays_unless_the_player_is_far_behind() -> None:
    trick, other = found(domino_poker, waited_for), played(domino_poker)[1][1]
    assert Shown(domino_poker, RESTING, trick).lasts == pytest.approx(3.0, abs=0.02)
    assert Shown(domino_poker, RESTING, trick, *[other] * FAR_BEHIND).match.shown is trick
    assert Shown(domino_poker, RESTING, trick, *[other] * (FAR_BEHIND + 1)).match.shown is other


def test_a_trick_that_waits_for_a_key_does_so_however_far_behind_the_player_is() -> None:
    trick, other = found(domino_poker, waited_for), played(domino_poker)[1][1]
    shown = Shown(domino_poker, KEYED, trick, *[other] * (FAR_BEHIND + 1))
    assert shown.match.shown is trick
    assert shown.match.waits_for_key
    assert shown.board.motion.due == NOW + KEY_SECONDS
    assert hasten(shown.match, shown.board, KEYED, NOW)
    assert shown.match.shown is other
    assert not shown.match.waits_for_key


def test_a_finished_deal_waits_for_no_key_but_that_of_its_reader() -> None:
    deal = found(domino_poker, lambda one: is_deal_over(one.view))
    shown = Shown(domino_poker, KEYED, deal)
    assert shown.match.reading is deal
    assert not shown.match.waits_for_key
    assert shown.lasts == pytest.approx(3.0, abs=0.02)


# --- moves without a choice ----------------------------------------------------------------------


@pytest.mark.parametrize("among_people", [True, False])
@pytest.mark.parametrize("autoplay", ["off", "bids", "last", "every"])
def test_one_piece_of_several_is_played_among_bots_alone_for_whoever_wants_that_of_every_piece(
    autoplay: str, among_people: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another player could tell from the time that there was no choice."""
    monkeypatch.setattr(showing, "among_people", lambda room: among_people)
    due = found(
        domino_poker,
        lambda one: len(legal(domino_poker, one)) == 1 and len(one.view.hand) > 1,
    )
    shown = Shown(domino_poker, Preferences(autoplay=autoplay), replace(due, events=()))
    assert (shown.match.forced_at is not None) == (autoplay == "every" and not among_people)


def test_a_move_without_a_choice_waits_until_the_trick_before_it_has_been_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(showing, "among_people", lambda room: False)
    lead = found(domino_poker, lambda one: is_trick(one) and len(legal(domino_poker, one)) == 1)
    wanted = replace(RESTING, autoplay="every")
    assert Shown(domino_poker, wanted, lead).match.forced_at == NOW + FORCED_SECONDS + 3.0
    keyed = replace(KEYED, autoplay="every")
    assert Shown(domino_poker, keyed, lead).match.forced_at is None


# --- results -------------------------------------------------------------------------------------


def test_few_results_are_shown_at_once_and_many_only_when_nothing_moves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deal = found(kozel, lambda one: is_deal_over(one.view))
    shown = Shown(kozel, RESTING, deal)
    graph_poker_board = BOARDS["graph_poker"]
    shown.board.board = graph_poker_board
    monkeypatch.setattr(graph_poker_board, "stops", lambda view: LEAST_WALK)
    assert stops(shown.match, shown.board) == 0, "the end of the deal still rests"
    shown.board.motion.finish()
    assert stops(shown.match, shown.board) == LEAST_WALK
    monkeypatch.setattr(graph_poker_board, "stops", lambda view: LEAST_WALK - 1)
    assert stops(shown.match, shown.board) == 0


def test_a_refusal_disturbs_nobody_who_reads_a_deal() -> None:
    deal = found(kozel, lambda one: is_deal_over(one.view))
    shown = Shown(kozel, Preferences(), deal)
    shown.board.focus = replace(shown.board.focus, stop=1)
    show_again(shown.match, shown.board, shown.wanted, NOW)
    assert shown.board.focus.stop == 1
