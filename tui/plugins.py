"""Commands that other packages bring, such as Kozyr's kits for authors: found by entry points.

A package names a module, or an object in one, for each command in the group `kozyr.commands`:

    [project.entry-points."kozyr.commands"]
    arena = "kozyr_kits.commands:ARENA"

It satisfies `AddedCommand`; `tui.commands` says what else it may use. A command of ours
keeps its name. The metadata of packages is read only where it is needed, for `kozyr --help` and for
a word that is no command of ours: that takes 30 ms.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Protocol

from tui.commands import Command, Examples, FailedError, UsageError
from tui.language.text import t

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "kozyr.commands"
KITS: Final = "kozyr-kits"
"""Our own package of commands, which fits the game of the same release alone."""
OF_KITS: Final = ("simulate", "arena", "conformance")


class AddedCommand(Command, Protocol):
    """A module or an object that another package brings."""

    def summary(self) -> str:
        """Say what the command does, in a few words for `kozyr --help`."""
        ...


class Plugin:
    """A command of another package; where the package is at fault, FailedError names it."""

    def __init__(self, point: EntryPoint) -> None:
        self._point = point
        with self._blamed():
            self._command: Any = point.load()
        for part in ("summary", "examples", "add_arguments", "run"):
            if not callable(getattr(self._command, part, None)):
                raise self._failed(t("it has no {part}", part=part))

    def summary(self) -> str:
        """Say what the command does."""
        with self._blamed():
            return str(self._command.summary())

    def examples(self) -> Examples:
        """List the command lines that open the help."""
        with self._blamed():
            return [*self._command.examples()]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare what the command takes."""
        with self._blamed():
            self._command.add_arguments(parser)

    def run(self, args: argparse.Namespace) -> int:
        """Carry out the command and return the exit code."""
        code: int = self._command.run(args)
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
    """Find the commands of other packages; of two with one name, the first on the path."""
    from importlib.metadata import entry_points  # 25 ms

    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        found.setdefault(point.name, point)
    return dict(sorted(found.items()))


def load(point: EntryPoint) -> Plugin:
    """Import a command. Raises FailedError."""
    from importlib.metadata import version

    if point.dist is not None and point.dist.name == KITS:
        theirs, ours = point.dist.version, version("kozyr")
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
    """Say where a command of the kits comes from."""
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
