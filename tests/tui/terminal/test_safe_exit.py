"""The log: for its user alone, and never larger than twice a megabyte."""

from __future__ import annotations

import logging
import stat
from pathlib import Path

import pytest

from tui.terminal import safe_exit


def opened_log(path: Path, monkeypatch: pytest.MonkeyPatch) -> logging.Logger:
    """Return the root of all loggers, which writes as in a program that has just begun."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(safe_exit, "log_file", lambda: path)
    safe_exit.log_to_file()
    return root


def test_the_log_is_never_larger_than_two_files_that_only_its_user_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log" / "kozyr.log"
    monkeypatch.setattr(safe_exit, "LOG_BYTES", 10_000)
    root = opened_log(path, monkeypatch)
    for number in range(1000):
        root.error("something went wrong for the %sth time", number)
    files = [*path.parent.iterdir()]
    assert len(files) == 2
    assert sum(file.stat().st_size for file in files) <= 20_000
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    assert "999th time" in path.read_text()
    root.handlers[0].close()


def test_a_log_that_cannot_be_written_disturbs_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "log").write_text("a file where the folder should be")
    root = opened_log(tmp_path / "log" / "kozyr.log", monkeypatch)
    root.error("nobody reads this")
