"""Addresses as people type them."""

import pytest

from net.lan.addresses import (
    DEFAULT_PORT,
    AddressError,
    address_name,
    code_in,
    is_address,
    parse_address,
)


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
        ("192.168.1.5:4567/", ("192.168.1.5", 4567)),
        ("127,0,0,1", ("127.0.0.1", DEFAULT_PORT)),
        ("192,168,1,5:4567", ("192.168.1.5", 4567)),
        ("http://anna", ("anna", DEFAULT_PORT)),
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
        ("anna:", "not an address"),
        ("anna:0", "not a port"),
        ("anna:65536", "not a port"),
        ("anna:+1", "not a port"),
        ("anna:http", "not a port"),
        ("::1:4567:x", "not an address"),
        ("[::1", "not an address"),
        ("[::1]4567", "not an address"),
        ("[1.2.3.4]:1", "not an IPv6 address"),
        ("ftp://anna", "not a port"),
        ("https://", "not an address"),
        ("https://an_na!/", "not the name of a computer"),
        ("-anna", "not the name of a computer"),
        ("an na", "not the name of a computer"),
        ("a" * 300, "not the name of a computer"),
    ],
)
def test_what_is_no_address_is_refused_in_words(text: str, reason: str) -> None:
    with pytest.raises(AddressError, match=reason) as caught:
        parse_address(text)
    assert caught.value.reason.format(**caught.value.facts) == str(caught.value)


MESSAGE = """Come and play Kozel:
with Kozyr: kozyr join 192.168.1.20:4567 --code K7Q-M2X
with ssh, nothing to install: ssh NAME@192.168.1.20 -p 4022
in a browser or on a phone, nothing to install: https://192.168.1.20:8443/#code=K7Q-M2X
code of this table: K7Q-M2X"""


@pytest.mark.parametrize(
    "text, host, port, code",
    [
        ("https://192.168.1.20:8443/#code=K7Q-M2X", "192.168.1.20", DEFAULT_PORT, "K7Q-M2X"),
        ("http://192.168.1.20:8443#code=k7q%2dm2x", "192.168.1.20", DEFAULT_PORT, "k7q-m2x"),
        ("HTTPS://ANNA.LOCAL:8443/wall#code=K7QM2X&name=V", "ANNA.LOCAL", DEFAULT_PORT, "K7QM2X"),
        ("https://[fe80::1%25eth0]:8443/", "fe80::1%eth0", DEFAULT_PORT, ""),
        ("https://192.168.1.20:8443/", "192.168.1.20", DEFAULT_PORT, ""),
        ("https://192.168.1.20:8443/#code=K7Q-M2X&port=4567", "192.168.1.20", 4567, "K7Q-M2X"),
        ("https://[::1]:8443/#port=4567", "::1", 4567, ""),
        ("kozyr join 192.168.1.20 --code K7Q-M2X", "192.168.1.20", DEFAULT_PORT, "K7Q-M2X"),
        ("kozyr join [fe80::1%eth0]:4567", "fe80::1%eth0", 4567, ""),
        (MESSAGE, "192.168.1.20", 4567, "K7Q-M2X"),
        (" ".join(MESSAGE.split()), "192.168.1.20", 4567, "K7Q-M2X"),
    ],
)
def test_what_an_invitation_says_is_read_with_its_code(
    text: str, host: str, port: int, code: str
) -> None:
    assert is_address(text)
    assert parse_address(text) == (host, port)
    assert code_in(text) == code


@pytest.mark.parametrize("text", ["1,5", "Kitchen", "4,5,6", "1,2,3,4,5"])
def test_names_of_tables_are_no_addresses(text: str) -> None:
    assert not is_address(text)
