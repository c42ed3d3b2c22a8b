"""Entering a table with a code: without sockets, without cryptography, time by hand."""

from collections import Counter

import pytest

from net.secure.code import ProofError
from net.table.auth import (
    FIRST_PENALTY_SECONDS,
    LONGEST_PENALTY_SECONDS,
    LONGEST_REST_SECONDS,
    PACE_SECONDS,
    REST,
    CodeAttempts,
)
from net.table.effects import Peer
from net.table.lobby import table_line
from net.table.table import MANY_WRONG_CODES
from net.wire.from_host import Confirmed, Gathered, Proving, Refused
from net.wire.reasons import RefusalError, refusal
from net.wire.to_host import Confirm, Join, NewCode, Prove
from tests.support.harness import Harness, Visitor

SHARE = "41" + "0" * 64
RIGHT = "a" * 64
WRONG = "b" * 64


class Comparing:
    """A host's side of a proof that only compares; it counts the proofs."""

    made = 0
    last = "", ""
    """The code and the table of the last one."""

    def __init__(self, code: str, table: str) -> None:
        type(self).made += 1
        Comparing.last = code, table
        self.share = "42" + "1" * 64
        self.taken = ""

    def take(self, share: str) -> None:
        if share.endswith("f"):
            raise ProofError
        self.taken = share

    def check(self, proof: str) -> str | None:
        return "c" * 64 if self.taken and proof == RIGHT else None


@pytest.fixture
def harness() -> Harness:
    made = Harness(seats=3, new_code=lambda: "NEWNEW")
    made.table.code = "K7QM2X"
    Comparing.made = 0
    return made


def come(harness: Harness, address: str = "10.0.0.1", **peer: object) -> Visitor:
    """Return a visitor on an encrypted connection who has said Hello."""
    return harness.visitor(peer=Peer(address, **{"new_proof": Comparing, **peer}))


def heard(visitor: Visitor, kind: type) -> bool:
    return any(isinstance(message, kind) for message in visitor.heard)


def begin_proof(visitor: Visitor) -> None:
    """Offer the visitor's share of a proof."""
    visitor.client.handshake.meet("host", lambda code, table: _Trusting())
    visitor.client.join("Somebody", "table-1")
    visitor.send(visitor.client.prove("K7QM2X"))


def guess(harness: Harness, visitor: Visitor, proof: str = RIGHT) -> None:
    """Make an attempt, however long it takes to be processed."""
    begin_proof(visitor)
    harness.pass_time(LONGEST_PENALTY_SECONDS + 2 * PACE_SECONDS)
    assert heard(visitor, Proving)
    visitor.send(Confirm(proof))


class _Trusting:
    """A client's side that believes everything: the host's side is under test."""

    share = SHARE

    def confirm(self, share: str) -> str:
        return RIGHT

    def confirmed(self, proof: str) -> bool:
        return True


def test_without_proof_there_is_no_seat_and_no_watching(harness: Harness) -> None:
    visitor = come(harness)
    assert visitor.refused(Join("Bob", "table-1")) == "code"
    assert visitor.refused(Join("Bob", "", watch=True)) == "code"
    assert visitor.refused(Join("Bob", token="nonsense")) == "code"


def test_whoever_has_proved_the_code_joins(harness: Harness) -> None:
    visitor = come(harness)
    guess(harness, visitor)
    assert Comparing.last == ("K7QM2X", "table-1")
    assert heard(visitor, Confirmed)
    visitor.send(visitor.client.join("Bob"))
    assert visitor.client.seat == 0
    assert visitor.last(Gathered).code == "K7QM2X"


def test_a_token_of_a_seat_needs_no_code(harness: Harness) -> None:
    visitor = come(harness)
    guess(harness, visitor)
    visitor.send(visitor.client.join("Bob"))
    token = visitor.client.seated.token if visitor.client.seated else ""
    visitor.cut()
    again = come(harness)
    again.client.join("Bob")
    again.send(Join("Bob", token=token))
    assert again.client.seat == 0


def test_the_hosts_own_player_needs_no_code(harness: Harness) -> None:
    ann = come(harness, own=True, new_proof=None)
    ann.send(ann.client.join("Ann"))
    assert ann.client.seat == 0


def test_a_plain_connection_is_told_so_even_with_a_token(harness: Harness) -> None:
    visitor = come(harness, new_proof=None)
    assert visitor.refused(Join("Bob")) == "plain"
    assert visitor.refused(Prove("table-1", SHARE)) == "plain"


