"""The scripts that `kozyr completion` writes, asked in the shells themselves."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tui.__main__ import main

COMPLETED = [
    ("kozyr sol", ["solo"]),
    ("kozyr solo ko", ["kozel"]),
    ("kozyr solo --see", ["--seed"]),
    ("kozyr --lang ", ["en", "ru"]),
    ("kozyr completion ", ["bash", "fish", "zsh"]),
    ("kozyr rules --theme tb", ["tbilisi"]),
]
"""The words typed, and the completions of a shell."""

IN_BASH = """
source "$1"
COMP_LINE="$2" COMP_POINT=${#2} COMP_WORDS=($2)
if [[ $2 == *" " ]]; then COMP_WORDS+=(""); fi
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
call=$(complete -p kozyr)
call=${call##*-F }
${call%% *} kozyr "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
printf "%s\\n" "${COMPREPLY[@]}"
"""
"""The steps of bash when Tab is pressed."""


@pytest.fixture
def script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """A function that writes the script of a shell into a file and returns its name."""

    def written(shell: str) -> str:
        assert main(["completion", shell, "--lang", "en"]) == 0
        path = tmp_path / shell
        path.write_text(capsys.readouterr().out, "utf-8")
        return str(path)

    return written


def answer(shell: str, *words: str) -> list[str]:
    """Run a shell without its start-up files; return the first word of each line it prints."""
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    done = subprocess.run([shell, *words], capture_output=True, text=True, timeout=50)
    assert (done.returncode, done.stderr) == (0, "")
    return sorted(line.split()[0] for line in done.stdout.splitlines())


@pytest.mark.skipif(sys.platform != "linux", reason="other systems come with an old bash, or none")
@pytest.mark.parametrize("typed, completed", COMPLETED)
def test_bash_completes(typed: str, completed: list[str], script: Callable[[str], str]) -> None:
    assert answer("bash", "--norc", "-c", IN_BASH, "bash", script("bash"), typed) == completed


@pytest.mark.parametrize("typed, completed", COMPLETED)
def test_fish_completes(typed: str, completed: list[str], script: Callable[[str], str]) -> None:
    asked = f"source '{script('fish')}'; complete -C '{typed}'"
    assert answer("fish", "--no-config", "-c", asked) == completed


def test_zsh_can_read_its_script(script: Callable[[str], str]) -> None:
    path = script("zsh")
    assert answer("zsh", "--no-rcs", "-n", path) == []
    assert Path(path).read_text("utf-8").startswith("#compdef kozyr\n")
