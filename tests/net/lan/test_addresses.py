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
        (":4567", "not the name of a computer"),
        ("192.168.1", "not an IPv4 address"),
        ("192.168.1.256:1", "not an IPv4 address"),
        ("anna:", "not a port"),
        ("anna:0", "not a port"),
        ("anna:65536", "not a port"),
        ("anna:+1", "not a port"),
        ("anna:http", "not a port"),
        ("::1:4567:x", "not an address"),
        ("[::1", "not an address"),
        ("[::1]4567", "not an address"),
        ("[1.2.3.4]:1", "not an IPv6 address"),
        ("http://anna", "not a port"),
        ("-anna", "not the name of a computer"),
        ("an na", "not the name of a computer"),
        ("a" * 300, "not the name of a computer"),
    ],
)
def test_what_is_no_address_is_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(AddressError, match=reason) as caught:
        parse_address(text)
    assert caught.value.reason.format(**caught.value.facts) == str(caught.value)
