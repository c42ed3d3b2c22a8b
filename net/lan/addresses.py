"""Addresses as people type them: "192.168.1.5", "anna.local:4567", "[fe80::1%eth0]:4567"."""

import ipaddress
import re
from typing import Final

from core.game import WordedError

DEFAULT_PORT: Final = 23636
"""Where a host listens unless told otherwise; below the ports that systems lend to clients."""

_NAME: Final = re.compile(r"(?!-)[\w-]{1,63}(?<!-)(\.(?!-)[\w-]{1,63}(?<!-))*\.?")


class AddressError(WordedError, ValueError):
    """Text that is not an address."""


def parse_address(text: str, default_port: int = DEFAULT_PORT) -> tuple[str, int]:
    """Return host and port. Raises AddressError."""
    text = text.strip()
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
    if ":" in port:
        raise _no_address(text, default_port)
    if re.fullmatch(r"[\d.]+", host):
        if not _is_ip(host, 4):
            raise AddressError("{host} is not an IPv4 address: four numbers 0..255", host=host)
    elif not _NAME.fullmatch(host) or len(host) > 253:
        raise AddressError("{host} is not the name of a computer", host=host or text)
    return host, _parse_port(port, default_port) if colon else default_port


def address_name(host: str, port: int) -> str:
    """Write an address so that parse_address reads it."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def short_address_name(host: str, port: int) -> str:
    """Write an address without the port where that is the usual one."""
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
