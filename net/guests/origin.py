"""Tells a host which computer a guest's program speaks for. No I/O.

All of them run on the host's own machine. Each comes from the loopback address that belongs to its
guest's computer, so that guesses are counted, and people kept out, as with anybody else.
"""

from __future__ import annotations

import hashlib
import ipaddress
import sys

from net.host.admission import group_of


def loopback_for(address: str) -> str:
    """Return the loopback address that stands for a guest's; empty where the system has but one."""
    try:
        here = ipaddress.ip_address(address).is_loopback
    except ValueError:
        here = False
    if here or sys.platform == "darwin":
        return ""
    first, second, third = hashlib.sha256(group_of(address).encode()).digest()[:3]
    return f"127.{first % 254 + 1}.{second}.{third % 254 + 1}"
