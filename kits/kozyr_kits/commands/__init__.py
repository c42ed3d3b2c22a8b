"""The commands that `kozyr` finds by entry points: arena, simulate, conformance."""

import argparse
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from tui.commands import Examples
from tui.language.text import add_texts, t

add_texts(Path(__file__).parents[1] / "texts")


class Later:
    """A command whose module is imported when it is used; `kozyr --help` needs only the summary."""

    def __init__(self, module: str, summary: Callable[[], str]) -> None:
        self._module, self.summary = module, summary

    def examples(self) -> Examples:
        """List the command lines that open the help."""
        return [*self._imported().examples()]

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the arguments of the command."""
        self._imported().add_arguments(parser)

    def run(self, args: argparse.Namespace) -> int:
        """Carry out the command and return the exit code."""
        return int(self._imported().run(args))

    def _imported(self) -> Any:
        return import_module(f"kozyr_kits.commands.{self._module}")


ARENA: Final = Later("arena", lambda: t("compare bots on the same decks"))
CONFORMANCE: Final = Later(
    "conformance", lambda: t("try a host or a client against the protocol page")
)
SIMULATE: Final = Later("simulate", lambda: t("let bots play matches and count the results"))
