"""The host's half of TLS without a network, tested against a client's half."""

import contextlib
import ssl

import pytest

from net.secure.tls import TlsEngine, client_context, new_identity


class Client:
    """A client's half, also without a network."""

    def __init__(self) -> None:
        self.arrived, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = client_context().wrap_bio(self.arrived, self.outgoing)

    def shake(self) -> bytes:
        """Continue the handshake; return the bytes to send."""
        with contextlib.suppress(ssl.SSLWantReadError):
            self.tls.do_handshake()
        return self.outgoing.read()

    def said(self, data: bytes) -> bytes:
        """Return bytes encrypted."""
        self.tls.write(data)
        return self.outgoing.read()


def shaken() -> tuple[TlsEngine, Client]:
    engine, client = TlsEngine(new_identity().context()), Client()
    assert engine.receive(client.shake()) == b""
    client.arrived.write(engine.to_send())
    assert engine.receive(client.shake()) == b""
    return engine, client


def test_both_sides_read_what_the_other_has_written() -> None:
    engine, client = shaken()
    assert engine.ready
    assert engine.receive(client.said(b"hello") + client.said(b" there")) == b"hello there"
    engine.send(b"x" * 100_000)
    client.arrived.write(engine.to_send())
    read = b""
    while len(read) < 100_000:
        read += client.tls.read(1 << 14)
    assert read == b"x" * 100_000


def test_bytes_may_come_one_by_one() -> None:
    engine, client = shaken()
    said = client.said(b"hello")
    heard = [engine.receive(said[at : at + 1]) for at in range(len(said))]
    assert b"".join(heard) == b"hello"


def test_words_that_come_with_the_end_of_the_handshake_are_heard() -> None:
    engine, client = TlsEngine(new_identity().context()), Client()
    engine.receive(client.shake())
    client.arrived.write(engine.to_send())
    assert engine.receive(client.shake() + client.said(b"hello")) == b"hello"


def test_a_goodbye_is_the_end() -> None:
    engine, client = shaken()
    with contextlib.suppress(ssl.SSLWantReadError):
        client.tls.unwrap()
    assert engine.receive(client.outgoing.read()) == b""
    assert engine.ended
    engine.close()
    assert engine.to_send()


@pytest.mark.parametrize("data", [b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\x00\x05hello"])
def test_what_is_no_tls_is_an_error(data: bytes) -> None:
    engine = TlsEngine(new_identity().context())
    with pytest.raises(ssl.SSLError):
        engine.receive(data)
    assert not engine.ready


def test_a_changed_byte_is_an_error() -> None:
    engine, client = shaken()
    said = bytearray(client.said(b"hello"))
    said[-1] ^= 1
    with pytest.raises(ssl.SSLError):
        engine.receive(bytes(said))