def test_an_open_table_asks_nobody(harness: Harness) -> None:
    harness.table.code = ""
    visitor = come(harness, new_proof=None)
    assert visitor.refused(Prove("table-1", SHARE)) == "codeless"
    visitor.send(visitor.client.join("Bob"))
    assert visitor.client.seat == 0
    assert visitor.refused(Prove("table-1", SHARE)) == "joined"


def test_a_proof_is_for_one_connection_and_tried_once(harness: Harness) -> None:
    visitor = come(harness)
    assert visitor.refused(Confirm(RIGHT)) == "unproved"
    guess(harness, visitor, WRONG)
    assert visitor.last(Refused) == refusal(RefusalError("wrong"), seq=0)
    assert visitor.refused(Confirm(RIGHT)) == "unproved"
    assert visitor.refused(Prove("table-1", SHARE)) == "tried"
    assert visitor.refused(Join("Bob")) == "code"
    assert visitor.refused(Prove("nonsense", SHARE)) == "table"


def test_a_share_that_is_none_counts_as_wrong(harness: Harness) -> None:
    visitor = come(harness)
    visitor.send(Prove("table-1", "41" + "f" * 64))
    due = harness.now + FIRST_PENALTY_SECONDS
    harness.pass_time(PACE_SECONDS)
    assert visitor.last(Refused).code == "wrong"
    assert harness.lobby.authenticator.attempts.due("10.0.0.1") == due


def test_attempts_are_looked_at_one_by_one(harness: Harness) -> None:
    visitors = [come(harness, f"10.0.0.{number}") for number in range(10)]
    for visitor in visitors:
        begin_proof(visitor)
    harness.pass_time(4.5 * PACE_SECONDS)
    assert Comparing.made == 5
    assert sum(heard(visitor, Proving) for visitor in visitors) == 5
    harness.pass_time(5 * PACE_SECONDS)
    assert all(heard(visitor, Proving) for visitor in visitors)
    assert not harness.alarms


def two_at_a_slow_host(harness: Harness, seconds: float) -> list[Visitor]:
    """Return two visitors who have begun a proof at a host that needs `seconds` for that."""

    class Slow(Comparing):
        def __init__(self, code: str, table: str) -> None:
            super().__init__(code, table)
            harness.now += seconds

    visitors = [come(harness, f"10.0.0.{number}", new_proof=Slow) for number in range(2)]
    for visitor in visitors:
        begin_proof(visitor)
    return visitors


def test_a_slow_host_rests_longer_between_attempts(harness: Harness) -> None:
    visitors = two_at_a_slow_host(harness, 0.02)
    harness.pass_time(0.01)
    assert [heard(visitor, Proving) for visitor in visitors] == [True, False]
    harness.pass_time(REST * 0.02 - 0.02)
    assert not heard(visitors[1], Proving)
    harness.pass_time(0.05)
    assert heard(visitors[1], Proving)


def test_a_host_that_stood_still_rests_no_longer_than_a_moment(harness: Harness) -> None:
    visitors = two_at_a_slow_host(harness, 100)
    harness.pass_time(2 * LONGEST_REST_SECONDS)
    assert all(heard(visitor, Proving) for visitor in visitors)


def test_whoever_leaves_the_queue_is_not_waited_for(harness: Harness) -> None:
    visitors = [come(harness) for _ in range(3)]
    begin_proof(visitors[0])
    harness.carry_out(harness.lobby.lost(visitors[0], harness.now))  # begun, not finished
    for visitor in visitors[1:]:
        begin_proof(visitor)
    visitors[1].cut()
    harness.pass_time(PACE_SECONDS)
    assert heard(visitors[2], Proving)
    assert not heard(visitors[0], Proving), "whatever is sent there is heard"
    harness.pass_time(2 * PACE_SECONDS)
    assert Comparing.made == 2


def test_after_a_wrong_code_that_address_waits_longer_and_longer_and_others_do_not(
    harness: Harness,
) -> None:
    for seconds in (0.5, 1.0, 2.0):
        guess(harness, come(harness), WRONG)
        eve, bob = come(harness), come(harness, "10.0.0.2")
        for visitor in (eve, bob):
            begin_proof(visitor)
        harness.pass_time(seconds - 0.01)
        assert heard(bob, Proving)
        assert not heard(eve, Proving)
        harness.pass_time(PACE_SECONDS)
        assert heard(eve, Proving)
        harness.pass_time(20)


