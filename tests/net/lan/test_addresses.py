"""Addresses as people type them."""

from __future__ import annotations

import pytest

from net.lan.addresses import DEFAULT_PORT, AddressError, address_name, parse_address


@pytest.mark.parametrize(
    "text, address",
    [
        ("192.168.1.5", ("192.168.1.5", DEFAULT_PORT)),
        (" 192.168.1.5:4567 ", ("192.168.1.5", 4567)),
        ("anna.local:4567", ("anna.local", 4567)),
        ("localhost", ("localhost", DEFAULT_PORT)),
        ("::1", ("::1", DEFAULT_PORT)),
        ("[::1]", ("::1", DEFAULT_PORT)),
        ("[::1]:4567", ("::1", 4567)),
        ("[fe80::1%eth0]:4567", ("fe80::1%eth0", 4567)),
        ("fe80::1%2", ("fe80::1%2", DEFAULT_PORT)),
    ],
)
def test_addresses_are_read(text: str, address: tuple[str, int]) -> None:
    assert parse_address(text) == address
    assert parse_address(address_name(*address)) == address


@pytest.mark.parametrize(
    "text, reason",
    [
        ("", "an address is missing"),
        ("   ", "an address is missing"),
        (":4567", "no name of a machine"),
        ("192.168.1", "no IPv4 address"),
        ("192.168.1.256:1", "no IPv4 address"),
        ("anna:", "no port"),
        ("anna:0", "no port"),
        ("anna:65536", "no port"),
        ("anna:+1", "no port"),
        ("anna:http", "no port"),
        ("::1:4567:x", "no address"),
        ("[::1", "no address"),
        ("[::1]4567", "no address"),
        ("[1.2.3.4]:1", "no IPv6 address"),
        ("http://anna", "no port"),
        ("-anna", "no name of a machine"),
        ("an na", "no name of a machine"),
        ("a" * 300, "no name of a machine"),
    ],
)
def test_what_is_no_address_is_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(AddressError, match=reason) as caught:
        parse_address(text)
    assert caught.value.reason.format(**caught.value.facts) == str(caught.value)
