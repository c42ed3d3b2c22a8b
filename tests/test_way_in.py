"""The way into the program: whatever else has the names of its packages changes nothing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from net.installation import command
from tests.support.players import KOZYR, own_places

ROOT = Path(__file__).parents[1]

FOREIGN = "raise SystemExit('not ours')\n"
IN_SCRIPT = "import sys; from kozyr import main; sys.exit(main())"
"""As the script does that installers write."""


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """A folder with packages that have the names of ours."""
    for name in ("core", "net", "tui", "themes"):
        (tmp_path / "lib" / name).mkdir(parents=True)
        (tmp_path / "lib" / name / "__init__.py").write_text(FOREIGN, "utf-8")
    return tmp_path / "lib"


def said(words: list[str], folder: Path, places: Path) -> str:
    """Run a program among such packages; return what it prints."""
    done = subprocess.run(
        words,
        cwd=folder,
        env={
            **os.environ,
            **own_places(places),
            "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_packages_of_the_same_names_on_the_path_change_nothing(
    elsewhere: Path, tmp_path: Path, jobs: str
) -> None:
    words = [sys.executable, "-P", "-c", IN_SCRIPT]
    played = ["simulate", "kozel", "--matches", "2", "--jobs", jobs]
    assert "seat" in said([*words, *played], elsewhere, tmp_path)


def test_the_current_folder_changes_nothing_for_python_m_tui(
    elsewhere: Path, tmp_path: Path
) -> None:
    shutil.rmtree(elsewhere / "tui")
    assert "seat" in said([*KOZYR, "simulate", "kozel", "--matches", "1"], elsewhere, tmp_path)


@pytest.mark.parametrize("module", ["net.host.bot_worker", "tui.review.same_cards"])
def test_nor_do_they_for_the_processes_that_the_program_starts(
    elsewhere: Path, tmp_path: Path, module: str
) -> None:
    assert said([*command(module), "no-such-file"], elsewhere, tmp_path) == ""


def test_python_starts_processes_of_its_own_that_find_ours_too(
    elsewhere: Path, tmp_path: Path
) -> None:
    script = tmp_path / "kozyr-script"
    spawn = "import multiprocessing; multiprocessing.set_start_method('spawn')"
    guarded = "import sys\nfrom kozyr import main\nif __name__ == '__main__':\n    "
    script.write_text(f"{guarded}{spawn}; sys.exit(main())\n", "utf-8")
    played = ["simulate", "kozel", "--matches", "2", "--jobs", "2"]
    assert "seat" in said([sys.executable, "-P", str(script), *played], elsewhere, tmp_path)
