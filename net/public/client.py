"""A client: `ClientSeat` without I/O, its events, and the tools of a program of one's own.

`connect` opens a connection with TLS, `Identity` is a certificate with its key, and `parse_address`
reads an address as a player types it. `Bound` and `retaken` check the terms and seats that a host
must not change during a match. The proof of a table's code is in `net.public.code`, as it loads a
library that few need.
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
