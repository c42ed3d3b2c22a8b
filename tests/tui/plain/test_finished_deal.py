"""Plain mode: a finished deal lies open until its player continues, and never for a program."""

import pytest

from core.games.domino_poker import rules as domino_poker
from net.table.clock import EVERYBODY
from net.wire.to_host import Continue, Wait
from tests.support.harness import Harness, Visitor
from tests.support.typist import Typist

ASKS = "The deal is over. Enter continues."


class Evening:
    """Ann in plain mode and Bob, between the first two deals."""

    def __init__(self, pause: int = EVERYBODY, *, asks: bool = True) -> None:
        self.harness = Harness(domino_poker, seats=2, pause=pause)
        self.ann = Typist(self.harness, "Ann", asks=asks)
        self.bob = self.harness.join("Bob")
        self.harness.start(self.bob, owner=self.ann.visitor)
        while self.deal == 1 and not self.ann.visitor.client.paused:
            self.play()

    @property
    def deal(self) -> int:
        return self.ann.visitor.client.view.deal

    @property
    def going_on(self) -> list[Continue]:
        """Ann's messages to the host."""
        return [message for message in self.ann.sent if isinstance(message, Continue)]

    def play(self) -> None:
        """Make the first legal move, for any player."""
        for visitor in (self.ann.visitor, self.bob):
            if visitor.client.my_turn:
                visitor.play(domino_poker.legal(visitor.client.view)[0])
                return

    def bob_goes_on(self) -> None:
        visitor: Visitor = self.bob
        visitor.send(Continue(visitor.client.paused.seq))


@pytest.mark.parametrize("line", ["", "  ", "go on", "GO  on", "continue", "дальше"])
def test_a_finished_deal_is_told_and_lies_open_until_the_player_goes_on(line: str) -> None:
    evening = Evening()
    assert "total" in evening.ann.said[-2]
    assert evening.ann.said[-1] == ASKS
    evening.bob_goes_on()
    assert evening.deal == 1
    assert not evening.going_on
    assert evening.ann.said.count(ASKS) == 1, "it is asked once"
    evening.ann.type(line)
    assert evening.deal == 2
    assert evening.going_on


def test_whoever_has_gone_on_hears_once_who_is_still_reading() -> None:
    evening = Evening()
    assert evening.ann.type("") == "Waiting for Bob."
    assert evening.ann.type("") == ""
    assert len(evening.going_on) == 1
    assert evening.ann.type("continue") == "Waiting for Bob."
    assert evening.ann.type("who").endswith("Waiting for Bob.")
    assert evening.deal == 1
    evening.bob_goes_on()
    assert evening.deal == 2


@pytest.mark.parametrize("line", ["score", "table", "sheet", "log", "turn", "moves", "hint", "who"])
def test_questions_are_answered_while_the_deal_lies_open(line: str) -> None:
    evening = Evening()
    assert evening.ann.type(line)
    assert not evening.going_on


@pytest.mark.parametrize("line", ["turn", "moves", "who", "hint", "dance"])
def test_whoever_asks_what_to_do_is_told_how_to_go_on(line: str) -> None:
    assert Evening().ann.type(line).endswith(ASKS)


@pytest.mark.parametrize("line", ["1", "6-4", "play 6-4"])
def test_a_move_goes_on_and_is_not_played_in_a_hand_nobody_has_seen(line: str) -> None:
    evening = Evening()
    evening.bob_goes_on()
    sent = len(evening.ann.sent)
    evening.ann.type(line)
    assert evening.ann.sent[sent:] == evening.going_on
    assert evening.deal == 2


def test_the_time_for_reading_is_said_and_the_deal_goes_on_when_it_is_up() -> None:
    evening = Evening(pause=30)
    assert evening.ann.said[-2:] == [ASKS, "The next deal begins in 30 seconds at the latest."]
    evening.bob.send(Wait())
    assert evening.ann.said[-1] == "The next deal begins in 60 seconds at the latest."
    evening.harness.pass_time(60)
    assert evening.deal == 2
    assert not evening.going_on
    assert evening.ann.type("continue") != ASKS


def test_where_there_is_no_pause_nothing_is_asked() -> None:
    evening = Evening(pause=0)
    assert evening.deal == 2
    assert ASKS not in evening.ann.said


def test_whoever_comes_back_is_asked_again() -> None:
    evening = Evening()
    evening.ann.come_back()
    assert evening.ann.said.count(ASKS) == 2
    evening.bob_goes_on()
    evening.ann.type("")
    assert evening.deal == 2


def test_a_program_is_not_asked_because_it_may_wait_for_its_turn() -> None:
    evening = Evening(asks=False)
    assert ASKS not in evening.ann.said
    assert len(evening.going_on) == 1
    assert evening.ann.said[-1] == "Waiting for Bob."
    evening.bob_goes_on()
    assert evening.deal == 2


def test_there_is_nothing_to_go_on_from_before_a_match_and_in_a_turn() -> None:
    ann = Typist(Harness(domino_poker, seats=2), "Ann")
    assert ann.type("") == ""
    assert ann.type("continue") == "The match has not begun."


def test_who_is_still_reading_is_said_once_however_often_the_host_says_it() -> None:
    evening = Evening()
    evening.ann.type("")
    paused = evening.ann.visitor.client.paused
    assert paused is not None
    for _ in range(2):
        evening.ann.dialogue.receive(paused, 0.0)
    assert evening.ann.said.count("Waiting for Bob.") == 1


def test_after_a_refused_move_the_moves_are_told_again_and_can_be_played() -> None:
    evening = Evening(pause=0)
    while not evening.ann.visitor.client.my_turn:
        evening.play()
    match = evening.ann.dialogue.player.match
    moves = match.legal
    evening.ann.dialogue.player.play("bid 99")
    assert evening.ann.said[-2].startswith("No: ")
    assert "bid" in evening.ann.said[-1]
    assert match.legal == moves