def test_whoever_has_waited_longest_comes_first_and_a_wrong_code_has_to_wait() -> None:
    guesses = CodeAttempts()
    guesses.fail("wrong", 0)
    guesses.take_turn("served", 5)
    assert sorted(("served", "new"), key=guesses.last_turn) == ["new", "served"]
    assert guesses.due("new") == guesses.due("served") == 0
    assert guesses.due("wrong") == FIRST_PENALTY_SECONDS


def test_nobody_waits_longer_than_the_longest_penalty() -> None:
    guesses = CodeAttempts()
    waits = []
    for now in range(0, 600, 50):
        guesses.fail("wrong", now)
        waits.append(guesses.due("wrong") - now)
    assert waits[-1] == max(waits) == LONGEST_PENALTY_SECONDS


def test_the_code_of_one_table_opens_no_other(harness: Harness) -> None:
    other = Harness(seats=3).table
    other.id, other.code = "table-2", "CLUB77"
    harness.lobby.tables[other.id] = other
    visitor = come(harness)
    guess(harness, visitor)
    assert heard(visitor, Confirmed)
    assert visitor.refused(Join("Bob", "table-2")) == "code"
    visitor.send(visitor.client.join("Bob"))
    assert visitor.client.seat == 0


def test_nothing_is_remembered_of_a_connection_that_is_lost(harness: Harness) -> None:
    proved, begun = come(harness), come(harness, "10.0.0.2")
    guess(harness, proved)
    begin_proof(begun)
    harness.pass_time(PACE_SECONDS)
    assert heard(proved, Confirmed)
    assert heard(begun, Proving)
    for visitor in (proved, begun):
        harness.carry_out(harness.lobby.lost(visitor, harness.now))
        harness.lobby.meet(visitor, Peer("10.0.0.3", new_proof=Comparing))
        visitor.send(visitor.client.handshake.hello())
    assert proved.refused(Join("Bob", "table-1")) == "code"
    assert begun.refused(Confirm(RIGHT)) == "unproved"
    guess(harness, proved)
    assert isinstance(proved.heard[-1], Confirmed)


def test_a_right_code_forgives_the_address(harness: Harness) -> None:
    guess(harness, come(harness), WRONG)
    assert harness.lobby.authenticator.attempts.due("10.0.0.1") > 0
    guess(harness, come(harness), RIGHT)
    assert harness.lobby.authenticator.attempts.due("10.0.0.1") == 0


def test_in_time_a_mistake_is_forgotten(harness: Harness) -> None:
    for _ in range(5):
        guess(harness, come(harness), WRONG)
    harness.pass_time(61)
    guess(harness, come(harness, "10.0.0.2"), WRONG)
    assert list(harness.lobby.authenticator.attempts.wrong) == ["10.0.0.2"]


def test_however_many_wrong_codes_come_the_code_stays_until_the_owner_changes_it(
    harness: Harness,
) -> None:
    ann = come(harness, own=True)
    ann.send(ann.client.join("Ann"))
    late = come(harness, "10.0.0.9")
    begin_proof(late)
    harness.pass_time(PACE_SECONDS)
    for number in range(5 * MANY_WRONG_CODES):
        guess(harness, come(harness, f"10.0.1.{number}"), WRONG)
    assert harness.table.code == ann.last(Gathered).code == "K7QM2X"
    assert harness.table.wrong_codes == 5 * MANY_WRONG_CODES
    bob = come(harness, "10.0.0.2")
    guess(harness, bob)
    assert heard(bob, Confirmed)
    bob.send(bob.client.join("Bob"))
    assert bob.refused(NewCode()) == "owner"
    ann.send(NewCode())
    assert harness.table.code == bob.last(Gathered).code == "NEWNEW"
    assert harness.table.wrong_codes == 0
    # A proof begun with the old code is worth nothing now.
    late.send(Confirm(RIGHT))
    assert late.last(Refused).code == "wrong"
    harness.table.code = ""
    assert ann.refused(NewCode()) == "codeless"


def test_under_250_guessing_addresses_a_newcomer_is_looked_at_within_five_seconds(
    harness: Harness,
) -> None:
    def knock(number: int) -> None:
        eve = come(harness, f"10.0.1.{number % 250}")
        begin_proof(eve)

    for number in range(200):
        knock(number)
    bob = come(harness, "10.0.0.2")
    begin_proof(bob)
    for number in range(200, 250):
        harness.pass_time(1 / 60)  # no more are let in
        knock(number)
    harness.pass_time(5 - 50 / 60)
    assert heard(bob, Proving)
    # After their attempts it is a newcomer's turn.
    zoe = come(harness, "10.0.0.3")
    begin_proof(zoe)
    harness.pass_time(2 * PACE_SECONDS)
    assert heard(zoe, Proving)


