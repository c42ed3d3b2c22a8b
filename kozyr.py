"""The way into the program. Imported first, it finds our packages whatever else has their names.

`core` and `net` are names that others use too: on PYTHONPATH, in the current folder, in the same
environment. And the files of a running program may be replaced: a part of another release does not
fit what has been loaded by then, and is refused.
"""

import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Final

SOURCE: Final = os.path.dirname(os.path.abspath(__file__))
"""The folder of our packages."""

OWN: Final = ("core", "net", "tui", "themes", "kozyr")


def _list_of_files() -> str:
    """Return the list of the files that were installed; "" in a checkout."""
    with contextlib.suppress(OSError):
        for name in os.listdir(SOURCE):
            if name.startswith("kozyr-") and name.endswith(".dist-info"):
                return os.path.join(SOURCE, name, "RECORD")
    return ""


class ReplacedError(ImportError):
    """A part of the program can no longer be loaded: its files have been replaced meanwhile."""


class OwnPackages:
    """Finds our packages beside this file; Python asks it first."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find one of our packages, or let Python look elsewhere. Raises ReplacedError."""
        if name.partition(".")[0] not in OWN:
            return None
        if is_replaced():
            raise ReplacedError(f"{name} is of another release by now", name=name)
        return PathFinder.find_spec(name, [SOURCE]) if name in OWN else None


def is_replaced() -> bool:
    """Tell whether the program was installed anew, or removed, since it has been started."""
    return _state() != STARTED


def own_version() -> str:
    """Return the version of the program; empty if it was never installed."""
    from importlib.metadata import PackageNotFoundError, version  # 20 ms and 1.5 MB

    try:
        return version("kozyr")
    except PackageNotFoundError:
        return ""


def _state() -> tuple[int, int, int]:
    try:
        found = os.stat(_LIST)
    except OSError:
        return (0, 0, 0)
    return found.st_ino, found.st_size, found.st_mtime_ns


_LIST: Final = _list_of_files()
STARTED: Final = _state()

sys.meta_path.insert(0, OwnPackages)


def main() -> int:
    """Run the command line and return its exit code."""
    try:
        from tui.__main__ import main as run
    except Exception as error:
        # Nothing of ours can be trusted to say it in the player's language.
        sys.exit(
            f"kozyr: its files are not whole ({error}): install it again, into an environment of "
            "its own, as pipx and uv do"
        )
    return run()


if __name__ == "__main__":
    # A process of the program's own, which net.installation starts.
    sys.modules["kozyr"] = sys.modules["__main__"]
    sys.path.append(SOURCE)  # the libraries may be there too, in a folder of the user's choice
    import_module(sys.argv.pop(1)).main()
