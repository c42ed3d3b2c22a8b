"""The certificate of a page: its names, its lifetime, and its renewal."""

import ssl
import time
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography import x509

from net.secure import tls

NAMES = ["192.168.1.20", "fd77::1", "kitchen", "kitchen.local"]
NOW = 1_790_000_000.0


async def page(folder: Path | None, *shown: str, now: float = NOW) -> tls.Identity:
    return await tls.load_page_identity(folder, NAMES, shown or NAMES[:1], now)


async def test_it_is_for_the_names_of_the_computer_and_lasts_as_long_as_phones_allow() -> None:
    pem = (await page(None)).pem
    certificate = x509.load_pem_x509_certificate(pem[pem.index(b"-----BEGIN CERT") :])
    lasts = certificate.not_valid_after_utc - certificate.not_valid_before_utc
    assert lasts <= timedelta(days=398)
    assert certificate.not_valid_before_utc.timestamp() < NOW - tls.DAY / 2
    usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert [*usage] == [x509.oid.ExtendedKeyUsageOID.SERVER_AUTH]


@pytest.mark.parametrize("name, is_its_own", [*((n, True) for n in NAMES), ("10.0.0.1", False)])
async def test_a_browser_that_trusts_it_takes_it_for_these_names_alone(
    tmp_path: Path, name: str, is_its_own: bool
) -> None:
    identity = await tls.load_page_identity(None, NAMES, NAMES[:1], time.time())
    trusted = tmp_path / "trusted.pem"
    trusted.write_bytes(identity.pem)
    context = ssl.create_default_context(cafile=str(trusted))
    arrived, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
    browser = context.wrap_bio(arrived, sent, server_hostname=name)
    host = tls.TlsEngine(tls.page_context(identity.pem))
    with pytest.raises(ssl.SSLWantReadError):
        browser.do_handshake()
    host.receive(sent.read())
    arrived.write(host.to_send())
    if is_its_own:
        browser.do_handshake()
    else:
        with pytest.raises(ssl.SSLCertVerificationError):
            browser.do_handshake()


async def test_it_stays_the_same_from_evening_to_evening_and_the_hosts_own_always(
    tmp_path: Path,
) -> None:
    host, first = await tls.load_identity(tmp_path), await page(tmp_path)
    assert first != host
    assert await page(tmp_path, "kitchen", now=NOW + 300 * tls.DAY) == first
    later = await page(tmp_path, now=NOW + (tls.PAGE_DAYS - tls.RENEWAL_DAYS) * tls.DAY)
    assert later != first, "before it ends"
    assert await page(tmp_path, now=NOW + (tls.PAGE_DAYS - tls.RENEWAL_DAYS + 1) * tls.DAY) == later
    assert await tls.load_identity(tmp_path) == host


@pytest.mark.parametrize(
    "change",
    ["another address", "an earlier clock", "a damaged file", "a file with no first line"],
)
async def test_another_is_made_if_the_one_kept_does_not_fit(tmp_path: Path, change: str) -> None:
    first, file = await page(tmp_path), tmp_path / tls.PAGE_FILE_NAME
    match change:
        case "another address":
            again = await tls.load_page_identity(tmp_path, ["10.0.0.1"], ["10.0.0.1"], NOW)
        case "an earlier clock":
            again = await page(tmp_path, now=NOW - 30 * tls.DAY)
        case "a damaged file":
            file.write_bytes(b"{}\n" + first.pem.partition(b"\n")[2][:100])
            again = await page(tmp_path)
        case _:
            file.write_bytes(first.pem.partition(b"\n")[2])
            again = await page(tmp_path)
    assert again != first
    assert file.read_bytes() == again.pem
