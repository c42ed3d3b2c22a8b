"""Small faults put into the code by mutmut, one at a time: those that no test notices are listed.

    python -m tests.support.mutants [--part K/N] [--processes N] [GROUP ...]

mutants.toml says into which modules faults are put, which tests have to notice them, and which
faults change nothing. All of it happens in copies below the folder `mutants`.

mutmut numbers the faults of each function from 1. Part 1 of 5 are numbers 1, 6, 11 and so on, part
2 are 2, 7, 12: some of every function are in each part. A group too large for one night says in
mutants.toml into how many parts it falls. Each day has its part, and as many days have tried them
all; --part names another.
"""

import argparse
import fnmatch
import json
import re
import shutil
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text("utf-8"))
MUTMUT = (sys.executable, "-m", "mutmut")
UNNOTICED = (0, 5, 33)
"""Exit codes of mutmut: all tests passed, or none runs that line."""

TEST_SECONDS = 30
"""A test that takes longer has noticed a fault: no test takes a tenth of that, so it hangs."""

MOST_FAULTS = 1000
"""More faults than any function has."""


def copied(name: str, group: dict[str, Any]) -> Path:
    """Copy the program to a folder of its own, with mutmut's settings for a group."""
    folder = ROOT / "mutants" / name
    shutil.rmtree(folder, ignore_errors=True)
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for path in filter(None, listed.stdout.split("\0")):
        if (ROOT / path).is_file():  # it may have been removed and not committed yet
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, folder / path)
    settings = {
        "source_paths": ["core", "net"],
        "only_mutate": group["modules"],
        "also_copy": ["kozyr.py", "tui", "themes", "docs", "README.md"],
        "pytest_add_cli_args": [
            *("-p", "no:cacheprovider", "--timeout", str(TEST_SECONDS)),
            *("-k", group.get("only", "test")),
        ],
        "pytest_add_cli_args_test_selection": group["tests"],
        "track_dependencies": False,
        "do_not_mutate_patterns": CONFIG["spared_lines"],
        "timeout_multiplier": 4,
        "timeout_constant": 5,
    }
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[tool.mutmut]\n")
        file.writelines(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())
    return folder


def part_of(group: dict[str, Any], wanted: str, day: date) -> tuple[int, int]:
    """Return the part of a group that is tried, and the number of parts.

    The part is the one wanted, such as "2/5", or the part for `day`. Raises ValueError.
    """
    parts = group.get("parts", 1)
    part, _, parts = (wanted or f"{day.toordinal() % parts + 1}/{parts}").partition("/")
    if not 1 <= int(part) <= int(parts):
        raise ValueError(wanted)
    return int(part), int(parts)


def results(folder: Path) -> dict[str, int]:
    """Return the exit codes of mutmut for all faults that were tried, by their names."""
    codes: dict[str, int | None] = {}
    for path in sorted((folder / "mutants").rglob("*.py.meta")):
        codes |= json.loads(path.read_text("utf-8"))["exit_code_by_key"]
    return {name: code for name, code in codes.items() if code is not None}


def change(folder: Path, name: str) -> str:
    """Return the lines that a fault changes: the old ones after "- ", the new ones after "+ "."""
    shown = subprocess.run(
        [*MUTMUT, "show", name], cwd=folder, capture_output=True, text=True, check=True
    )
    lines = re.findall(r"^([-+])(?![-+]{2} ) *(.*)$", shown.stdout, re.MULTILINE)
    return "\n".join(f"{sign} {text}" for sign, text in lines)


def changes_nothing(name: str, changed: str) -> bool:
    """Tell whether a fault is one of those that no test could notice."""
    where = name.partition("__mutmut")[0]
    return any(
        fnmatch.fnmatch(where, rule.get("where", "*")) and re.fullmatch(rule["change"], changed)
        for rule in CONFIG["equivalent"]
    )


def tried(name: str, part: int, parts: int, processes: int | None) -> int:
    """Try a part of a group; print the faults that no test noticed and return their number."""
    folder = copied(name, CONFIG["group"][name])
    run = [*MUTMUT, "run", *([] if processes is None else ["--max-children", str(processes)])]
    if parts > 1:
        run += [f"*__mutmut_{number}" for number in range(part, MOST_FAULTS, parts)]
    if (code := subprocess.run(run, cwd=folder).returncode) != 0:
        raise SystemExit(code)
    codes = results(folder)
    unnoticed = [fault for fault, code in codes.items() if code in UNNOTICED]
    changes = {fault: change(folder, fault) for fault in unnoticed}
    left = [fault for fault, changed in changes.items() if not changes_nothing(fault, changed)]
    for fault in left:
        print(f"\n{fault}\n{changes[fault]}")
    print(
        f"\n{name}, part {part} of {parts}: {len(codes)} faults;"
        f" {len(codes) - len(unnoticed)} noticed, {len(unnoticed) - len(left)} that change nothing,"
        f" {len(left)} that no test notices",
        flush=True,
    )
    return len(left)


def main() -> int:
    """Try all groups, or those that are named; return 1 if a fault was not noticed."""
    parser = argparse.ArgumentParser(description="put faults into the code for tests to notice")
    parser.add_argument(
        "--part", default="", metavar="K/N", help="of each group; that of the day if none"
    )
    parser.add_argument("--processes", type=int, metavar="N", help="how many run side by side")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help="of mutants.toml; all if none")
    asked = parser.parse_args()
    groups, today = CONFIG["group"], date.today()
    if unknown := set(asked.groups) - groups.keys():
        parser.error(f"no such group: {', '.join(sorted(unknown))}; there are: {', '.join(groups)}")
    try:
        parts = {name: part_of(groups[name], asked.part, today) for name in asked.groups or groups}
    except ValueError:
        parser.error(f"no part: {asked.part}; parts are written like 2/5")
    left = [tried(name, *part, asked.processes) for name, part in parts.items()]
    return 1 if any(left) else 0


if __name__ == "__main__":
    sys.exit(main())
