"""A guest's screen: drawing, typing, its size, its end, and that nothing piles up."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from net.guests import MOST_BYTES, GuestTerms, read_terms, screen as screen_module
from net.guests.screen import GuestScreen, RoundTrips, ScreenError, WindowSize

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows has no pty")

TERMS = GuestTerms(4040, "table", "Ann", word="K7QM2X")

USUAL = WindowSize(80, 24)

BEGIN = (
    "import fcntl, json, os, signal, socket, sys, termios\n"
    "parent = socket.socket(fileno=int(sys.argv[1]))\n"
    "terms = json.loads(parent.makefile().readline())\n"
    "if os.isatty(0): fcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
)
"""The beginning of any guest's program."""


def program(rest: str) -> list[str]:
    """Return the command of a program that stands in for a guest's."""
    return [sys.executable, "-c", BEGIN + rest]


@asynccontextmanager
async def opened(rest: str, size: WindowSize | None = USUAL) -> AsyncIterator[GuestScreen]:
    """Open a screen with a program; nothing of it remains afterwards."""
    screen = await GuestScreen.open(program(rest), TERMS, size, {"TERM": "xterm"})
    try:
        yield screen
    finally:
        await screen.close()
        await screen.wait()
        assert not alive(screen.pid)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def has_ended(note: Path) -> bool:
    """Tell whether the process whose number is in a file is gone, or is a zombie."""
    status = Path(f"/proc/{note.read_text()}/stat")
    return not status.exists() or status.read_text().rpartition(")")[2].split()[0] in "ZX"


async def until(screen: GuestScreen, text: bytes) -> bytes:
    seen = b""
    while text not in seen:
        data = await screen.read()
        assert data, seen
        seen += data
    return seen


def test_terms_come_through_a_line_of_json() -> None:
    terms = GuestTerms(4040, "t", "Анна", "ab", "K7QM2X", "token", "word", "127.1.2.3", "ru", "key")
    assert read_terms(terms.line()) == terms
    assert len(GuestTerms(1, "t", "я" * 1000).line()) < MOST_BYTES


@pytest.mark.parametrize("line", [b"", b"[]", b"{}", b"\xff", b'{"port": 1}'])
def test_terms_that_are_none_are_refused(line: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_terms(line)


async def test_what_is_typed_is_read_and_what_is_drawn_comes_back() -> None:
    async with opened("print(terms['name']); print('got', input())") as screen:
        await until(screen, b"Ann")
        await screen.write(b"hello\r")
        await until(screen, b"got hello")
        assert await screen.wait() == 0
        while await screen.read():
            pass


async def test_the_window_has_its_size_and_changes_it() -> None:
    wait = (
        "signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGWINCH])\n"
        "while True:\n"
        "    print('size', *os.get_terminal_size(0), flush=True)\n"
        "    signal.sigwait([signal.SIGWINCH])"
    )
    async with opened(wait, WindowSize(10, 3)) as screen:
        await until(screen, b"size 10 3")
        screen.resize(WindowSize(132, 50))
        await until(screen, b"size 132 50")
        screen.resize(WindowSize(100000, 0))
        await until(screen, b"size 500 24")


async def test_without_a_window_lines_go_through_pipes() -> None:
    ask = "print(sys.stdin.isatty()); print([line.strip() for line in sys.stdin])"
    async with opened(ask, None) as screen:
        await screen.write("ход\n".encode())
        screen.end_input()
        await until(screen, "['ход']".encode())


async def test_a_seat_is_told_and_rubbish_is_not_believed() -> None:
    seats: list[tuple[str, str]] = []
    told = asyncio.Event()

    async def on_report(said: dict[str, dict[str, str]]) -> None:
        seats.append((said["seat"]["token"], said["seat"]["host"]))
        told.set()

    say = r"""
parent.sendall(b'{"seat": {"token": 1}}\nrubbish\n[]\n{"seat": []}\n' + b"[" * 9000 + b"\n")
parent.sendall(b'{"seat": {"token": "a", "host": "b"}}\n')
print(terms["word"])
"""
    screen = await GuestScreen.open(program(say), TERMS, WindowSize(80, 24), {}, on_report)
    await until(screen, b"K7QM2X")
    await told.wait()
    await screen.close()
    assert seats == [("a", "b")]


async def test_a_program_that_never_ends_is_killed_with_all_it_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen_module, "END_SECONDS", 0.1)
    note = tmp_path / "pid"
    stubborn = (
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        f"import subprocess; other = subprocess.Popen(['sleep', '600'])\n"
        f"open({str(note)!r}, 'w').write(str(other.pid))\n"
        "print('here', flush=True)\n"
        "while True: signal.pause()"
    )
    async with opened(stubborn) as screen:
        await until(screen, b"here")
    for _ in range(2000):  # the kernel takes a moment to end a killed process
        if has_ended(note):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("what the program started goes on")


