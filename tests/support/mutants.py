"""Small faults put into the code by mutmut, one at a time: all that no test notices are listed.

    python -m tests.support.mutants [GROUP ...]

mutants.toml says into which modules faults are put, which tests have to notice them, and which
faults change nothing. All of it happens in copies below the folder `mutants`.
"""

from __future__ import annotations

import fnmatch
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads(Path(__file__).with_name("mutants.toml").read_text("utf-8"))
MUTMUT = (sys.executable, "-m", "mutmut")
UNNOTICED = (0, 5, 33)
"""Exit codes of mutmut: all tests passed, or none runs that line."""


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
        "also_copy": ["tui", "themes", "docs", "README.md"],
        "pytest_add_cli_args": ["-p", "no:cacheprovider", "-k", group.get("only", "test")],
        "pytest_add_cli_args_test_selection": group["tests"],
        "track_dependencies": False,
        "do_not_mutate_patterns": CONFIG["spared_lines"],
    }
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n[tool.mutmut]\n")
        file.writelines(f"{key} = {json.dumps(value)}\n" for key, value in settings.items())
    return folder


def unnoticed(folder: Path) -> Iterator[str]:
    """The names of the faults that no test has noticed."""
    for path in sorted((folder / "mutants").rglob("*.py.meta")):
        codes = json.loads(path.read_text("utf-8"))["exit_code_by_key"]
        yield from (name for name, code in codes.items() if code in UNNOTICED)


def change(folder: Path, name: str) -> str:
    """What a fault changes: the lines before, each after "- ", and after, each after "+ "."""
    shown = subprocess.run(
        [*MUTMUT, "show", name], cwd=folder, capture_output=True, text=True, check=True
    )
    lines = re.findall(r"^([-+])(?![-+]{2} ) *(.*)$", shown.stdout, re.MULTILINE)
    return "\n".join(f"{sign} {text}" for sign, text in lines)


def changes_nothing(name: str, changed: str) -> bool:
    """Whether a fault is one of those that no test could notice."""
    where = name.partition("__mutmut")[0]
    return any(
        fnmatch.fnmatch(where, rule.get("where", "*")) and re.fullmatch(rule["change"], changed)
        for rule in CONFIG["equivalent"]
    )


def tried(name: str) -> int:
    """Try a group; print the faults that nobody has noticed and return how many there are."""
    folder = copied(name, CONFIG["group"][name])
    if (code := subprocess.run([*MUTMUT, "run"], cwd=folder).returncode) != 0:
        raise SystemExit(code)
    left = [(fault, change(folder, fault)) for fault in unnoticed(folder)]
    left = [(fault, changed) for fault, changed in left if not changes_nothing(fault, changed)]
    for fault, changed in left:
        print(f"\n{fault}\n{changed}")
    print(f"\n{name}: {len(left)} faults that no test notices", flush=True)
    return len(left)


def main() -> int:
    """Try all groups, or those that are named; return 1 if a fault was not noticed."""
    names = sys.argv[1:] or list(CONFIG["group"])
    if unknown := set(names) - CONFIG["group"].keys():
        known = ", ".join(CONFIG["group"])
        print(f"no such group: {', '.join(sorted(unknown))}; there are: {known}", file=sys.stderr)
        return 2
    return 1 if sum(map(tried, names)) else 0


if __name__ == "__main__":
    sys.exit(main())
