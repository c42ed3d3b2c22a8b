"""A guest on another computer: the cable is pulled, the guest counts as away, and resumes."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.support.netns import Lan, unavailable
from tests.support.players import KOZYR, choose, own_places
from tests.support.ssh_clients import LEAST_OPTIONS, unavailable as no_client
from tests.support.terminal import Terminal

REASON = unavailable() or no_client()

HOST = ("host", "kozel", "--no-seat", "--bots", "easy,easy,easy", "--ssh", "0", "--table", "Inn")


@pytest.mark.nightly
@pytest.mark.skipif(bool(REASON), reason=REASON or "available")
def test_a_pulled_cable_costs_no_seat(tmp_path: Path) -> None:
    """Without a goodbye, the gateway has to notice by itself that the guest is gone."""
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


@pytest.mark.nightly
@pytest.mark.parametrize("keyed", [True, False], ids=["key", "word"])
@pytest.mark.skipif(bool(REASON), reason=REASON or "available")
def test_a_guest_types_the_line_and_has_the_seat_where_the_table_has_moved(
    tmp_path: Path, keyed: bool
) -> None:
    ann_env, bob_env = (own_places(tmp_path / name, KOZYR_INTERFACES="") for name in ("ann", "bob"))
    options = ["-o", f"UserKnownHostsFile={tmp_path / 'known'}"]
    if keyed:
        key = tmp_path / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        options += ["-i", str(key)]
    host = ["host", "kozel", "--seats", "4", "--bots", "easy", "--ssh", "4022", "--table", "Inn"]
    with (
        Lan("ann", "bob", "will") as lan,
        Terminal(lan.command("ann", [*KOZYR, *host, "--name", "Ann"]), env=ann_env) as ann,
    ):
        ann.wait_for("start the match")
        join = lan.command("bob", [*KOZYR, "join", "--name", "Bob", "Inn"])
        come = ["ssh", *LEAST_OPTIONS, *options, "Will@10.77.0.1", "-p", "4022"]
        with Terminal(join, env=bob_env) as bob, Terminal(lan.command("will", come)) as will:
            for guest in (bob, will):
                guest.wait_for("I am ready")
            ann.wait_for("Will")
            ann.settle()
            ann.press("o")
            choose(ann, "Bob")
            choose(ann, "move the table to Bob")
            bob.wait_for("Have the table on this computer")
            choose(bob, "yes")
            will.exit_code()
            said = will.text()  # the window behind it is drawn by a terminal with only one screen
            (line,) = re.findall(r"^ *(ssh Will@10.77.0.2 -p 4022)(?: |$)", said, re.MULTILINE)
            word = re.findall(r"give the word\s+(\w{3}-\w{3})", said)
            assert len(word) == (0 if keyed else 1)
            bob.wait_for("ssh NAME@10.77.0.2 -p 4022")
            come = ["ssh", *LEAST_OPTIONS, *options, *line.split()[1:]]
            with Terminal(lan.command("will", come)) as back:
                if not keyed:
                    back.wait_for("The word that brings you back")
                    back.type(word[0])
                back.wait_for("I am ready")
                ann.wait_for("Will is back")
