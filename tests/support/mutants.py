"""Small faults put into the code by mutmut, one at a time: all that no test notices are listed.

    python -m tests.support.mutants ['net.client.deal_check*' ...]

Faults that change nothing are in mutants.toml, each with its reason; [tool.mutmut] in
pyproject.toml says where faults are put.
"""

from __future__ import annotations

import fnmatch
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

KNOWN = Path(__file__).with_name("mutants.toml")
MUTMUT = (sys.executable, "-m", "mutmut")
UNNOTICED = (0, 5, 33)
"""Exit codes of mutmut: all tests passed, or none runs that line."""


def unnoticed(patterns: list[str]) -> Iterator[str]:
    """The names of the faults that no test has noticed."""
    for path in sorted(Path("mutants").rglob("*.py.meta")):
        codes = json.loads(path.read_text("utf-8"))["exit_code_by_key"]
        for name, code in codes.items():
            wanted = not patterns or any(fnmatch.fnmatch(name, each) for each in patterns)
            if wanted and code in UNNOTICED:
                yield name


def change(name: str) -> str:
    """What a fault changes: the lines before, each after "- ", and after, each after "+ "."""
    shown = subprocess.run(
        [*MUTMUT, "show", name], capture_output=True, text=True, check=True
    ).stdout
    lines = re.findall(r"^([-+])(?![-+]{2} ) *(.*)$", shown, re.MULTILINE)
    return "\n".join(f"{sign} {text}" for sign, text in lines)


def known(name: str, changed: str, rules: list[dict[str, str]]) -> bool:
    """Whether a fault is one of those that change nothing."""
    where = name.partition("__mutmut")[0]
    return any(
        fnmatch.fnmatch(where, rule.get("where", "*"))
        and re.fullmatch(rule["change"].strip(), changed)
        for rule in rules
    )


def main() -> int:
    """Try the faults; return 1 if one was not noticed."""
    patterns = sys.argv[1:]
    ran = subprocess.run([*MUTMUT, "run", *patterns]).returncode
    rules = tomllib.loads(KNOWN.read_text("utf-8"))["equivalent"]
    found = 0
    for name in unnoticed(patterns):
        changed = change(name)
        if not known(name, changed, rules):
            found += 1
            print(f"\n{name}\n{changed}")
    print(f"\n{found} faults that no test notices")
    return 1 if found or ran else 0


if __name__ == "__main__":
    sys.exit(main())
