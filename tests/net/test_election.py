"""One program's part in an election, step by step: votes that count, epochs that it comes to."""

from __future__ import annotations

from msgspec.structs import replace

from net.migration.election import FURTHEST_AHEAD, Election
from net.migration.epochs import Kept, Progress, Situation, Vote
from net.migration.handing import Place
from tests.support.electing import genuine, signature


def elector(seat: int, deals: int) -> Election:
    """Return the part of one of four people, whose host has the seat 0."""
    kept = Kept(Progress(0, 1, deals))
    return Election(
        seat,
        frozenset(range(4)),
        0,
        kept,
        sign=signature,
        genuine=genuine,
        store=lambda kept: None,
    )


def wish(voter: int, candidate: int, deals: int, epoch: int = 1) -> Vote:
    vote = Vote(0, 0, epoch, voter, candidate, Progress(0, 1, deals))
    return replace(vote, signature=signature(vote))


def told(vote: Vote) -> Situation:
    situation = Situation(vote.voter, 1, vote.progress, absent=True, votes=(vote,))
    return replace(situation, signature=signature(situation))


def test_a_vote_of_somebody_who_holds_more_counts_neither_for_the_candidate_nor_for_others() -> (
    None
):
    """Programs that keep to the rules send no such vote; a host opened with it would be believed
    by nobody, and a deal would be lost if it were.
    """
    candidate, other = elector(1, deals=3), elector(3, deals=3)
    more, fair = wish(2, 1, deals=4), wish(3, 1, deals=3)
    candidate.lost(0.0)
    assert candidate.choose(1)
    candidate.hear(told(more), 1.0)
    assert candidate.won() == ()
    candidate.hear(told(fair), 1.0)
    assert {vote.voter for vote in candidate.won()} == {1, 3}
    opened = candidate.open(Place("10.0.0.2", 4000, "02" * 32))
    wrong = replace(opened, votes=(*opened.votes, more))
    assert not other.hear_opened(replace(wrong, signature=signature(wrong)))
    assert other.hear_opened(opened)


def test_nobody_can_use_up_the_numbers_of_epochs() -> None:
    """After a vote in the last number that fits into a message nobody could vote again."""
    candidate = elector(1, deals=3)
    candidate.lost(0.0)
    candidate.hear(told(wish(2, 3, deals=3, epoch=2**53 - 1)), 1.0)
    assert candidate.choose(1)
    candidate.hear(told(wish(3, 1, deals=3)), 1.0)
    assert {vote.epoch for vote in candidate.won()} == {1}


def test_a_vote_counts_however_often_somebody_has_voted_before() -> None:
    candidate = elector(1, deals=3)
    candidate.lost(0.0)
    candidate.hear(told(wish(2, 1, deals=3, epoch=FURTHEST_AHEAD)), 1.0)
    assert candidate.choose(1)
    candidate.hear(told(wish(3, 1, deals=3, epoch=FURTHEST_AHEAD)), 1.0)
    assert {vote.voter for vote in candidate.won()} == {1, 2, 3}
