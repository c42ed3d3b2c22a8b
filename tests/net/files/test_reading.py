"""Only regular files of a bounded size are read."""

import os
from pathlib import Path

import pytest

from net.files.folders import read_file


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"text")
    assert read_file(path) == b"text"
    assert read_file(path, 4) == b"text"


def test_a_file_too_long_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"text")
    with pytest.raises(OSError, match="File too large"):
        read_file(path, 3)


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such files")
def test_pipes_devices_and_folders_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(OSError, match=r"no regular file|Is a directory"):
            read_file(path)
