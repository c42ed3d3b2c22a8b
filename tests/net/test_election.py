"""One program's part in an election, step by step: votes that count, epochs that it comes to."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from net.migration.election import ABSENCE_SECONDS, FURTHEST_AHEAD, GIVE_UP_SECONDS, Election
from net.migration.epochs import Coming, Joining, Kept, Opened, Progress, Situation, Vote
from net.migration.handing import Place
from tests.support.electing import genuine, signature


def elector(seat: int, deals: int | Kept, people: int = 4) -> Election:
    """Return the part of one of four people, or as many as given, whose host has the seat 0.

    It holds as many deals of the first epoch as given, or what was kept.
    """
    kept = deals if isinstance(deals, Kept) else Kept(Progress(0, 1, deals))
    return Election(
        seat,
        frozenset(range(people)),
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


def joining(seat: int, opened: Opened) -> Joining:
    made = Joining(opened.epoch, seat, opened.fingerprint)
    return replace(made, signature=signature(made))


def opened_by(host: int, epoch: int, deals: int, *joined: int) -> Opened:
    """Return an epoch of one of four people, with two votes, to which these have come."""
    votes = tuple(wish(voter, host, deals, epoch) for voter in sorted({host, 3 if host < 3 else 1}))
    place = "10.0.0.2", 4000, f"{host:02d}" * 32
    opened = Opened(0, 0, epoch, host, Progress(0, 1, deals), *place, votes)
    opened = replace(opened, signature=signature(opened))
    return replace(opened, joined=tuple(joining(seat, opened) for seat in joined))


def test_nobody_comes_to_an_epoch_that_lacks_a_deal_they_hold_unless_most_are_there() -> None:
    """Its host may have had the votes before that deal was played; another vote still saves it."""
    holder = elector(2, deals=4)
    assert holder.hear_opened(opened_by(1, 1, 3, 1))
    assert holder.way() is None
    holder.hear_opened(opened_by(1, 1, 3, 1, 3))
    assert holder.way() is not None
    level = elector(2, deals=3)
    assert level.hear_opened(opened_by(1, 1, 3, 1))
    assert level.way() is not None


def test_an_epoch_without_a_majority_counts_for_nothing_whatever_its_host_shows() -> None:
    """A host shows what was finished before. If that counted, whoever has come would be preferred
    to somebody who holds a deal more.
    """
    guest, holder = elector(2, deals=3), elector(3, deals=4)
    guest.hear_opened(opened_by(1, 1, 3, 1))
    guest.join()
    guest.shown(deals=3, dealt=3)
    assert guest.kept.progress < holder.kept.progress
    guest.shown(deals=3, dealt=4)
    assert guest.kept.progress > holder.kept.progress, "a host deals only with a majority"
    late = elector(2, deals=4)
    late.hear_opened(opened_by(1, 1, 3, 1, 3))
    late.join()
    late.shown(deals=3, dealt=3)
    assert late.kept.progress == Progress(1, 1, 3), "more than half have come"


def test_a_host_of_five_people_waits_for_a_third_whatever_its_own_player_is_shown() -> None:
    host = elector(1, deals=3, people=5)
    host.lost(0.0)
    assert host.choose(1)
    for voter in (2, 3):
        host.hear(told(wish(voter, 1, deals=3)), 1.0)
    opened = host.open(Place("10.0.0.2", 4000, "01" * 32))
    host.shown(deals=3, dealt=3)
    assert not host.may_deal
    for guest, enough in ((2, False), (3, True)):
        coming = Coming(joining(guest, opened))
        assert host.admit(replace(coming, signature=signature(coming)))
        assert host.may_deal is enough


def test_whoever_has_come_to_an_epoch_comes_to_none_that_was_opened_beside_it() -> None:
    """It was opened after an earlier one, so it may lack what is played meanwhile."""
    guest = elector(2, deals=3)
    assert guest.hear_opened(opened_by(1, 1, 3, 1))
    guest.join()
    beside = opened_by(3, 2, 3, 3)
    assert guest.hear_opened(beside)
    assert guest.way() is None
    guest.hear_opened(opened_by(3, 2, 3, 1, 3))
    assert guest.way() is not None


def test_an_epoch_that_nobody_has_signed_for_is_none() -> None:
    """A joining, a vote or an opening counts only with the signature of each player who made it."""
    fair = opened_by(1, 1, 3, 1, 3)
    for spoiled in (
        replace(fair, address="10.0.0.66"),
        replace(fair, votes=fair.votes[:1]),
        replace(fair, votes=(fair.votes[0], fair.votes[0])),
        replace(fair, votes=(fair.votes[0], replace(fair.votes[1], voter=2))),
        replace(fair, epoch=2),
        replace(fair, base=Progress(0, 1, 9)),
    ):
        assert not elector(2, deals=3).hear_opened(spoiled)
        resigned = replace(spoiled, signature=signature(spoiled))
        own_word = spoiled.votes == fair.votes and spoiled.epoch == fair.epoch
        assert elector(2, deals=3).hear_opened(resigned) is own_word, "of its host alone"
    forged = (fair.joined[0], replace(fair.joined[1], signature="forged"))
    holder = elector(2, deals=4)
    assert holder.hear_opened(replace(fair, joined=forged))
    assert holder.way() is None, "believes that somebody has come who has not"


def test_a_vote_that_is_repeated_counts_once_and_one_of_a_lost_epoch_no_more() -> None:
    candidate = elector(1, deals=3)
    candidate.lost(0.0)
    assert candidate.choose(1)
    earlier = told(wish(2, 3, deals=3, epoch=1))
    candidate.hear(earlier, 1.0)
    later = replace(told(wish(2, 1, deals=3, epoch=2)), sent=2)
    candidate.hear(replace(later, signature=signature(later)), 2.0)
    assert candidate.choose(1)
    assert {vote.voter for vote in candidate.won()} == {1, 2}
    again = replace(earlier, sent=3)
    candidate.hear(replace(again, signature=signature(again)), 3.0)
    assert {vote.voter for vote in candidate.won()} == {1, 2}, "an old vote takes back a later one"
    candidate.open(Place("10.0.0.2", 4000, "01" * 32))
    candidate.hosting = False
    candidate.lost(4.0)
    again = replace(later, sent=4)
    candidate.hear(replace(again, signature=signature(again)), 5.0)
    assert candidate.won() == (), "a vote of an epoch that is over opens another"


def test_whoever_can_call_but_not_be_called_votes_and_has_no_votes() -> None:
    """Behind a firewall, for example: nobody could come there."""
    candidate = elector(1, deals=3)
    candidate.lost(0.0)
    candidate.hear(told(wish(2, 1, deals=3)), 6.0, reached=False)
    offer = candidate.offer(6.0)
    assert offer is not None
    assert (offer.possible, offer.candidates) == (True, ())
    assert not candidate.choose(2)
    assert candidate.choose(1)
    assert {vote.voter for vote in candidate.won()} == {1, 2}


def test_what_a_program_says_when_it_calls_has_no_vote_but_its_own_and_no_epoch() -> None:
    caller = elector(2, deals=3)
    caller.hear_opened(opened_by(1, 1, 3, 1))
    caller.lost(0.0)
    caller.hear(told(replace(wish(3, 3, deals=3, epoch=2), after=1, lost=1)), 6.0)
    said = caller.say(7)
    assert genuine(said)
    assert (said.seat, said.sent, said.absent, said.opened) == (2, 7, True, None)
    assert {vote.voter for vote in said.votes} <= {2}


@pytest.mark.parametrize("times", [1, 2])
def test_a_host_that_could_not_write_down_who_has_come_deals_once_it_can(times: int) -> None:
    """Whoever was sent away comes again."""
    left, host = [0], elector(1, deals=3)

    def store(kept: Kept) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise OSError("disk full")

    host.lost(0.0)
    assert host.choose(1)
    host.hear(told(wish(2, 1, deals=3)), 1.0)
    opened = host.open(Place("10.0.0.2", 4000, "01" * 32))
    guest = joining(2, opened)
    coming = replace(Coming(guest), signature=signature(Coming(guest)))
    host._store, left[0] = store, times
    with pytest.raises(OSError, match="disk full"):
        host.admit(coming)
    assert not host.may_deal
    assert host.admit(coming)
    assert host.may_deal


def test_a_vote_of_somebody_whose_host_is_back_counts_no_more() -> None:
    candidate = elector(1, deals=3)
    candidate.lost(0.0)
    assert candidate.choose(1)
    candidate.hear(told(wish(2, 1, deals=3)), 1.0)
    assert candidate.won()
    back = replace(told(wish(2, 1, deals=3)), sent=2, absent=False)
    candidate.hear(replace(back, signature=signature(back)), 2.0)
    assert candidate.won() == ()


def talk(*programs: Election, now: float) -> None:
    """Have everybody call everybody else."""
    for caller in programs:
        for called in programs:
            if caller is not called:
                assert called.called(caller.call(int(now * 1000) + 1), now)
                caller.hear(called.tell(int(now * 1000) + 2), now)


def place(seat: int) -> Place:
    return Place(f"10.0.0.{seat}", 4000, f"{seat:02d}" * 32)


def opened_while_the_old_host_played_on() -> tuple[Election, Election]:
    """Return two of three people whose host is gone for good: the first one has opened an epoch.

    The other one had voted for that, but came back to the old host, and finished a deal there.
    """
    first, other = elector(1, deals=3, people=3), elector(2, deals=3, people=3)
    for each in (first, other):
        each.lost(0.0)
    talk(first, other, now=6.0)
    assert first.choose(1)
    talk(first, other, now=7.0)
    assert other.choose(1)
    talk(first, other, now=8.0)
    assert {vote.voter for vote in first.won()} == {1, 2}
    other.back()
    first.open(place(1))
    other.shown(deals=4, dealt=5)
    other.lost(20.0)
    return first, other


def test_a_host_to_which_too_few_come_gives_its_epoch_up_and_everybody_votes_again() -> None:
    """Whoever holds a deal more does not come, and there is no majority without that player."""
    first, other = opened_while_the_old_host_played_on()
    now = 26.0
    while not first.give_up(now):
        assert now < 26.0 + 2 * GIVE_UP_SECONDS, "waits for ever"
        talk(first, other, now=now)
        offer = other.offer(now)
        assert offer is None or not offer.possible, "its host cannot be outvoted, as it is alive"
        assert other.way() is None
        now += 1.0
    assert not first.may_deal
    now += ABSENCE_SECONDS
    talk(first, other, now=now)
    for each in (first, other):
        offer = each.offer(now)
        assert offer is not None
        assert (offer.candidates, offer.needed, offer.heard) == ((2,), 2, 2)
        assert each.choose(2)
        talk(first, other, now=now + 1)
    opened = other.open(place(2))
    assert (opened.after, opened.lost, opened.epoch, opened.base.deals) == (1, None, 2, 4)
    talk(first, other, now=now + 2)
    assert first.way() == other.kept.known
    assert other.admit(first.join())
    assert other.may_deal


def test_an_epoch_that_was_given_up_takes_nobody_in_and_never_comes_back() -> None:
    first, other = opened_while_the_old_host_played_on()
    opened = first.kept.known
    assert opened is not None
    for now in range(26, 60):
        talk(first, other, now=now)
        first.give_up(now)
    coming = Coming(joining(2, opened))
    assert not first.admit(replace(coming, signature=signature(coming)))
    assert not first.serve_again()
    assert first.way() is None
    assert other.way() is None
    again = elector(1, first.kept, people=3)
    assert not again.serve_again(), "after a new start of the program"
    assert again.way() is None


def test_an_epoch_is_not_given_up_for_want_of_people_nor_once_enough_have_come() -> None:
    first, _ = opened_while_the_old_host_played_on()
    assert not any(first.give_up(now) for now in range(26, 90)), "nobody is there to vote again"
    first, other = opened_while_the_old_host_played_on()
    opened = first.kept.known
    assert opened is not None
    talk(first, other, now=26.0)
    assert not first.give_up(26.0)
    coming = Coming(joining(2, opened))
    assert first.admit(replace(coming, signature=signature(coming)))
    assert not any(first.give_up(now) for now in range(27, 90))
    assert first.may_deal


def test_a_vote_of_somebody_who_knows_that_an_epoch_is_given_up_tells_the_others() -> None:
    """They may not reach its host themselves; else some would count its player, and some not."""
    first, other = opened_while_the_old_host_played_on()
    for now in range(26, 50):
        talk(first, other, now=now)
        first.give_up(now)
    third = elector(0, deals=4, people=3)
    third.lost(0.0)
    third.hear(other.tell(60_000), 60.0)
    assert third.host == 1
    assert other.choose(2)
    third.hear(other.tell(61_000), 61.0)
    assert third.host is None
    assert third.choose(2)
    third.hear(other.tell(62_000), 62.0)
    other.hear(third.tell(62_001), 62.0)
    assert {vote.voter for vote in other.won()} == {0, 2}


def test_among_three_a_program_that_votes_and_joins_twice_leaves_the_others_apart() -> None:
    """The page says so: neither table gives way to the other, as each is settled."""
    others = [elector(1, deals=3), elector(2, deals=3)]
    places = [Place("10.0.0.1", 4000, "01" * 32), Place("10.0.0.2", 4000, "02" * 32)]
    opened = []
    for each, place in zip(others, places, strict=True):
        each.lost(0.0)
        assert each.choose(each.seat)
        each.hear(told(wish(3, each.seat, deals=3)), 1.0)
        opened.append(each.open(place))
    for each, own in zip(others, opened, strict=True):
        joining = Joining(own.epoch, 3, own.fingerprint)
        joining = replace(joining, signature=signature(joining))
        coming = Coming(joining)
        assert each.admit(replace(coming, signature=signature(coming)))
        assert each.may_deal
    assert not others[0].hear_opened(opened[1])
    assert not others[1].hear_opened(opened[0])
