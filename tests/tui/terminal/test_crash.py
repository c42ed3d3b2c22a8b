"""Reports of faults: contents and readers; the log: for its user alone, and never large."""

import logging
import os
import stat
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
    crash.write_report("details")
    assert path.stat().st_mode & 0o077 == path.parent.stat().st_mode & 0o077 == 0


def opened_log(path: Path, monkeypatch: pytest.MonkeyPatch) -> logging.Logger:
    """Return the root of all loggers, set up as in a program that has just begun."""
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    monkeypatch.setattr(crash, "log_file", lambda: path)
    crash.log_to_file()
    return root


def test_the_log_is_never_larger_than_two_files_that_only_its_user_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log" / "kozyr.log"
    monkeypatch.setattr(crash, "LOG_BYTES", 10_000)
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
