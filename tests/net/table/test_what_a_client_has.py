"""Join names the positions that a client has; the host does not resend them, and trusts no more.

A client that names none, or has restarted, hears everything.
"""

from core.games.joker import rules as joker
from net.client.seat import ClientSeat
from net.wire.from_host import Committed, FromHost, Gathered, Missed, Revealed, Seated, Updated
from net.wire.protocol import VERSION, encode
from net.wire.to_host import Fill, Hello, Join
from tests.support.harness import Visitor
from tests.support.shuffles import ShuffledHarness, seated, verdict

LATE = 20
"""A deal near the end of a match of Joker, which has 24."""


def late_in_joker() -> tuple[ShuffledHarness, list[Visitor]]:
    harness, people = seated(joker, 4, bots=2)
    harness.start(people[1], owner=people[0])
    while harness.live.match.state.deal < LATE:
        harness.play_to_the_end(*people, moves=1)
    return harness, people


def back_as(visitor: Visitor, client: ClientSeat) -> Visitor:
    again = Visitor(visitor.harness, client)
    again.answers = True
    return again.greet()


def told_a_liar(visitor: Visitor, **claims: int) -> list[FromHost]:
    """Return everything that the host sends to a program with false claims about its positions."""
    heard: list[FromHost] = []
    visitor.cut()
    liar, seated = Visitor(visitor.harness, visitor.harness.client()), visitor.last(Seated)
    liar.forge = heard.append  # and takes nothing of it
    liar.send(Hello(VERSION))
    liar.send(Join("Bob", seated.table, seated.token, **claims))
    return heard


def size(visitor: Visitor) -> int:
    return sum(len(encode(message)) for message in visitor.heard)


def test_a_return_late_in_joker_brings_what_has_changed_and_not_the_match() -> None:
    _, (_, bob) = late_in_joker()
    bob.lose()
    back = back_as(bob, bob.client)
    kinds = [type(message) for message in back.heard[1:]]
    assert kinds == [Seated, Gathered, Committed, Updated]
    back.cut()
    bob.client.lose()
    anew = back_as(bob, ClientSeat(bob.client.handshake, {joker.NAME: joker}))
    told = [message.deal for message in anew.heard if isinstance(message, Revealed)]
    assert sorted({*told}) == [*range(1, LATE)]
    assert size(anew) > 10_000
    assert size(back) < 3_000


def test_deals_that_were_revealed_meanwhile_are_told_and_checked() -> None:
    harness, (ann, bob) = seated(joker, 4, bots=2)
    harness.start(bob, owner=ann)
    while harness.live.match.state.deal < 3:
        harness.play_to_the_end(ann, bob, moves=1)
    bob.lose()
    ann.send(Fill(1, "easy"))
    while harness.live.match.state.deal < 5:
        harness.play_to_the_end(ann, moves=1)
    back = back_as(bob, bob.client)
    assert [message.deal for message in back.heard if isinstance(message, Revealed)] == [3, 4]
    harness.play_to_the_end(ann, back)
    found = verdict(back)
    assert (found.fault, found.since) == ("", 0)


def test_deals_of_another_match_count_for_nothing() -> None:
    _harness, (_, bob) = late_in_joker()
    heard = told_a_liar(bob, match=2, deals=24)
    told = {message.deal for message in heard if isinstance(message, Revealed)}
    assert told == {*range(1, LATE)}


def test_more_than_there_is_leaves_out_what_there_is_and_nothing_that_comes() -> None:
    _harness, (ann, bob) = late_in_joker()
    heard = told_a_liar(bob, seen=1 << 40, match=1, deals=1 << 40)
    assert not [message for message in heard if isinstance(message, Missed | Revealed)]
    assert isinstance(heard[-1], Updated)
    assert heard[-1].seq == ann.last(Updated).seq
