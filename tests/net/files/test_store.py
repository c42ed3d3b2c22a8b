"""Records on disk and tokens that outlive the program."""

import json
import os
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from core.games import GAMES
from core.games.kozel import rules as kozel
from core.match import Match, Player, to_line
from core.records.record import verify
from core.shuffle import SeededDecks
from net.client.handshake import Credentials
from net.files.folders import state_directory
from net.files.history import past_match
from net.files.store import CredentialStore, Records
from net.host.bots import Bots
from net.host.runtime import Runtime
from net.table.effects import Finish
from net.table.lobby import Lobby
from tests.support.dealing import DealtMatch


def new_match() -> Match:
    players = [Player("Ann", "human"), Player("Rook", "bot:easy")]
    return DealtMatch(kozel, kozel.Options(), players, SeededDecks(3))


def play(match: Match, moves: int) -> None:
    for _ in range(moves):
        acting = kozel.to_act(match.state)
        if not acting:
            return
        match.play(acting[0], kozel.legal(match.state, acting[0])[0])


def test_a_record_is_written_whole(tmp_path: Path) -> None:
    records, match = Records(tmp_path / "deep" / "matches"), new_match()
    play(match, 1000)
    records.write("0123456789", 1, "2026-11-20T19:00:00", tuple(match.lines))
    (path,) = records.folder.iterdir()
    named = {**match.lines[0], "release": version("kozyr")}
    assert path.read_text().splitlines() == [to_line(each) for each in (named, *match.lines[1:])]
    assert past_match(path).release == version("kozyr")
    assert verify(GAMES, path.read_text().splitlines()) is None
    assert path.name == "2026-11-20-190000-kozel-012345-1.jsonl"


@pytest.mark.skipif(os.name != "posix", reason="other systems have other ways")
def test_a_record_is_for_its_owner_alone(tmp_path: Path) -> None:
    records = Records(tmp_path)
    records.write("a" * 32, 1, "", tuple(new_match().lines))
    (path,) = records.paths()
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.logs("cannot write the record")
async def test_a_full_disk_does_not_stop_the_match(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    runtime = Runtime(Lobby("Ann", []), Bots(), Records(blocked / "matches"))
    runtime.carry_out([Finish("table", 1, "", ({"game": "kozel"},))])
    assert runtime.troubles == ("record",)
    await runtime.close()


def test_tokens_outlive_the_program(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "seats.json"
    CredentialStore(path)["t/Ann"] = Credentials("secret", "host")
    assert CredentialStore(path)["t/Ann"] == Credentials("secret", "host")
    assert list(CredentialStore(path)) == ["t/Ann"]
    assert len(CredentialStore(path)) == 1
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0
    del CredentialStore(path)["t/Ann"]
    assert "t/Ann" not in CredentialStore(path)


def test_the_newest_token_counts_and_few_are_kept(tmp_path: Path) -> None:
    credentials = CredentialStore(tmp_path / "seats.json", kept=3)
    for number in range(5):
        credentials["t/Ann"] = Credentials(f"secret {number}", "host")
    assert credentials["t/Ann"] == Credentials("secret 4", "host")
    assert len(credentials._read()) == 3


def test_a_host_with_many_seats_pushes_out_none_at_other_hosts(tmp_path: Path) -> None:
    credentials = CredentialStore(tmp_path / "seats.json", kept=8)
    for number in range(3):
        credentials[f"t{number}/Ann"] = Credentials(f"secret {number}", f"host {number}")
    for number in range(71):
        credentials[f"e{number}/Ann"] = Credentials(f"false {number}", "enemy")
    for number in range(3):
        assert credentials[f"t{number}/Ann"] == Credentials(f"secret {number}", f"host {number}")
    assert credentials.hosts()["t1"] == {"host 1"}


def test_another_host_with_the_same_table_does_not_replace_the_key(tmp_path: Path) -> None:
    credentials = CredentialStore(tmp_path / "seats.json")
    credentials["t/Ann"] = Credentials("secret", "aa")
    credentials["t/Ann"] = Credentials("false", "ee")
    assert credentials["t/Ann@aa"] == Credentials("secret", "aa")
    assert credentials["t/Ann@ee"] == Credentials("false", "ee")
    assert "t/Ann@bb" not in credentials


def test_a_number_that_no_process_has_is_nobodys(tmp_path: Path) -> None:
    path = tmp_path / "seats.json"
    path.write_text(json.dumps([{"key": "t/Ann", "token": "x", "host": "aa", "pid": 10**30}]))
    assert CredentialStore(path)["t/Ann"] == Credentials("x", "aa")


@pytest.mark.skipif(os.name != "posix", reason="whether a process lives is only asked on POSIX")
def test_a_token_in_use_by_another_living_process_is_not_given_out(tmp_path: Path) -> None:
    path = tmp_path / "seats.json"
    code = (
        "import sys; from pathlib import Path;"
        "from net.client.handshake import Credentials;"
        "from net.files.store import CredentialStore;"
        "CredentialStore(Path(sys.argv[1]))['t/Ann'] = Credentials('theirs', 'host');"
        "print('written', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout.readline() == b"written\n"
        assert "t/Ann" not in CredentialStore(path)
        other.communicate(b"\n")
    assert CredentialStore(path)["t/Ann"] == Credentials("theirs", "host")


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only /proc tells of zombies")
def test_a_token_of_a_killed_process_is_given_out_before_its_parent_notices(tmp_path: Path) -> None:
    path = tmp_path / "seats.json"
    with subprocess.Popen(["true"]) as other:
        os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)  # ended, but not yet reaped
        entry = {"key": "t/Ann", "token": "theirs", "host": "host", "pid": other.pid}
        path.write_text(json.dumps([entry]))
        assert CredentialStore(path)["t/Ann"] == Credentials("theirs", "host")


@pytest.mark.parametrize("content", ["", "{", "7", '[{"key": 1}]', "[7]"])
def test_a_damaged_file_of_tokens_is_empty(tmp_path: Path, content: str) -> None:
    path = tmp_path / "seats.json"
    path.write_text(content)
    assert CredentialStore(path).get("t/Ann") is None
    CredentialStore(path)["t/Ann"] = Credentials("new", "host")
    assert CredentialStore(path)["t/Ann"] == Credentials("new", "host")


def test_a_disk_that_cannot_be_written_costs_only_comfort(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    CredentialStore(tmp_path / "file" / "seats.json")["t/Ann"] = Credentials("secret", "host")


def test_the_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KOZYR_STATE", str(tmp_path))
    assert state_directory() == tmp_path
    monkeypatch.delenv("KOZYR_STATE")
    assert state_directory().name == "kozyr"
