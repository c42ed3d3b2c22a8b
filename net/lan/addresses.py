"""Addresses as players type them: "192.168.1.5", "anna.local:4567", "[fe80::1%eth0]:4567".

Also as they paste them: the link of an invitation, its line for players with Kozyr, or all of it.
"""

import ipaddress
import re
from typing import Final
from urllib.parse import parse_qsl, unquote

from core.game import WordedError

DEFAULT_PORT: Final = 23636
"""The default port of a host; below the ports that systems assign to clients."""

_NAME: Final = re.compile(r"(?!-)[\w-]{1,63}(?<!-)(\.(?!-)[\w-]{1,63}(?<!-))*\.?")

_LINE: Final = re.compile(r"kozyr join (?P<where>\S+)(?: --code (?P<code>\S+))?")
_LINK: Final = re.compile(
    r"https?://(?P<where>\[[^\]\s]+\]|[^\s/:?#]+)(:\d+)?([/?][^\s#]*)?(#(?P<told>\S*))?",
    re.IGNORECASE,
)
_FOUR: Final = re.compile(r"\d+([.,]\d+){3}(:\d+)?/*")


class AddressError(WordedError, ValueError):
    """Text that is not an address."""


def parse_address(text: str, default_port: int = DEFAULT_PORT) -> tuple[str, int]:
    """Return host and port. Raises AddressError.

    The port of a link is that of the page; the part after # may name the port of the table.
    """
    text, _ = _pasted(text)
    if not text:
        raise AddressError(
            "an address is missing, such as 192.168.1.5 or 192.168.1.5:{port}", port=default_port
        )
    if text.startswith("["):
        host, bracket, rest = text[1:].partition("]")
        if not bracket or (rest and not rest.startswith(":")):
            raise _no_address(text, default_port)
        if not _is_ip(host, 6):
            raise AddressError("{host} is not an IPv6 address", host=host)
        return host, _parse_port(rest[1:], default_port) if rest else default_port
    if _is_ip(text, 6):
        return text, default_port
    host, colon, port = text.partition(":")
    if ":" in port or (colon and not port):
        raise _no_address(text, default_port)
    if re.fullmatch(r"[\d.,]+", host):
        host = host.replace(",", ".")  # as the numeric keypad types it in many layouts
        if not _is_ip(host, 4):
            raise AddressError("{host} is not an IPv4 address: four numbers 0..255", host=host)
    elif not _NAME.fullmatch(host) or len(host) > 253:
        raise AddressError("{host} is not the name of a computer", host=host or text)
    return host, _parse_port(port, default_port) if colon else default_port


def is_address(text: str) -> bool:
    """Return whether a text can only be an address, not the name of a table."""
    return "." in text or ":" in text or text == "localhost" or bool(_FOUR.fullmatch(text))


def code_in(text: str) -> str:
    """Return the code that was pasted together with an address; empty if there is none."""
    return _pasted(text)[1]


def _pasted(text: str) -> tuple[str, str]:
    """Return the address and the code of an invitation in a text, or the text as an address."""
    if line := _LINE.search(text):
        return line["where"], line["code"] or ""
    if link := _LINK.search(text):
        told = dict(parse_qsl(link["told"] or ""))
        port = f":{told['port']}" if "port" in told else ""
        return unquote(link["where"]) + port, told.get("code", "")
    return text.strip().rstrip("/"), ""


def address_name(host: str, port: int) -> str:
    """Return an address as parse_address reads it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def short_address_name(host: str, port: int) -> str:
    """Return an address, omitting the default port."""
    return host if port == DEFAULT_PORT and ":" not in host else address_name(host, port)


def _no_address(text: str, port: int) -> AddressError:
    return AddressError(
        "{text} is not an address; one with a port looks like [::1]:{port}", text=text, port=port
    )


def _is_ip(text: str, version: int) -> bool:
    try:
        return ipaddress.ip_address(text).version == version
    except ValueError:
        return False


def _parse_port(text: str, default_port: int) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 0 < int(text) < 65536:
        raise AddressError(
            "{text} is not a port: a number 1..65535, usually {port}", text=text, port=default_port
        )
    return int(text)
