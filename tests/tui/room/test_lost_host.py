"""Words about a lost host: nothing is said to wait for nobody."""

from dataclasses import replace

import pytest
from msgspec import structs

from core.games.kozel import rules as kozel
from net.branch.company import Offer, OpenBranch
from net.branch.statements import Branch
from net.client.events import NotGoneOn, RoomState
from net.client.handshake import Handshake
from net.client.seat import ClientSeat
from net.wire.from_host import Seated
from net.wire.message import SeatLine
from tests.support.shuffles import ShuffledHarness, verdict
from tui.room.hosts import (
    awaited_said,
    choices,
    is_news,
    kept_said,
    lost_said,
    not_gone_on_said,
)
from tui.table.links import go_on_at

NAMES = ("Ann", "Bob", "Cid", "Dan")
LOST = Offer(0, 6, suggested=1, others=2)
BRANCH = OpenBranch(Branch(2, "t" * 32, 1, 1, 6, "10.0.0.2", 1, "a" * 64), (2, 3), behind=False)


def client() -> ClientSeat:
    """Return the knowledge of Bob's program about the room."""
    seats = tuple(SeatLine(name, kind="human") for name in NAMES)
    known = ClientSeat(Handshake())
    known.room = RoomState("playing", seats, 0, kozel.Options())
    known.seated = Seated("t", "T", "kozel", 1, "token", 0)
    return known


def test_the_suggested_player_goes_on_with_one_key() -> None:
    question, text = lost_said(LOST, client())
    assert question == "Ann does not answer any more"
    assert text.startswith("Deal 6 is finished")
    assert text.endswith("the others then come along with one key.")
    assert choices(LOST, client()) == [(1, "go on here from deal 7")]


def test_the_others_are_told_whose_computer_it_will_be_and_may_go_on_all_the_same() -> None:
    offer = replace(LOST, suggested=3)
    assert "as soon as Dan goes on there" in lost_said(offer, client())[1]
    assert choices(offer, client()) == [(1, "go on here from deal 7 all the same")]


def test_an_open_branch_stands_first_with_who_is_there() -> None:
    offer = replace(LOST, branches=(BRANCH,))
    along, here = choices(offer, client())
    assert along == (2, "come along to Cid, from deal 7 (there: Dan)")
    assert here == (1, "go on here from deal 7 all the same")
    assert awaited_said(offer, client()) == f"You can go on: {along[1]}"


def test_a_branch_that_lacks_what_is_held_here_says_so() -> None:
    old = replace(BRANCH, branch=structs.replace(BRANCH.branch, deals=3), behind=True)
    said = choices(replace(LOST, branches=(old,)), client())[0]
    assert said == (2, "come along to Cid, only from deal 4 (there: Dan)")


def test_a_player_without_a_network_is_offered_nothing_else() -> None:
    offer = Offer(0, 6, offline=True)
    assert lost_said(offer, client())[0] == "You are offline"
    assert choices(offer, client()) == []


def test_while_the_host_answers_somebody_only_waiting_is_offered() -> None:
    offer = Offer(0, 6, answered=2, others=1)
    assert "The computer of Cid still reaches the host" in lost_said(offer, client())[1]
    assert choices(offer, client()) == []
    assert choices(replace(offer, suggested=1), client()), "not for ever, as that may be a lie"


@pytest.mark.parametrize(
    "offer, said",
    [
        (replace(LOST, reached=False), "The others do not reach this computer"),
        (replace(LOST, others=0), "Nobody else answers: bots play"),
        (replace(LOST, deals=0), "No deal is finished yet"),
    ],
)
def test_what_speaks_against_going_on_here_is_said(offer: Offer, said: str) -> None:
    assert said in lost_said(offer, client())[1]


def test_a_host_whom_all_have_left_may_come_along_or_play_on() -> None:
    offer = Offer(None, 6, (BRANCH,), hosts=True)
    assert lost_said(offer, client())[0] == "The others go on without you"
    assert [seat for seat, _ in choices(offer, client())] == [2, 1]


class Link:
    """A stand-in for a way to a table."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def join_branch(self, table: str) -> bool:
        self.asked.append(table)
        return True

    def open_branch(self) -> bool:
        self.asked.append("here")
        return True

    def stay(self) -> None:
        self.asked.append("stay")


def test_each_choice_is_one_thing_asked_of_the_way_to_the_table() -> None:
    link, offer = Link(), replace(LOST, branches=(BRANCH,))
    assert go_on_at(link, offer, client(), 2)
    assert go_on_at(link, offer, client(), 1)
    assert go_on_at(link, replace(offer, hosts=True), client(), 1)
    assert not go_on_at(link, offer, client(), 3)
    assert link.asked == ["t" * 32, "here", "stay"]


def test_a_player_who_waits_is_asked_again_only_when_there_is_more_to_choose() -> None:
    offer = replace(LOST, branches=(BRANCH,))
    assert is_news(LOST, None)
    assert not is_news(replace(LOST, others=1), LOST)
    assert is_news(offer, LOST)
    assert not is_news(LOST, offer)
    assert is_news(LOST, replace(LOST, suggested=None, answered=2))


def test_it_is_said_why_a_player_cannot_go_on() -> None:
    assert not_gone_on_said(NotGoneOn("this disk cannot be written to")) == (
        "That is not possible: this disk cannot be written to"
    )


def test_whoever_keeps_the_match_for_another_day_is_told_what_is_left_of_it() -> None:
    harness = ShuffledHarness(kozel, 2, target=50)
    ann, bob = people = harness.seat_people()
    harness.start(bob, owner=ann)
    assert kept_said(bob.client).startswith("No deal was finished")
    while harness.live.match.state.deal < 2:
        harness.play_to_the_end(*people, moves=1)
    verdict(bob)  # checks the deal
    assert kept_said(bob.client).startswith("The finished deals are among your past matches")
