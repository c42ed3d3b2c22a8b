"""The origin of a guest's program; the rest of the screens is tried in both gateways."""

import pytest

from net.guests.screens import loopback_for


def test_each_computer_has_a_loopback_address_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    one, other = loopback_for("192.168.1.20"), loopback_for("192.168.1.21")
    assert one != other
    assert one == loopback_for("::ffff:192.168.1.20")
    assert one.startswith("127.")
    assert loopback_for("fe80::1") == loopback_for("fe80::2"), "IPv6 counts by network"
    assert loopback_for("127.0.0.1") == loopback_for("::1") == ""
    monkeypatch.setattr("sys.platform", "darwin")
    assert loopback_for("192.168.1.20") == "", "there 127.0.0.1 is the only one"
