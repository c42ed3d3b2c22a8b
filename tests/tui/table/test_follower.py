"""The follower alone: real positions of a real table, no screen, timers that run out by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from core.game import Event, Move
from core.games.domino_poker import rules as domino_poker
from core.games.kozel import rules as kozel
from core.position import legal as legal_moves
from net.client.told import Position, Told
from net.wire.protocol import Message
from tests.support.hand_timers import HandTimers
from tests.support.parlour import Parlour
from tui.start import StartHome
from tui.table.connection import Connection
from tui.table.follower import Follower
from tui.table.forced_move import FORCED_SECONDS, ForcedMove
from tui.table.hands import Hands


class Ann:
    """The second of two players, who follows the table without a screen."""

    def __init__(self, game: ModuleType, *, moving: float = 0.0, rest: float = 0.0) -> None:
        self.moving, self.rest_seconds = moving, rest
        self.opened_mine: list[bool] = []
        self.places = 0
        parlour = Parlour(game)
        self.zoe, self.visitor = parlour.join("Zoe"), parlour.join("Ann")
        self.client = self.visitor.client
        self.connection = Connection(self, StartHome())
        self.timers = HandTimers()
        self.hands = Hands(self.connection.board, self)
        self.follower = Follower(self.connection, self.hands, self, self.timers)
        self.visitor.hear = self._heard
        parlour.start(self.visitor, owner=self.zoe)

    def _heard(self, told: Told) -> None:
        self.connection.absorb(told)
        self.follower.heard(told)

    def play_until(self, so: Callable[[], object]) -> None:
        """Both make their first moves."""
        while not so():
            if self.zoe.client.my_turn:
                self.zoe.play(legal_moves(self.zoe.client.game, self.zoe.client.view)[0])
            elif self.hands.turn.legal:
                self.made(self.hands.turn.legal[0])
            elif self.follower.reading:
                self.follower.go_on()
            else:
                for timer in self.timers.running:
                    timer.run_out()

    # --- a link

    troubles = ()

    def send(self, message: Message) -> None:
        self.visitor.send(message)

    async def run(self, *_: Any) -> None: ...

    async def close(self) -> None: ...

    # --- a stage, and the holder of the hands

    def opened(self, position: Position, *, newly_mine: bool) -> None:
        self.opened_mine.append(newly_mine)

    def moving_seconds(self, events: Sequence[Event]) -> float:
        return self.moving if events else 0.0

    def redraw(self) -> None: ...

    def redraw_motion(self) -> None: ...

    def redraw_hand(self) -> None: ...

    def show_places(self) -> None:
        self.places += 1

    def say_status(self, text: str) -> None:
        raise AssertionError(text)

    def costly(self, move: Move) -> bool:
        return False

    def made(self, move: Move) -> None:
        self.follower.send(move)

    def bell(self) -> None: ...


def test_the_hands_get_each_position_and_are_called_when_they_have_to_act() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.hands.turn.legal)
    assert ann.opened_mine[-1]
    assert ann.opened_mine.count(True) == 1
    assert ann.follower.shown is not None
    assert ann.follower.shown.view == ann.client.view


def test_a_move_is_sent_once_and_the_hands_wait_for_the_answer() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.hands.turn.legal)
    ann.visitor.cut()
    move = ann.hands.turn.legal[0]
    ann.made(move)
    assert not ann.hands.turn.legal
    pending = ann.client.pending
    assert pending is not None
    assert pending.move == move
    ann.made(move)
    assert ann.client.pending is pending


def test_a_refused_move_can_be_chosen_anew_and_the_reason_stays() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.hands.turn.legal)
    legal = ann.hands.turn.legal
    ann.made("lay a brick")
    assert ann.hands.turn.legal == legal
    assert "(K-R6)" in ann.hands.trouble


def test_the_end_of_a_deal_waits_until_it_has_been_read() -> None:
    ann = Ann(kozel)
    follower = ann.follower
    ann.play_until(lambda: follower.reading)
    assert follower.shown is follower.reading is follower.last_deal
    assert follower.tells_points(follower.shown)
    assert not ann.hands.turn.legal
    if ann.zoe.client.my_turn:
        ann.zoe.play(legal_moves(kozel, ann.zoe.client.view)[0])
        assert len(ann.connection.positions) == 1
    follower.go_on()
    assert follower.reading is None
    assert not ann.connection.positions
    assert follower.shown.view == ann.client.view
    assert not follower.tells_points(follower.shown)


def test_after_the_last_deal_the_places_are_shown() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: ann.client.view.result)
    ann.play_until(lambda: ann.follower.reading)
    before = ann.places
    ann.follower.go_on()
    assert ann.places == before + 1


def test_nothing_is_shown_over_what_still_moves() -> None:
    ann = Ann(kozel, moving=5.0)
    follower = ann.follower
    ann.play_until(lambda: follower.motion.busy and not ann.hands.turn.legal)
    shown = follower.shown
    ann.zoe.play(legal_moves(kozel, ann.zoe.client.view)[0])
    assert follower.shown is shown
    assert len(ann.connection.positions) == 1
    assert follower.stir(), "a key ends the movement"
    assert follower.shown is not shown


def test_a_finished_trick_rests_unless_the_player_leads() -> None:
    ann = Ann(domino_poker, rest=3.0)
    follower = ann.follower
    ann.play_until(lambda: follower.last_trick)
    ann.play_until(lambda: follower.last_trick is follower.shown and not ann.hands.turn.legal)
    (rest,) = ann.timers.running
    assert rest.seconds == 3.0
    rest.run_out()
    assert not follower.motion.busy
    ann.play_until(lambda: follower.last_trick is follower.shown and ann.hands.turn.legal)
    assert not ann.timers.running


def test_one_looks_back_at_the_trick_then_at_the_deal_then_at_the_table() -> None:
    ann = Ann(kozel)
    follower = ann.follower
    assert not follower.can_look_back
    ann.play_until(lambda: follower.reading)
    follower.go_on()
    assert follower.can_look_back
    follower.look_back()
    assert follower.looking is follower.last_trick
    follower.look_back()
    assert follower.looking is follower.last_deal
    assert follower.tells_points(follower.looking)
    follower.look_back()
    assert follower.looking is None
    follower.look_back()
    assert follower.stir()
    assert follower.looking is None
    assert not follower.stir()


def test_what_comes_while_one_looks_back_is_shown_afterwards() -> None:
    ann = Ann(kozel)
    follower = ann.follower
    ann.play_until(lambda: follower.reading)
    follower.go_on()
    ann.play_until(lambda: ann.zoe.client.my_turn)
    follower.look_back()
    shown = follower.shown
    ann.zoe.play(legal_moves(kozel, ann.zoe.client.view)[0])
    assert follower.shown is shown
    follower.stir()
    assert follower.shown is not shown


def forced(ann: Ann) -> bool:
    """Whether Ann's only move needs no piece of the hand."""
    return len(ann.hands.turn.legal) == 1 and len(ann.hands.turn.choices) == 1


def test_a_forced_move_is_played_after_a_moment() -> None:
    """K-R7: who cannot lay has to draw."""
    ann = Ann(kozel)
    ann.play_until(lambda: forced(ann))
    move = ann.hands.turn.choices[0].move
    played: list[Move] = []
    ForcedMove(ann.hands.turn, played.append, ann.timers).follow(wanted=False)
    assert not ann.timers.running
    self_playing = ForcedMove(ann.hands.turn, played.append, ann.timers)
    self_playing.follow(wanted=True)
    self_playing.follow(wanted=True)
    (wait,) = ann.timers.running
    assert wait.seconds == FORCED_SECONDS
    wait.run_out()
    assert played == [move]


def test_a_forced_move_that_the_player_has_made_is_not_played_again() -> None:
    ann = Ann(kozel)
    ann.play_until(lambda: forced(ann))
    played: list[Move] = []
    ForcedMove(ann.hands.turn, played.append, ann.timers).follow(wanted=True)
    ann.hands.turn.take(ann.hands.turn.view, ())
    ann.timers.running[0].run_out()
    assert played == []
