"""Guests with a real ssh client: they sit down, play, lose the line, resume, reach nothing else."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.matches import daily
from tests.support.ssh_clients import SshHost, unavailable
from tests.support.terminal import Terminal

pytestmark = [
    pytest.mark.skipif(bool(unavailable()), reason=unavailable() or "available"),
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]

BOTS = ("--bots", "easy,easy,easy", "--pause", "0")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SshHost]:
    """A table with a code and one free seat, where forbidden acts of guests are tried."""
    with SshHost(tmp_path_factory.mktemp("ssh"), *BOTS, "--code", "K7QM2X") as host:
        yield host


def test_a_guest_returns_by_the_word_after_a_lost_line_and_after_the_gateway_died(
    tmp_path: Path,
) -> None:
    with SshHost(tmp_path, *BOTS) as host:
        with host.guest("Анна") as anna:
            anna.wait_for("the word")
            anna.settle()
            (word,) = re.findall(r"word\s+(\w{3}-\w{3})", anna.text())
            anna.resize(100, 30)
            anna.wait_for("fill with bots", "invite")
            anna.press("enter")
            anna.wait_for("deal 1")
            host.wait_for("The match begins")
            anna.signal(signal.SIGKILL)
        host.wait_for("Анна has lost the connection")
        host.wait_for_programs(0)
        with host.guest("Анна") as anna:
            anna.wait_for("The word that brings you back")
            anna.type(word.lower())
            anna.wait_for("deal ")
            assert "start the match" not in anna.text()
            os.kill(host.gateway(), signal.SIGKILL)
            host.wait_for("has failed; it is started again")
        with _back(host, word) as anna:
            anna.press("\r", "~", ".")
            anna.exit_code()
        host.wait_for_programs(0)


@pytest.mark.skipif(not shutil.which("dbclient"), reason="there is no dbclient on this machine")
def test_dropbears_client_sits_down(host: SshHost, tmp_path: Path) -> None:
    known = {"HOME": str(tmp_path)}
    client = ["dbclient", "-y", "-p", str(host.port), "Ann@127.0.0.1"]
    with Terminal(client, env=known) as ann:
        ann.wait_for("Code of the table:")
        ann.type("k7q-m2x")
        ann.wait_for("start the match")


@pytest.mark.nightly
def test_a_host_that_was_killed_and_resumed_gives_its_guests_their_seats(tmp_path: Path) -> None:
    with SshHost(tmp_path, *BOTS) as host, host.guest("Анна") as ann:
        ann.wait_for("the word")
        ann.settle()
        (word,) = re.findall(r"word\s+(\w{3}-\w{3})", ann.text())
        ann.press("enter")
        ann.wait_for("deal 1")
        host.signal(signal.SIGKILL)
        ann.exit_code()
    with SshHost(tmp_path, "--resume", table=()) as host, _back(host, word):
        pass


def _back(host: SshHost, word: str) -> Terminal:
    """Give the word, and be at the table again."""
    while True:
        guest = host.guest("Анна")
        if guest.wait_for("The word that brings you back", "refused", "closed") == "refused":
            continue  # the port is not open again yet
        guest.type(word)
        guest.wait_for("deal ")
        return guest


@pytest.mark.nightly  # a guest returns by the word every day
def test_a_key_that_was_offered_brings_back(tmp_path: Path) -> None:
    key = tmp_path / "key"
    made = ("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key))
    subprocess.run(made, check=True)
    own = ("-i", str(key), "-o", "IdentitiesOnly=yes")
    with SshHost(tmp_path, *BOTS, "--code", "K7QM2X") as host:
        with host.guest("Ann", *own) as ann:
            ann.wait_for("Code of the table:")
            assert "not it" not in ann.text()
            ann.type("AAAA")
            ann.wait_for("That was not it. Code of the table:")
            while ann.text().count("Code of the table:") < 2:
                ann.wait_for_change()
            ann.type("k7q-m2x")
            ann.wait_for("start the match")
            ann.wait_for("The same ssh")
            ann.press("enter")
            ann.wait_for("deal 1")
        host.wait_for("Ann has lost the connection")
        with host.guest("Ann", *own) as ann:
            ann.wait_for("deal ")


@pytest.mark.nightly
@pytest.mark.parametrize(
    "ground, shown",
    [
        pytest.param(b"\x1bP1$r48:2:1:2:3m\x1b\\", b"48;2;", id="all colours"),
        pytest.param(b"", b"48;5;", marks=pytest.mark.nightly, id="256 colours"),
    ],
)
def test_a_guest_has_the_colours_that_the_terminal_has(
    host: SshHost, tmp_path: Path, ground: bytes, shown: bytes
) -> None:
    """Ssh does not pass on COLORTERM, so the terminal is asked; its answer counts as no key."""
    with (
        SshHost(tmp_path, *BOTS) as table,
        table.guest("Ann", answer=ground + b"\x1b[?62;22c") as ann,
    ):
        ann.wait_for("start the match")
        ann.settle()
        other = b"48;5;" if shown == b"48;2;" else b"48;2;"
        drawn = ann.raw[ann.raw.index(b"\x1b[?1049h") :]
        assert (shown in drawn, other in drawn) == (True, False)
        assert "Leave the table?" not in ann.text()


@pytest.mark.parametrize(
    "options, after",
    daily(
        [((), ("id",)), (("-tt",), ("sh",)), (("-s",), ("sftp",))],
        (("-tt",), ("sh",)),
        (("-s",), ("sftp",)),
    ),
)
def test_nothing_is_run_for_a_guest(
    host: SshHost, tmp_path: Path, options: tuple[str, ...], after: tuple[str, ...]
) -> None:
    said = _let_in(host, tmp_path, *options, after=after)
    assert "uid=" not in said
    assert "no commands, no files" in said or "subsystem request failed" in said


def test_nothing_is_forwarded_to_the_host(host: SshHost, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as secret:
        target = secret.getsockname()[1]
        said = _let_in(host, tmp_path, "-N", "-W", f"127.0.0.1:{target}")
        assert "forwarding failed" in said
        secret.settimeout(0.1)
        with pytest.raises(TimeoutError):
            secret.accept()


def test_the_host_listens_for_nobody(host: SshHost, tmp_path: Path) -> None:
    said = _let_in(host, tmp_path, "-N", "-R", "0:127.0.0.1:1", "-o", "ExitOnForwardFailure=yes")
    assert "forwarding failed" in said


@pytest.mark.nightly
def test_no_agent_comes_with_a_guest(tmp_path: Path) -> None:
    """A host that reached a guest's agent could log in to other machines in the guest's name."""
    with SshHost(tmp_path, *BOTS) as table, table.guest("Ann", "-A") as ann:
        ann.wait_for("start the match")
        (program,) = table.programs()
        environment = Path(f"/proc/{program}/environ").read_bytes()
        assert b"SSH_AUTH_SOCK" not in environment
        assert str(table.folder).encode() not in environment


def _let_in(host: SshHost, folder: Path, *options: str, after: tuple[str, ...] = ()) -> str:
    """Run ssh with the code of the table; return its whole output."""
    answer = folder / "answer"
    answer.write_text("#!/bin/sh\necho K7QM2X\n")
    answer.chmod(0o700)
    command = [*host.ssh("Mallory", *options), *after]
    done = subprocess.run(
        ["env", f"SSH_ASKPASS={answer}", "SSH_ASKPASS_REQUIRE=force", "DISPLAY=:0", *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        start_new_session=True,
    )
    return done.stdout + done.stderr


@pytest.mark.nightly
def test_a_crowd_and_rubbish_at_the_door_keep_nobody_out(tmp_path: Path) -> None:
    with SshHost(tmp_path, *BOTS) as host:
        crowd = [socket.create_connection(("127.0.0.1", host.port)) for _ in range(200)]
        for number, sock in enumerate(crowd):
            try:
                sock.sendall(bytes([number]) * 4096)
            except OSError:
                continue  # turned away at once
        for sock in crowd:
            sock.close()
        with _after_the_crowd(host) as ann:
            ann.resize(80, 24)
            ann.wait_for("start the match")


def _after_the_crowd(host: SshHost) -> Terminal:
    """Connect with a window that is far too small, once the gateway has sent the crowd away."""
    tries = 5
    while True:
        ann = host.guest("Ann", columns=10, rows=3)
        try:
            ann.wait_for("60")  # the smallest window for Kozyr
        except AssertionError:  # sent away with the crowd
            ann.exit_code()
            tries -= 1
            if not tries:
                raise
        else:
            return ann


@pytest.mark.nightly
def test_a_client_that_stands_still_is_sent_away_and_its_seat_waits(tmp_path: Path) -> None:
    with SshHost(tmp_path, *BOTS) as host, host.guest("Ann") as ann:
        ann.wait_for("start the match")
        ann.press("enter")
        ann.wait_for("deal 1")
        ann.signal(signal.SIGSTOP)
        host.wait_for("Ann has lost the connection")
        host.wait_for_programs(0)
        ann.signal(signal.SIGCONT)
        ann.exit_code()
