"""The program of a guest, at a real host: its screen, the files it opens, its return."""

import sys
import sysconfig
from pathlib import Path

import pytest

from net.guests import GuestTerms
from net.table.room import SLOW_MS
from tests.support.guests import guest, reports_kept, table_of_bots, watched_program
from tests.support.terminal import ROOT

OWN = (
    *(
        str(ROOT / name)
        for name in ("core", "net", "tui", "themes", "docs/rules", "kozyr.py", "__pycache__/kozyr.")
    ),
    *(sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
    *("/dev/null", "/dev/urandom", "/lib", "/usr/lib", "/usr/share/zoneinfo", sys.base_prefix),
)

ABOUT_ITSELF = ("oom_score_adj", "uid_map", "gid_map", "setgroups")
"""The files that it writes in /proc/self before it is confined."""


async def test_a_guest_sits_down_opens_nothing_of_the_host_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = reports_kept(monkeypatch)
    async with table_of_bots() as (host, table):
        terms = GuestTerms(host.port, table.id, "Анна", word="K7QM2X", address="127.0.0.1")
        places = {"HOME": str(tmp_path), "KOZYR_STATE": str(tmp_path / "s")}
        async with guest(terms, watched_program(), **places) as window:
            await window.wait_for("start the match")
            assert "Анна" in window.text
            await window.wait_for("K7QM2X")
            await window.screen.write(b"\x1a")  # Ctrl+Z
            await window.screen.write(b"q")
            await window.wait_for("Leave the table?")
            assert state_of(window.screen.pid) in "RSD"
            await window.screen.write(b"\x1b")
        (seat,) = [said["seat"] for said in kept if "seat" in said]
        again = GuestTerms(host.port, table.id, "Анна", seat["host"], token=seat["token"])
        async with guest(again, watched_program()) as window:
            await window.wait_for("start the match")
            assert table.room[0].name == "Анна"
            await window.screen.write(b"r")
            await window.wait_for("Kozel is Russian for goat")
            await window.screen.write(b"\x1b")
            await window.wait_for("start the match")
            await window.screen.write(b"\r")
            await window.wait_for("deal 1")
            await window.wait_for("Your turn")
            await window.screen.write(b"h")
            # Words about a second `h` show that a hint was found, however long its reason.
            await window.wait_for("h numbers")
            assert [said["at_table"] for said in kept if "at_table" in said][-1] is True
    _own_files_only(kept)
    assert not folder(tmp_path)


async def test_all_read_whose_line_between_screen_and_gateway_is_slow() -> None:
    async with (
        table_of_bots() as (host, table),
        guest(GuestTerms(host.port, table.id, "Bob"), watched_program()) as window,
    ):
        await window.wait_for("start the match")
        window.screen.tell_round_trip(SLOW_MS)
        await window.wait_for("slow line")


def state_of(pid: int) -> str:
    """Return the state of a process according to the system: R runs, S sleeps, T is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def folder(path: Path) -> list[Path]:
    """Return the contents of a folder."""
    return [*path.iterdir()]


def _own_files_only(kept: list[dict[str, object]]) -> None:
    about_itself = {f"/proc/self/{name}" for name in ABOUT_ITSELF}
    opened = [said for said in kept if "open" in said and said["open"] not in about_itself]
    assert opened, "the program reports what it opens"
    foreign = {str(said["open"]) for said in opened if not str(said["open"]).startswith(OWN)}
    # While looking for packages, Python tries to list the checkout's own folders, and may not.
    assert not foreign - {str(ROOT), str(ROOT / "kits")}
    assert not [said for said in opened if said["write"] and said["open"] != "/dev/null"]
    assert not [said for said in kept if {"subprocess.Popen", "os.exec"} & said.keys()]
