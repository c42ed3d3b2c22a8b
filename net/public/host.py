"""A host: `Host` at its sockets, `Lobby` and `Table` without I/O, and the parts of a table.

`new_table` makes a table of a game; `listen` and `accept` alone serve programs that pass on or
alter the messages of an honest host. `LiveMatch` deals and plays, `CommitReveal` is the shuffle by
all players, and `PERMISSIONS` says who may send which message in which phase.
"""

from net.host.admission import Limits
from net.host.bots import Bots
from net.host.factory import SystemChance, new_table
from net.host.listener import HostError, accept, listen
from net.host.server import Host
from net.table import seating
from net.table.effects import STAGE_SECONDS, UNKNOWN, ConnectionKey, Effect, Peer, Send, TablePlan
from net.table.live import LiveMatch
from net.table.lobby import Lobby
from net.table.phases import OVER, PERMISSIONS, PLAYING, Role
from net.table.shuffle import CommitReveal, Stage, recorded
from net.table.table import Table

__all__ = [
    "OVER",
    "PERMISSIONS",
    "PLAYING",
    "STAGE_SECONDS",
    "UNKNOWN",
    "Bots",
    "CommitReveal",
    "ConnectionKey",
    "Effect",
    "Host",
    "HostError",
    "Limits",
    "LiveMatch",
    "Lobby",
    "Peer",
    "Role",
    "Send",
    "Stage",
    "SystemChance",
    "Table",
    "TablePlan",
    "accept",
    "listen",
    "new_table",
    "recorded",
    "seating",
]