async def test_a_program_draws_no_more_than_is_read() -> None:
    flood = "import tty; tty.setraw(0)\nwhile True: os.write(1, b'x' * 4096); parent.send(b'\\n')"
    async with opened(flood) as screen:
        assert await screen.read()
        await assert_waits(screen.write, b"k" * (1 << 20))


async def test_a_program_reports_no_more_than_is_heard() -> None:
    heard: list[object] = []

    async def on_report(said: dict[str, object]) -> None:
        heard.append(said)
        await asyncio.Event().wait()

    flood = (
        "parent.settimeout(1)\n"
        "for sent in range(1, 1 << 20):\n"
        "    try: parent.sendall(b'{}\\n' * 1000)\n"
        "    except TimeoutError: break\n"
        "print('waits after', sent < 1000)"
    )
    screen = await GuestScreen.open(program(flood), TERMS, USUAL, {}, on_report)
    await until(screen, b"waits after True")
    await screen.close()
    assert heard == [{}]


async def test_reports_without_end_are_heard_a_few_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(screen_module, "END_SECONDS", 0.1)
    monkeypatch.setattr(screen_module, "REPORTS_PER_SECOND", 0.001)
    heard: list[object] = []

    async def on_report(said: dict[str, object]) -> None:
        heard.append(said)

    flood = "parent.sendall(b'{}\\n' * 10_000); print('said'); signal.pause()"
    screen = await GuestScreen.open(program(flood), TERMS, USUAL, {}, on_report)
    await until(screen, b"said")
    await screen.close()
    assert len(heard) <= screen_module.REPORTS_AT_ONCE + 1


@pytest.mark.logs("a guest's program failed")
async def test_trouble_is_logged_without_what_a_terminal_would_obey(
    caplog: pytest.LogCaptureFixture,
) -> None:
    say = r"""parent.sendall(b'{"trouble": "first\\u001b[2J\\nsecond\\r"}\n')"""
    screen = await GuestScreen.open(program(say), TERMS, USUAL, {})
    await screen.wait()
    await screen.close()
    assert caplog.messages == ["a guest's program failed: first?[2J\n  second?"]


async def assert_waits(write: Callable[[bytes], Awaitable[None]], data: bytes) -> None:
    """A write without a reader waits, and piles nothing up."""
    writing = asyncio.ensure_future(write(data))
    done, _ = await asyncio.wait((writing,), timeout=0.2)
    assert not done
    writing.cancel()


async def test_reading_ends_when_the_screen_is_closed_under_it() -> None:
    async with opened("signal.pause()") as screen:
        reading = asyncio.ensure_future(screen.read())
        await asyncio.sleep(0)
        await screen.close()
        assert await reading == b""
        await screen.write(b"nobody hears this")
        screen.resize(WindowSize(80, 24))


async def test_a_program_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(ScreenError):
        await GuestScreen.open(["/no/such/program"], TERMS, WindowSize(80, 24), {})


def looks(*samples: int, each: int = 1) -> list[int]:
    """The round trips told at each look; before it, `each` round trips of a sample were measured.

    The samples are in milliseconds; 0: nothing was sent. The first one begins a connection. Each
    acknowledgement is for two segments, as of a packet of ssh.
    """
    trips, smoothed, sent, told = RoundTrips(), 0.0, 0, []
    for sample in samples:
        for _ in range(each if sample else 0):
            smoothed = smoothed * 7 / 8 + sample * 125 if smoothed else sample * 1000
            sent += 2
        told.append(trips.latest(int(smoothed), sent))
    return told


def test_one_round_trip_tells_that_an_idle_line_has_become_slow_or_quick() -> None:
    assert looks(2, 0, 0, 500, 0, 0, 2) == pytest.approx([2, 2, 2, 500, 500, 500, 2], abs=1)


def test_many_round_trips_on_a_line_in_use_are_told_as_they_are() -> None:
    assert looks(20, 100, 20, 100, each=20) == pytest.approx([20, 100, 20, 100], abs=6)
