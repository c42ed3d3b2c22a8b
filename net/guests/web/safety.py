"""The safety of the page: its headers, the origin of requests, signed cookies. No I/O."""

import base64
import hmac
import ipaddress
import json
import re
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

FIXED: Final = {
    "Server": "Kozyr",
    "X-Content-Type-Options": "nosniff",
    # Not "no-referrer": browsers would then leave the origin out of a form.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

_HOST: Final = re.compile(r"(\[[0-9A-Za-z.:%_-]+\]|[0-9A-Za-z._-]{1,253})(:(?P<port>[0-9]{1,5}))?")
MOST_PORT: Final = 65535
_NAME: Final = re.compile(r"[0-9A-Za-z_-]{1,63}(\.local)?\.?", re.IGNORECASE)


def page_headers(host: str, nonce: str, *, encrypted: bool) -> dict[str, str]:
    """Return the headers of every answer. `host` is the request's own, already checked."""
    socket = f"{'wss' if encrypted else 'ws'}://{host}"
    policy = (
        "default-src 'none'",
        "script-src 'self'",
        # The terminal makes its own style sheets and sets the colours of single cells.
        f"style-src 'self' 'nonce-{nonce}'" if nonce else "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        f"connect-src 'self' {socket}",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
    )
    return {**FIXED, "Content-Security-Policy": "; ".join(policy), "Cache-Control": "no-store"}


def is_sound_host(host: str, *, internet: bool) -> bool:
    """Return whether a request was meant for this computer.

    On a local network it has an address, or a name without a domain. Any other name may belong to a
    page elsewhere whose address was redirected to this computer.
    """
    read = _HOST.fullmatch(host)
    if read is None or int(read["port"] or 0) > MOST_PORT:
        return False
    bare = _without_port(host)
    try:
        ipaddress.ip_address(bare)
    except ValueError:
        is_name = internet or _NAME.fullmatch(bare) is not None
        return is_name and not host.startswith("[")
    return True


def is_loopback(host: str) -> bool:
    """Return whether a request came by an address that means the own computer everywhere."""
    bare = _without_port(host)
    try:
        return ipaddress.ip_address(bare).is_loopback
    except ValueError:
        return bare.lower() == "localhost"


def _without_port(host: str) -> str:
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def is_own_origin(origin: str | None, host: str, *, encrypted: bool) -> bool:
    """Return whether a request comes from the page itself."""
    return origin is not None and origin.lower() == f"http{'s' * encrypted}://{host}".lower()


def language_of(accepted: str, known: tuple[str, ...]) -> str:
    """Return the known language that a browser prefers, else the first."""
    wishes: list[tuple[float, int, str]] = []
    for at, part in enumerate(accepted[:200].split(",")):
        tag, _, weight = part.strip().partition(";")
        code = tag.strip()[:2].lower()
        try:
            quality = float(weight.strip().removeprefix("q=")) if weight else 1.0
        except ValueError:
            quality = 0.0
        if code in known and quality > 0:
            wishes.append((-quality, at, code))
    return min(wishes)[2] if wishes else known[0]


def write_seat(secret: bytes, said: Sequence[str]) -> str:
    """Return a seat as a cookie, for a host's program that is started again.

    It is signed with a secret of the host, so that no other program can write one.
    """
    text = base64.urlsafe_b64encode(json.dumps(said).encode()).decode().rstrip("=")
    return f"{text}.{_signature(secret, text)}"


def read_seat(secret: bytes, cookie: str) -> list[str] | None:
    """Return the seat of a cookie; None if it was not written with the same secret."""
    text, _, signature = cookie.partition(".")
    if not text.isascii() or not signature.isascii():
        return None
    if not hmac.compare_digest(signature, _signature(secret, text)):
        return None
    said: list[str] = json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))
    return said


def _signature(secret: bytes, text: str) -> str:
    return hmac.digest(secret, text.encode(), sha256).hex()
