"""Where the program starts and ends: no traceback ever reaches a player. tui.cli does the rest."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from tui import cli


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit code: 0, 1, 2, or 128 plus the signal that ended it."""
    try:
        code = cli.run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of the pipe has seen enough; Python would complain again when it flushes.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception:
        from tui import crash

        return crash.report()
    return code


if __name__ == "__main__":
    sys.exit(main())
