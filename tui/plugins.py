"""Commands of other packages, such as Kozyr's kits for authors, found by entry points.

A package names a module, or an object in one, for each command in the group `kozyr.commands`:

    [project.entry-points."kozyr.commands"]
    arena = "kozyr_kits.commands:ARENA"

The module or object satisfies `AddedCommand`; `tui.commands` names the modules it may stand on. The
game's own commands cannot be replaced. Reading the metadata of packages takes 30 ms: this is done
only for `kozyr --help` and for a word that is no command of the game.
"""

from __future__ import annotations

import argparse
import errno
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

from kozyr import own_version
from tui.commands import Command, Examples, FailedError, UsageError
from tui.language.text import t
from tui.terminal import crash

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "kozyr.commands"
KITS: Final = "kozyr-kits"
"""The package of the kits, which fits only the same release of the game."""
OF_KITS: Final = ("simulate", "arena", "conformance")


class AddedCommand(Command, Protocol):
    """A command of another package: a module or an object."""

    def summary(self) -> str:
        """Return a few words about the command for `kozyr --help`."""


class Plugin:
    """A command of another package, whose errors become a FailedError that names the package."""

    def __init__(self, point: EntryPoint) -> None:
        self._point = point
        with self._blamed():
            self._command: Any = point.load()
        for part in ("summary", "examples", "add_arguments", "run"):
            if not callable(getattr(self._command, part, None)):
                raise self._failed(t("it has no {part}", part=part))

    def summary(self) -> str:
        """Return the summary of the command."""
        with self._blamed():
            return str(self._command.summary())

    def examples(self) -> Examples:
        """List the command lines that open the help."""
        with self._blamed():
            return [*self._command.examples()]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        with self._blamed():
            self._command.add_arguments(parser)

    def run(self, args: argparse.Namespace) -> int:
        """Carry out the command and return the exit code; report its faults as the package's."""
        try:
            code: int = self._command.run(args)
        except (FailedError, UsageError, BrokenPipeError):
            raise
        except Exception as error:
            if isinstance(error, OSError) and error.errno == errno.ENOSPC:
                raise
            return crash.report(self._point.name, _package(self._point))
        return code

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        try:
            yield
        except (FailedError, UsageError):
            raise
        except (Exception, SystemExit) as error:
            raise self._failed(f"{type(error).__name__}: {error}") from error

    def _failed(self, reason: str) -> FailedError:
        return FailedError(
            t(
                "the command {command} of the package {package} cannot be loaded ({reason}): "
                "update that package or remove it",
                command=self._point.name,
                package=_package(self._point),
                reason=reason,
            )
        )


def points() -> dict[str, EntryPoint]:
    """Find the commands of other packages; of two with one name the first on the path counts."""
    from importlib.metadata import entry_points  # 25 ms

    try:
        readable: Iterable[EntryPoint] = entry_points(group=GROUP)
    except Exception:  # the metadata of some package, perhaps one without commands, are damaged
        readable = _readable()
    found: dict[str, EntryPoint] = {}
    for point in readable:
        found.setdefault(point.name, point)
    return dict(sorted(found.items()))


def _readable() -> Iterator[EntryPoint]:
    """Yield the commands of all packages except those whose metadata cannot be read."""
    from importlib.metadata import distributions

    names: set[str] = set()
    for package in distributions():
        with suppress(Exception):
            if package.name not in names:
                names.add(package.name)
                yield from package.entry_points.select(group=GROUP)


def load(point: EntryPoint) -> Plugin:
    """Import a command. Raises FailedError."""
    if point.dist is not None and point.dist.name == KITS:
        theirs, ours = point.dist.version, own_version()
        if theirs != ours:
            raise FailedError(
                t(
                    "the kits for authors are of release {theirs}, Kozyr is of {ours}; install "
                    "both of one release: {command}",
                    theirs=theirs,
                    ours=ours,
                    command=f"pip install --upgrade kozyr {KITS}",
                )
            )
    return Plugin(point)


def missing_kits(command: str) -> FailedError:
    """Return the error that a command needs the kits, with the ways to install them."""
    return FailedError(
        t(
            "the command {command} is one of the kits for authors, a package of its own: {pip}, "
            "or {pipx}, or {uv}",
            command=command,
            pip=f"pip install {KITS}",
            pipx=f"pipx inject kozyr {KITS}",
            uv=f"uv tool install kozyr --with {KITS}",
        )
    )


def _package(point: EntryPoint) -> str:
    return f"{point.dist.name} {point.dist.version}" if point.dist is not None else point.value
