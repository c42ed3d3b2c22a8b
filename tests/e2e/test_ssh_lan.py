"""A guest on another computer: the cable is pulled, the seat is away, and the guest comes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.netns import Lan, unavailable
from tests.support.players import KOZYR, own_places
from tests.support.ssh_clients import LEAST_OPTIONS, unavailable as no_client
from tests.support.terminal import Terminal

REASON = unavailable() or no_client()

HOST = ("host", "kozel", "--no-seat", "--bots", "easy,easy,easy", "--ssh", "0", "--table", "Inn")


@pytest.mark.nightly
@pytest.mark.skipif(bool(REASON), reason=REASON or "available")
def test_a_pulled_cable_costs_no_seat(tmp_path: Path) -> None:
    """Nobody says goodbye: the gateway has to notice by itself that the guest is gone."""
    ann_env = own_places(tmp_path / "ann", KOZYR_INTERFACES="")
    known = ("-o", f"UserKnownHostsFile={tmp_path / 'known'}")
    with (
        Lan("ann", "bob") as lan,
        Terminal(lan.command("ann", [*KOZYR, *HOST]), env=ann_env) as ann,
    ):
        ann.wait_for("fingerprint")
        (port,) = re.findall(r"ssh NAME@10.77.0.1 -p (\d+)", ann.text())
        ssh = ["ssh", *LEAST_OPTIONS, *known, "-p", port, "Bob@10.77.0.1"]
        with Terminal(lan.command("bob", ssh)) as bob:
            bob.wait_for("the word")
            bob.settle()
            (word,) = re.findall(r"word\s+(\w{3}-\w{3})", bob.text())
            bob.press("enter")
            bob.wait_for("deal 1")
            lan.cable("bob", plugged=False)
            ann.wait_for("Bob has lost the connection", seconds=60)
        lan.cable("bob", plugged=True)
        with Terminal(lan.command("bob", ssh)) as bob:
            bob.wait_for("The word that brings you back")
            bob.type(word)
            bob.wait_for("deal ")
