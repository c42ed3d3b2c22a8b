"""What is signed is what docs/protocol.md says, and no statement passes for another."""

from __future__ import annotations

from msgspec.structs import replace

from net.migration.epochs import Coming, Joining, Opened, Statement, may_come, seat_of
from net.migration.signed import signed_bytes
from net.secure.signing import is_signed, public_of
from tests.support.signatures import PLACE, SECRETS, TABLE, signed, statements


def number(value: int) -> bytes:
    return value.to_bytes(8)


def text(value: str) -> bytes:
    return number(len(value.encode())) + value.encode()


def test_the_bytes_of_a_vote_are_those_that_the_page_describes() -> None:
    vote = statements()[0]
    fields = (0, 0, 1, 1, 1, 0, 1, 3)  # after, lost, epoch, voter, candidate, and the progress
    assert signed_bytes(TABLE, vote) == (
        b"kozyr/epoch/1/Vote\0" + text(TABLE) + b"".join(map(number, fields)) + text("")
    )


def test_nil_is_another_number_than_any_seat() -> None:
    vote = replace(statements()[0], lost=None)
    head = b"kozyr/epoch/1/Vote\0" + text(TABLE)
    assert signed_bytes(TABLE, vote).startswith(head + number(0) + b"\xff" * 8 + number(1))


def test_who_has_come_is_not_signed_and_the_votes_are_with_their_signatures() -> None:
    opened = next(each for each in statements() if isinstance(each, Opened))
    assert signed_bytes(TABLE, opened) == signed_bytes(TABLE, replace(opened, joined=()))
    for vote in opened.votes:
        assert text(vote.signature) in signed_bytes(TABLE, opened)


def test_no_two_statements_have_the_same_bytes() -> None:
    every = [signed_bytes(table, each) for table in (TABLE, PLACE[0]) for each in statements()]
    assert len({*every}) == len(every)


def test_what_hosts_pass_on_opens_nobody_s_seat() -> None:
    """Everybody hears the Joinings of the others: none of them may come with one."""
    keys = {seat: public_of(secret) for seat, secret in SECRETS.items()}

    def genuine(each: Statement) -> bool:
        data = signed_bytes(TABLE, each)
        return is_signed(keys[seat_of(each)], data, each.signature)

    every = statements()
    opened = next(each for each in every if isinstance(each, Opened))
    coming = next(each for each in every if isinstance(each, Coming))
    assert may_come(coming, opened, keys.keys(), genuine)
    joining = coming.joining
    by_another = replace(signed(Coming(joining), 1), joining=joining)
    for forged in (Coming(joining), Coming(joining, joining.signature), by_another):
        assert not may_come(forged, opened, keys.keys(), genuine)
    elsewhere = signed(Coming(signed(Joining(1, 2, "0b" * 32), 2)), 2)
    assert not may_come(elsewhere, opened, keys.keys(), genuine)
