"""SPAKE2 with confirmations, and input that is refused although spake2 would take it."""

import pytest

from net.secure.code import ProofError
from net.secure.pake import ClientSide, HostSide

FINGERPRINT = bytes(32)
CODE, TABLE = "K7QM2X", "table-1"

PRIME = 2**255 - 19


def sides(
    code: str = CODE, fingerprint: bytes = FINGERPRINT, table: str = TABLE
) -> tuple[ClientSide, HostSide]:
    """Return a client with these facts, at a host with the usual ones."""
    return ClientSide(fingerprint, code, table), HostSide(FINGERPRINT, CODE, TABLE)


def test_both_sides_prove_the_same_code_to_each_other() -> None:
    client, host = sides()
    host.take(client.share)
    answer = host.check(client.confirm(host.share))
    assert answer is not None
    assert client.confirmed(answer)
    assert not client.confirmed("0" * 64)


@pytest.mark.parametrize(("typed", "written"), [("C1VB77", "CLUB77"), ("club77", "C1V-B77")])
def test_a_code_is_proved_in_its_plain_form(typed: str, written: str) -> None:
    client = ClientSide(FINGERPRINT, typed, TABLE)
    host = HostSide(FINGERPRINT, written, TABLE)
    host.take(client.share)
    assert host.check(client.confirm(host.share)) is not None


@pytest.mark.parametrize(
    "differs",
    [{"code": "K7QM2Y"}, {"fingerprint": b"\1" * 32}, {"table": "table-2"}],
    ids=["another code", "another certificate", "another table"],
)
def test_a_difference_is_a_failure(differs: dict[str, object]) -> None:
    client, host = sides(**differs)
    host.take(client.share)
    assert host.check(client.confirm(host.share)) is None


def test_nothing_is_confirmed_before_the_shares_have_been_exchanged() -> None:
    client, host = sides()
    assert not client.confirmed("")
    assert host.check("") is None


def element(side: str, y: int) -> str:
    return side + y.to_bytes(32, "little").hex()


@pytest.mark.parametrize(
    "share",
    [
        "",
        "nonsense",
        "42" + "00" * 31,
        "42" + "00" * 33,
        element("41", 4),
        element("53", 4),
        element("42", 0),
        element("42", 1),
        element("42", PRIME - 1),
        element("42", PRIME),
        element("42", PRIME + 1),
        element("42", 2),
        element("42", 1 | 1 << 255),
    ],
    ids=[
        "empty",
        "no digits",
        "short",
        "long",
        "the own side",
        "the symmetric side",
        "order 4",
        "identity",
        "order 2",
        "zero, written large",
        "identity, written large",
        "not on the curve",
        "identity with a sign",
    ],
)
def test_only_an_element_of_the_group_is_a_share(share: str) -> None:
    with pytest.raises(ProofError):
        ClientSide(FINGERPRINT, CODE, TABLE).confirm(share)


def test_a_share_that_is_reflected_is_refused() -> None:
    client, _ = sides()
    with pytest.raises(ProofError):
        client.confirm("42" + client.share[2:])
