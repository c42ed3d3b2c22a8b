"""What the people of a match sign, as docs/protocol.md shows it: statements, bytes, signatures."""

from __future__ import annotations

import json

import msgspec
from msgspec.structs import replace

from net.migration.epochs import (
    Apart,
    Call,
    Coming,
    Joining,
    Opened,
    Progress,
    Situation,
    Statement,
    Vote,
)
from net.migration.signed import signed_bytes
from net.secure.signing import public_of, sign

TABLE = "9f2c51d07ab34e86"
OTHER = "41d8c7fb0a925e63"
"""The id of a table apart."""
SECRETS = {1: "01" * 32, 2: "02" * 32}
PLACE = "192.168.1.21", 45123, "0a" * 32


def signed(statement: Statement, seat: int) -> Statement:
    """Return a statement with the signature of a seat."""
    return replace(statement, signature=sign(SECRETS[seat], signed_bytes(TABLE, statement)))


def statements() -> list[Statement]:
    """The host, whose player has seat 0, is lost after three deals; seats 1 and 2 go on at 1.

    The last statement is what seat 2 says if it goes on apart instead.
    """
    held = Progress(0, 1, 3)
    votes = [signed(Vote(0, 0, 1, seat, 1, held), seat) for seat in (1, 2)]
    joining = signed(Joining(1, 1, PLACE[2]), 1)
    opened = signed(Opened(0, 0, 1, 1, held, *PLACE, tuple(votes), joined=(joining,)), 1)
    coming = signed(Coming(signed(Joining(1, 2, PLACE[2]), 2)), 2)
    call = signed(Call(2, 1763751600000, 0), 2)
    situation = signed(Situation(2, 1763751600001, held, absent=True, votes=(votes[1],)), 2)
    apart = signed(Apart(2, OTHER, 1, held, *PLACE), 2)
    return [*votes, joining, opened, coming, call, situation, apart]


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
            for each in (all_of_them[0], *all_of_them[2:])
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
