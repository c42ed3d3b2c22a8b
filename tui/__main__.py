"""The start and the end of the program: no traceback reaches a player. `tui.cli` does the rest."""

import errno
import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import TextIO

if "kozyr" not in sys.modules:  # as in python -m tui, where the current folder comes first
    sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    import kozyr as kozyr

    del sys.path[0]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0, 1, 2, or 128 plus the signal that ended it."""
    # Python looks for cycles after every 700 new objects; a start makes 100 000 that stay.
    gc.set_threshold(20_000, 10, 10)
    _write_any_letter()
    try:
        from tui import (
            cli,
        )  # imported here, so that Ctrl+C during loading gives no traceback either

        code = cli.run(sys.argv[1:] if argv is None else argv)
        if sys.stdout is not None:  # None: it was closed before the program began
            sys.stdout.flush()
        _lose_what_no_terminal_takes()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of the pipe has seen enough.
        _write_no_more(sys.stdout)
        return 1
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            from tui.language.text import t

            _write_no_more(sys.stdout)
            print(f"kozyr: {t('there is no space left on the disk')}", file=sys.stderr)
            return 1
        from tui.terminal import crash

        return crash.report()
    return code


def _write_any_letter() -> None:
    """Replace characters that the output cannot encode with question marks, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _lose_what_no_terminal_takes() -> None:
    """Discard the rest of the output for a closed terminal: Python would end with exit code 120."""
    try:
        if sys.stderr is not None:
            sys.stderr.flush()
    except OSError:
        _write_no_more(sys.stderr)


def _write_no_more(stream: TextIO) -> None:
    """Discard the rest of the output, which Python would otherwise try to flush again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    sys.exit(main())
