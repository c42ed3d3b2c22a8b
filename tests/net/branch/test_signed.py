"""Signatures cover the bytes given in docs/protocol.md, and no statement passes for another."""

from net.branch.statements import Branch, Situation, signed_bytes
from net.secure.signing import public_of
from tests.support.signatures import BRANCH, PLACE, SECRETS, TABLE, statements


def number(value: int) -> bytes:
    return value.to_bytes(8)


def text(value: str) -> bytes:
    return number(len(value.encode())) + value.encode()


def test_the_bytes_of_a_situation_are_those_that_the_page_describes() -> None:
    situation, branch = statements()[2], statements()[1]
    assert isinstance(situation, Situation)
    assert isinstance(branch, Branch)
    fields = [
        *(number(2), number(1763751601000), number(1), number(3), text("")),
        *(number(1), number(1)),  # one seat is reached: the first
        *(number(1), number(1), text(BRANCH), number(1), number(1), number(3)),
        *(text(PLACE[0]), number(PLACE[1]), text(PLACE[2]), text(branch.signature)),
        text(""),
    ]
    head = b"kozyr/branch/1/Situation\0" + text(TABLE)
    assert signed_bytes(TABLE, situation) == head + b"".join(fields)


def test_what_opens_a_seat_names_the_branch_the_key_and_the_host() -> None:
    coming = statements()[-1]
    fields = text(BRANCH), text(public_of(SECRETS[2])), text(PLACE[2]), text("")
    head = b"kozyr/branch/1/Coming\0" + text(TABLE)
    assert signed_bytes(TABLE, coming) == head + b"".join(fields)


def test_no_two_statements_have_the_same_bytes() -> None:
    every = [signed_bytes(table, each) for table in (TABLE, BRANCH) for each in statements()]
    assert len({*every}) == len(every)
