"""The program of a guest, which runs on the host's machine: a gateway starts it with one socket.

It reads and writes none of the host's files; the guest's settings last for one visit.
"""

import logging
import os
import signal
import socket
import sys
import traceback

import themes
from net.guests import FAILED
from net.guests.confinement import confine
from tui.guest.stay import GuestStay, read_stay
from tui.language.text import LANGUAGES, speak_of_touch, use_language
from tui.preferences.settings import Settings
from tui.terminal.asking import settle_colours

if sys.platform != "win32":
    import fcntl
    import termios

__all__ = ["main", "themes"]


def main() -> None:
    """Run the guest's program; the last argument is the number of the socket to the gateway."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        stay = read_stay(socket.socket(fileno=int(sys.argv[-1])))
    except (ValueError, OSError):
        sys.exit(2)  # no gateway has started it
    use_language(stay.terms.language if stay.terms.language in LANGUAGES else "en")
    if os.environ.get("KOZYR_TOUCH"):
        speak_of_touch()
    try:
        _settle_in(stay)
        code = _run(stay)
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = 1
    except Exception:
        stay.report(trouble=traceback.format_exc()[-4000:])
        code = FAILED  # the gateway tells the guest
    sys.exit(code)


def _settle_in(stay: GuestStay) -> None:
    """Make the terminal the program's own, and give up every other right on this machine."""
    logging.getLogger().addHandler(logging.NullHandler())
    if sys.stdin.isatty():
        try:
            # The terminal reports a hang-up and new sizes of the window only to its own program.
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        except OSError:
            logging.getLogger(__name__).warning("the terminal is not this program's own")
    if hasattr(signal, "SIGTSTP"):
        signal.signal(signal.SIGTSTP, signal.SIG_IGN)  # no shell could resume it
    signal.signal(signal.SIGINT, signal.default_int_handler)
    confine(stay.terms.port)


def _run(stay: GuestStay) -> int:
    settings = Settings(name=stay.start.name, language=stay.terms.language)
    if not sys.stdin.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        from tui.plain.start import play_as_guest

        return play_as_guest(stay, settings)
    from tui.commands.full_screen import prepare_drawing  # 30 ms, not needed for plain mode

    settle_colours(os.environ)
    prepare_drawing(settings)
    from tui.guest.full_screen import draw

    return draw(stay, settings)
