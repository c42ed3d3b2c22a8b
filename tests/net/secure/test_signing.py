"""Seats have keys of Ed25519: the public half computed here is that of the library."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from net.secure.signing import is_signed, new_secret, public_of, sign

SECRET = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
"""The first test vector of RFC 8032, section 7.1."""
PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
SIGNED_NOTHING = (
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b4"
    "6bd25bf5f0595bbe24655141438e7a100b"
)


def test_the_public_half_is_that_of_the_standard() -> None:
    assert public_of(SECRET) == PUBLIC


def test_the_public_half_is_that_of_the_library() -> None:
    for _ in range(20):
        secret = new_secret()
        known = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)).public_key()
        assert public_of(secret) == known.public_bytes_raw().hex()


def test_a_signature_is_that_of_the_standard() -> None:
    assert sign(SECRET, b"") == SIGNED_NOTHING


@pytest.mark.parametrize(
    ("public", "data", "signature"),
    [
        (PUBLIC, b"other", SIGNED_NOTHING),
        (public_of(new_secret()), b"", SIGNED_NOTHING),
        (PUBLIC, b"", "00" * 64),
        (PUBLIC, b"", ""),
        ("ff" * 32, b"", SIGNED_NOTHING),
        ("", b"", SIGNED_NOTHING),
    ],
    ids=["other words", "another key", "zeros", "nothing", "no point", "no key"],
)
def test_what_was_not_signed_is_not_taken_for_signed(
    public: str, data: bytes, signature: str
) -> None:
    assert is_signed(PUBLIC, b"", SIGNED_NOTHING)
    assert not is_signed(public, data, signature)
