"""The folders of users unknown to the system, as in a container."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

pytestmark = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can become nobody at all"
)

NOBODY = 54321
"""A number that no user has."""

WHERE = """
import os, sys
import net.files.folders
from net.files.folders import find_home, state_directory
os.setuid(int(sys.argv[1]))
find_home()
print(net.files.folders.temporary_home, state_directory(), sep="\\n")
"""


def kept(temporary: Path, **more: str) -> list[str]:
    """Return the home folder that the program has found, and the place of its state."""
    env = {name: value for name, value in os.environ.items() if name not in ("HOME", "KOZYR_STATE")}
    env = {name: value for name, value in env.items() if not name.startswith("XDG_")}
    done = subprocess.run(
        [sys.executable, "-c", WHERE, str(NOBODY)],
        env={**env, "TMPDIR": str(temporary), **more},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.fixture
def temporary() -> Iterator[Path]:
    """A folder for temporary files that all users may reach, as pytest's own may not be."""
    with TemporaryDirectory() as folder:
        os.chmod(folder, 0o1777)
        yield Path(folder)


def test_without_a_home_folder_all_is_kept_in_one_among_the_temporary_files(
    temporary: Path,
) -> None:
    home = f"{temporary}/kozyr-{NOBODY}"
    assert kept(temporary) == [home, f"{home}/.local/state/kozyr"]
    assert kept(temporary)[0] == home, "the same the next time"
    assert os.stat(home).st_mode & 0o777 == 0o700


def test_a_folder_that_belongs_to_another_user_is_not_taken(temporary: Path) -> None:
    (temporary / f"kozyr-{NOBODY}").mkdir()
    found = kept(temporary)[0]
    assert found.startswith(f"{temporary}/kozyr-")
    assert found != f"{temporary}/kozyr-{NOBODY}"


def test_a_home_folder_that_is_named_is_the_home_folder(temporary: Path) -> None:
    assert kept(temporary, HOME="/srv") == ["", "/srv/.local/state/kozyr"]
