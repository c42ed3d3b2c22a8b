"""Signatures of the players of a match as in docs/protocol.md: statements, bytes, signatures."""

import json

import msgspec
from msgspec.structs import replace

from net.branch.statements import Branch, Coming, Situation, Statement, signed_bytes
from net.secure.signing import public_of, sign

TABLE = "9f2c51d07ab34e86"
BRANCH = "41d8c7fb0a925e63"
SECRETS = {1: "01" * 32, 2: "02" * 32}
PLACE = "192.168.1.21", 45123, "0a" * 32


def signed(statement: Statement, seat: int) -> Statement:
    """Return a statement with the signature of a seat."""
    return replace(statement, signature=sign(SECRETS[seat], signed_bytes(TABLE, statement)))


def statements() -> list[Statement]:
    """The host, whose player has seat 0, is lost after three deals; seat 1 opens a branch.

    Seat 2 says that it waits, then that it knows of the branch, and comes.
    """
    branch = signed(Branch(1, BRANCH, 1, 1, 3, *PLACE), 1)
    assert isinstance(branch, Branch)
    situations = [
        signed(Situation(2, 1763751600000, 1, 3, reaches=(1,)), 2),
        signed(Situation(2, 1763751601000, 1, 3, reaches=(1,), branches=(branch,)), 2),
    ]
    coming = signed(Coming(BRANCH, public_of(SECRETS[2]), PLACE[2]), 2)
    return [situations[0], branch, situations[1], coming]


def signatures() -> str:
    """The statements as JSON, then the bytes that are signed, once for each kind."""
    all_of_them = statements()
    rows = [
        ("id of the table", TABLE),
        *(
            row
            for seat, secret in SECRETS.items()
            for row in (
                (f"secret key of seat {seat}", secret),
                (f"public key of seat {seat}", public_of(secret)),
            )
        ),
        *(
            (f"what is signed of {type(each).__name__}", signed_bytes(TABLE, each).hex())
            for each in all_of_them[1:]
        ),
    ]
    return "\n".join(
        [
            *(f"    {type(each).__name__:9}  {_text(each)}" for each in all_of_them),
            "",
            "| | |",
            "|---|---|",
            *(f"| {name} | `{value}` |" for name, value in rows),
        ]
    )


def _text(statement: Statement) -> str:
    return json.dumps(msgspec.to_builtins(statement))
