"""Where encryption of the LAN connections goes. There is none yet, and this module says so.

Host and client take their TLS settings from here and nowhere else.
"""

from __future__ import annotations

import ssl
from typing import Final

ENCRYPTED: Final = False
"""Whether others on the LAN are kept from reading along. Screens tell the truth about it."""


def server_context() -> ssl.SSLContext | None:
    """TLS settings of a host; None means plain TCP."""
    return None


def client_context() -> ssl.SSLContext | None:
    """TLS settings of a client; None means plain TCP."""
    return None
