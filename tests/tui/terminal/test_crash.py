"""What a report of a fault tells, and to whom."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tui.terminal import crash


@pytest.mark.parametrize(
    "words, told",
    [
        (["host", "--code", "K7QM2X", "kozel"], ["host", "--code", "...", "kozel"]),
        (["join", "Kitchen", "--code=K7QM2X"], ["join", "Kitchen", "--code=..."]),
        (["host", "--code", "--plain"], ["host", "--code", "--plain"]),
    ],
)
def test_the_code_of_a_table_is_left_out(words: list[str], told: list[str]) -> None:
    assert crash.without_code(words) == told


@pytest.mark.skipif(os.name != "posix", reason="other systems have other ways")
def test_the_report_is_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep" / "kozyr.log"
    monkeypatch.setattr(crash, "log_file", lambda: path)
    crash._write("details")
    assert path.stat().st_mode & 0o077 == path.parent.stat().st_mode & 0o077 == 0
