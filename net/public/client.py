"""A client: `ClientSeat` without I/O, what it tells of, and what a program of one's own needs.

`connect` opens a line with TLS to an address, `Identity` is a certificate with its key, and
`parse_address` reads what a player types. `Bound` and `retaken` say what a host has agreed to for a
match. The proof of a table's code is in `net.public.code`, as it loads a library that few need.
"""

from net.client.agreed import Bound, retaken
from net.client.events import (
    ClientEvent,
    IntermissionChanged,
    PeersTold,
    Position,
    RoomChanged,
    SatDown,
)
from net.client.seat import ClientSeat, Link
from net.lan.addresses import AddressError, parse_address
from net.secure.tls import Identity, connect, new_identity

__all__ = [
    "AddressError",
    "Bound",
    "ClientEvent",
    "ClientSeat",
    "Identity",
    "IntermissionChanged",
    "Link",
    "PeersTold",
    "Position",
    "RoomChanged",
    "SatDown",
    "connect",
    "new_identity",
    "parse_address",
    "retaken",
]
