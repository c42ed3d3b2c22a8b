"""A client: `ClientSeat` without I/O, its events, and the tools of a program of one's own.

`connect` opens a connection with TLS, `Identity` is a certificate with its key, and `parse_address`
reads an address as a player types it. `Bound` and `retaken` check the terms and seats that a host
must not change during a match. `Handshake` and `RemoteLink` are the parts of a connection that has
a key. `ClientSide` proves the code of a table (docs/protocol.md, section 9), from its `plain_code`.

Once the host is lost, `Company` decides from signed statements, by section 13 of the page, and
`branch_from_record` makes the table of a branch.
"""

from net.branch.company import Company
from net.branch.statements import Branch, Situation, Statement, signed_bytes
from net.client.agreed import Bound, retaken
from net.client.calls import consult
from net.client.events import (
    ClientEvent,
    IntermissionChanged,
    PeersTold,
    Position,
    RoomChanged,
    SatDown,
)
from net.client.handshake import Handshake
from net.client.link import RemoteLink
from net.client.seat import ClientSeat, Link
from net.client.taking_over import branch_from_record
from net.lan.addresses import AddressError, parse_address
from net.migration import Place
from net.secure import signing
from net.secure.code import plain_code
from net.secure.pake import ClientSide
from net.secure.tls import Identity, connect, new_identity
from net.table.log import log_text

__all__ = [
    "AddressError",
    "Bound",
    "Branch",
    "ClientEvent",
    "ClientSeat",
    "ClientSide",
    "Company",
    "Handshake",
    "Identity",
    "IntermissionChanged",
    "Link",
    "PeersTold",
    "Place",
    "Position",
    "RemoteLink",
    "RoomChanged",
    "SatDown",
    "Situation",
    "Statement",
    "branch_from_record",
    "connect",
    "consult",
    "log_text",
    "new_identity",
    "parse_address",
    "plain_code",
    "retaken",
    "signed_bytes",
    "signing",
]