def test_under_248_connections_of_8_addresses_that_never_confirm_a_newcomer_is_the_next(
    harness: Harness,
) -> None:
    crowd = [(number % 8, come(harness, f"10.0.1.{number % 8}")) for number in range(248)]
    for _, eve in crowd[:200]:
        begin_proof(eve)
    harness.pass_time(16 * PACE_SECONDS)  # each address has had a turn
    bob = come(harness, "10.0.0.2")
    begin_proof(bob)
    for _, eve in crowd[200:]:
        begin_proof(eve)
    made = Comparing.made
    while not heard(bob, Proving):
        harness.pass_time(PACE_SECONDS)
    assert Comparing.made - made <= 2, "his, and the one that was under way"
    # They do not wait for ever either, and none of them longer than the others.
    before = Counter(address for address, eve in crowd if heard(eve, Proving))
    harness.pass_time(24 * PACE_SECONDS)
    served = Counter(address for address, eve in crowd if heard(eve, Proving)) - before
    assert len(served) == 8
    assert max(served.values()) - min(served.values()) <= 1


def test_after_a_minute_the_turn_of_an_address_is_forgotten(harness: Harness) -> None:
    begin_proof(come(harness, "10.0.0.1"))
    harness.pass_time(61)
    begin_proof(come(harness, "10.0.0.2"))
    assert list(harness.lobby.authenticator.attempts.turns) == ["10.0.0.2"]


def test_guesses_from_one_network_of_ipv6_wait_for_each_other(harness: Harness) -> None:
    guess(harness, come(harness, "2001:db8::1", network="2001:db8::/64"), WRONG)
    again = come(harness, "2001:db8::2", network="2001:db8::/64")
    begin_proof(again)
    harness.pass_time(0.4)
    assert not heard(again, Proving)


def test_the_list_says_that_a_code_is_asked_for_and_not_which(harness: Harness) -> None:
    line = table_line(harness.table)
    assert line.code is True
    assert "K7QM2X" not in repr(line)
    harness.table.code = ""
    assert table_line(harness.table).code is False


def at_the_door(
    harness: Harness, code: str, address: str = "10.0.0.1", *, known: bool = False
) -> bool:
    """Type a guest's code at a gateway of the host; return whether that lets the guest in."""
    right, effects = harness.lobby.guess(address, code, harness.now, known=known)
    harness.carry_out(effects)
    return right


def test_guesses_at_a_door_and_over_the_wire_are_counted_together(harness: Harness) -> None:
    ann = come(harness, own=True)
    ann.send(ann.client.join("Ann"))
    ann.cut()  # so that the table has a reason to wake up
    assert not at_the_door(harness, "AAAA")
    first = harness.lobby.authenticator.attempts.due("10.0.0.1") - harness.now
    assert not at_the_door(harness, "BBBB")
    assert harness.lobby.authenticator.attempts.due("10.0.0.1") - harness.now == 2 * first
    assert harness.lobby.authenticator.attempts.due("10.0.0.2") <= harness.now, (
        "others need not wait"
    )
    visitor = come(harness)
    visitor.send(Prove(harness.table.id, SHARE))
    assert not heard(visitor, Proving), "the client from the same address waits too"


def test_the_hosts_player_hears_of_every_twentieth_wrong_code(harness: Harness) -> None:
    for number in range(MANY_WRONG_CODES):
        at_the_door(harness, "AAAA", f"10.0.{number}.1")  # with no connection left to hear of it
    ann = come(harness, own=True)
    ann.send(ann.client.join("Ann"))
    told = []
    for number in range(1, 2 * MANY_WRONG_CODES + 1):
        heard_before = len(ann.heard)
        at_the_door(harness, "AAAA", f"10.0.{number}.1")
        told += [number] * (len(ann.heard) - heard_before)
    assert told == [MANY_WRONG_CODES, 2 * MANY_WRONG_CODES]


def test_a_door_lets_in_by_the_code_or_whoever_is_known(harness: Harness) -> None:
    at_the_door(harness, "AAAA")
    assert at_the_door(harness, "K7QM2X")
    assert harness.lobby.authenticator.attempts.due("10.0.0.1") <= harness.now, "forgiven"
    assert at_the_door(harness, "", known=True)
    harness.table.code = "CLUB77"
    assert at_the_door(harness, "C1VB77"), "the plain form of what all are shown"
    assert not at_the_door(harness, "C1VB78")
    harness.table.code = ""
    assert at_the_door(harness, "whatever")
