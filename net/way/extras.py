"""Says how to install the packages of an extra, with the tool that has installed Kozyr."""

import contextlib
import shlex
import sys
import tomllib
from pathlib import Path
from typing import Final

_PIPX: Final = "pipx_metadata.json"
_UV: Final = "uv-receipt.toml"
"""The files by which pipx and uv recognise the environments of programs they have installed."""


def how_to_install(extra: str, packages: str, prefix: Path | None = None) -> str:
    """Return the command line for an extra, which consists of some packages.

    `prefix` is the environment that Kozyr runs in, by default that of this process.
    """
    prefix = prefix or Path(sys.prefix)
    if (prefix / _PIPX).exists():
        return f"pipx inject kozyr {packages}"
    if (prefix / _UV).exists():
        return f"uv tool install {shlex.quote(f'{_source(prefix / _UV)}[{extra}]')}"
    return f"{shlex.quote(sys.executable)} -m pip install 'kozyr[{extra}]'"


def _source(receipt: Path) -> str:
    """Return the source from which uv has installed Kozyr: a checkout, or its name in an index."""
    with contextlib.suppress(OSError, ValueError, LookupError, TypeError):
        for each in tomllib.loads(receipt.read_text("utf-8"))["tool"]["requirements"]:
            if each["name"] == "kozyr":
                return str(each.get("directory", "kozyr"))
    return "kozyr"
