"""Who sits at the page: recognised by a cookie, with the seat that is theirs. No I/O."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from net.wire.names import clean_name

KEPT: Final = 256
"""At most this many visitors are remembered; the oldest without a screen is forgotten first."""

LONGEST: Final = 600
"""The longest cookie that is read."""


@dataclass(eq=False, slots=True)
class WebSession:
    """What is remembered about a visitor."""

    name: str
    code: str = ""
    """The table's code, if the visitor has given it."""
    token: str = ""
    host: str = ""
    """The token of the seat and the fingerprint of its host, once the visitor has sat down."""
    here: bool = False
    """Whether the visitor's program is running now."""
    sat: bool = False
    """Whether the host itself has given the visitor a seat; a cookie may say anything."""


class WebSessions:
    """The visitors of one page; `new_key` makes a key that nobody can guess."""

    def __init__(self, table: str, new_key: Callable[[], str]) -> None:
        self._table = table
        self._new_key = new_key
        self._sessions: dict[str, WebSession] = {}

    def add(self, session: WebSession) -> str:
        """Remember a visitor; return the key for the cookie."""
        key = self._new_key()
        self._sessions[key] = session
        while len(self._sessions) > KEPT:
            gone = (each for each, session in self._sessions.items() if not session.here)
            del self._sessions[next(gone, next(iter(self._sessions)))]
        return key

    def forget(self, key: str) -> None:
        """Forget a visitor."""
        self._sessions.pop(key, None)

    def find(self, key: str) -> WebSession | None:
        """Return the visitor with this key."""
        return self._sessions.get(key)

    def written(self, session: WebSession) -> str:
        """Write a seat into a cookie, in case the host's program is started again meanwhile."""
        plain = [self._table, session.name, session.token, session.host]
        return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")

    def read(self, cookie: str) -> WebSession | None:
        """Read a seat from a cookie; None if it belongs to another table or is nonsense.

        Whether the token opens a seat is for the host to say.
        """
        if not 0 < len(cookie) <= LONGEST:
            return None
        try:
            plain: Any = json.loads(base64.urlsafe_b64decode(cookie + "=" * (-len(cookie) % 4)))
        except (ValueError, RecursionError):
            return None
        if not (isinstance(plain, list) and len(plain) == 4):
            return None
        table, name, token, host = plain
        if table != self._table or not all(isinstance(each, str) for each in plain) or not token:
            return None
        return WebSession(clean_name(name), token=token[:64], host=host[:64])
