"""Prints on one page which tests cover which folders: `make covered` measures it again.

Lines that run at import are left out, and so are programs started by tests.
"""

from collections import Counter
from pathlib import Path

from coverage import Coverage

ROOT = Path(__file__).parents[2]
NAMED = 3
"""The number of test folders named in a row."""


def folders_of(coverage: Coverage, path: str) -> list[set[str]]:
    """Return the folders of tests that run each statement of a module, except on import."""
    by_line = coverage.get_data().contexts_by_lineno(path)
    _, statements, _, _, _ = coverage.analysis2(path)
    runs = [set(by_line.get(line, ())) for line in statements]
    return [
        {test.split("::")[0].rpartition("/")[0] for test in run} for run in runs if "" not in run
    ]


def main() -> None:
    coverage = Coverage(data_file=ROOT / ".coverage")
    coverage.load()
    rows: dict[str, list[set[str]]] = {}
    for path in sorted(coverage.get_data().measured_files()):
        folder = Path(path).parent.relative_to(ROOT).as_posix()
        rows.setdefault(folder, []).extend(folders_of(coverage, path))
    print("| folder | statements | covered | by one folder of tests alone | most of it by |")
    print("|---|---|---|---|---|")
    for folder, runs in rows.items():
        if not runs:
            continue
        by = Counter(tests for run in runs for tests in run)
        shares = [f"{tests} {share(count, runs)}" for tests, count in by.most_common(NAMED)]
        covered, alone = (sum(so(run) for run in runs) for so in (bool, lambda run: len(run) == 1))
        said = ", ".join(shares)
        print(
            f"| {folder} | {len(runs)} | {share(covered, runs)} | {share(alone, runs)} | {said} |"
        )


def share(count: int, runs: list[set[str]]) -> str:
    """Return a part of all statements in per cent."""
    return f"{100 * count / len(runs):.0f} %"


if __name__ == "__main__":
    main()
