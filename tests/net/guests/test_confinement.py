"""What a confined program can no longer do, however it tries; each try in a process of its own."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.terminal import ROOT

BEGIN = """
import os, socket, subprocess, sys
import core, net, tui, themes
from net.guests.confinement import confine
held = confine(int(sys.argv[1]))
"""


def tried(what: str, port: int = 1) -> str:
    """Return what a confined program prints, "open" if this system confines nothing."""
    command = [sys.executable, "-B", "-c", BEGIN + "print(held)\n" + what, str(port)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    held, _, said = done.stdout.partition("\n")
    if held == "False":
        pytest.skip("this system has no Landlock")
    return said.strip() or done.stderr.strip().splitlines()[-1]


def test_no_file_of_the_host_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    assert "PermissionError" in tried(f"print(open({str(tmp_path / 'secret')!r}).read())")


def test_no_folder_of_the_host_is_listed(tmp_path: Path) -> None:
    assert "PermissionError" in tried(f"print(os.listdir({str(tmp_path)!r}))")


def test_nothing_is_written(tmp_path: Path) -> None:
    assert "PermissionError" in tried(f"open({str(tmp_path / 'new')!r}, 'w')")
    assert "PermissionError" in tried(f"open({str(ROOT / 'tui' / 'new')!r}, 'w')")


def test_no_other_program_is_started() -> None:
    assert "PermissionError" in tried("subprocess.run(['/bin/sh', '-c', 'echo started'])")


def test_only_the_port_of_the_host_is_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as here, socket.create_server(("", 0)) as there:
        own, other = here.getsockname()[1], there.getsockname()[1]
        said = f"""
call = socket.create_connection(("127.0.0.1", {own}), source_address=("127.0.0.1", 0))
print("connected")
socket.create_connection(("127.0.0.1", {other}))
print("connected to another")
"""
        assert tried(said, own) == "connected"


def test_its_own_program_is_still_there() -> None:
    assert tried("import tui.app, tui.texts; print('loaded')") == "loaded"
