"""Keys derived with the standard library alone equal those of RFC 5869 and of cryptography."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from net.secure.pake import hkdf

RFC_5869 = (
    (b"\x0b" * 22, 42, bytes(range(13)), bytes(range(0xF0, 0xFA)),
     "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
    (bytes(range(0x50)), 82, bytes(range(0x60, 0xB0)), bytes(range(0xB0, 0x100)),
     "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e59"
     "0e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"),
    (b"\x0b" * 22, 42, b"", b"",
     "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"),
)  # fmt: skip
"""Key, length, salt, info and the derived key: the first three test cases of its appendix."""

PROVE = """
import sys
from net.secure.pake import ClientSide, HostSide
facts = bytes(32), "K7QM2X", "table-1", lambda count: bytes(range(count))
client, host = ClientSide(*facts), HostSide(*facts)
host.take(client.share)
answer = host.check(client.confirm(host.share))
assert client.confirmed(answer)
print(client.share, host.share, answer, "cryptography" in sys.modules)
import cryptography.hazmat.primitives.kdf.hkdf as real
assert real.__file__
"""

NEEDS_MORE = """
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt
SPAKE2_A = SPAKE2_B = Scrypt
"""


@pytest.mark.parametrize(("key", "length", "salt", "info", "derived"), RFC_5869)
def test_what_is_derived_is_what_the_rfc_says(
    key: bytes, length: int, salt: bytes, info: bytes, derived: str
) -> None:
    assert hkdf(key, length, salt, info).hex() == derived


def test_what_is_derived_is_what_cryptography_derives() -> None:
    rng = Random(1)
    for length in (1, 31, 32, 33, 64, 255, 8160):
        key, salt, info = (rng.randbytes(rng.randrange(100)) for _ in range(3))
        theirs = HKDF(hashes.SHA256(), length, salt, info).derive(key)
        assert hkdf(key, length, salt, info) == theirs


def run(program: str, *folders: Path) -> list[str]:
    """Run a program in a separate interpreter; return the words it prints."""
    paths = f"import sys; sys.path[:0] = {[str(folder) for folder in folders]}\n"
    command = [sys.executable, "-c", paths + program]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def test_a_code_is_proved_by_the_same_bytes_with_and_without_cryptography() -> None:
    *without, loaded = run(PROVE)
    *usual, _ = run("import cryptography" + PROVE)
    assert loaded == "False"
    assert without == usual


def test_a_spake2_that_needs_more_gets_it(tmp_path: Path) -> None:
    (tmp_path / "spake2.py").write_text(NEEDS_MORE)
    program = "from net.secure.pake import load_spake2; print(load_spake2()[0].__name__)"
    found = run(program, tmp_path)
    assert found == ["Scrypt"]
