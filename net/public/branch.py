"""A table without its host: the players' calls, and the branch that one of them opens.

`Company` decides by section 13 of the page, from signed statements; `branch_from_record` makes the
table of a branch. `Handshake` and `RemoteLink` are the parts of a connection that has a key.
"""

from net.branch.company import Company
from net.branch.statements import Branch, Situation, Statement, signed_bytes
from net.client.calls import consult
from net.client.handshake import Handshake
from net.client.link import RemoteLink
from net.client.taking_over import branch_from_record
from net.migration import Place
from net.secure import signing
from net.table.log import log_text

__all__ = [
    "Branch",
    "Company",
    "Handshake",
    "Place",
    "RemoteLink",
    "Situation",
    "Statement",
    "branch_from_record",
    "consult",
    "log_text",
    "signed_bytes",
    "signing",
]
