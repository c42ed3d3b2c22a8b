"""Tells a host on whose behalf a guest's program comes.

No I/O. All these programs run on the host's own machine. Each comes from the loopback address that
belongs to its guest's computer, so that guesses are counted, and people kept out, as for anybody
else.
"""

from __future__ import annotations

import hashlib
import ipaddress
import sys

from net.host.admission import group_of


def loopback_for(address: str) -> str:
    """Return the loopback address that stands for a guest's; empty if the system has only one."""
    try:
        here = ipaddress.ip_address(address).is_loopback
    except ValueError:
        here = False
    if here or sys.platform == "darwin":
        return ""
    first, second, third = hashlib.sha256(group_of(address).encode()).digest()[:3]
    return f"127.{first % 254 + 1}.{second}.{third % 254 + 1}"
