"""Files of the program that others have overwritten or removed."""

from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from tui.terminal.crash import trouble

OURS = {"core/game.py": b"ours", "core/moves.py": b"ours too", "tui/app.tcss": b""}


def install(folder: Path, name: str, files: dict[str, bytes]) -> None:
    """Put the files of a package over those of another, as installers do."""
    rows = []
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
        digest = urlsafe_b64encode(sha256(data).digest()).decode().rstrip("=")
        rows.append(f"{path},sha256={digest},{len(data)}\n")
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    (info / "RECORD").write_text("".join(rows), "utf-8")


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """A folder in which Kozyr is installed beside another package."""
    install(tmp_path, "kozyr", OURS)
    install(tmp_path, "requests", {"requests/__init__.py": b""})
    return tmp_path


def test_files_as_they_were_installed_are_no_trouble(environment: Path) -> None:
    (environment / "tui" / "app.tcss").write_bytes(b"touched by its owner")
    assert trouble(str(environment)) == ""


def test_the_package_that_has_overwritten_a_file_is_named(environment: Path) -> None:
    install(environment, "coreutils", {"core/game.py": b"theirs", "core/more.py": b""})
    said = "The package coreutils has overwritten files of Kozyr, such as core/game.py: install"
    assert trouble(str(environment)).startswith(said)


def test_a_file_that_is_gone_is_named(environment: Path) -> None:
    (environment / "core" / "moves.py").unlink()
    assert "missing or have been changed, such as core/moves.py" in trouble(str(environment))


def test_where_nothing_is_installed_nothing_is_wrong(tmp_path: Path) -> None:
    assert trouble(str(tmp_path)) == ""
