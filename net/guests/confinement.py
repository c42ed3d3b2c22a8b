"""The confinement of a guest's program: system limits, and on Linux Landlock and seccomp.

The program opens none of the host's files; confined, it cannot do so even through a fault.
"""

import contextlib
import ctypes
import os
import platform
import re
import signal
import struct
import sys
import sysconfig
from collections.abc import Iterator
from enum import Flag, auto
from pathlib import Path
from typing import Final

from net.guests.system_calls import filter_system_calls

if sys.platform != "win32":
    import resource

MEMORY_BYTES: Final = 2 << 30
"""The limit of address space, most of which stays unused: every thread reserves some."""

OPEN_FILES: Final = 64
THREADS: Final = 64
"""The limit of threads; a guest's program has some ten, and 36 at the worst moment."""

CPU_SECONDS: Final = 2 * 3600
"""The limit of processor time, to stop an endless loop; an evening takes far less."""

PACKAGES: Final = ("kozyr.py", "core", "net", "tui", "themes", "docs/rules")
"""The parts of a checkout that the program reads."""

_SYSTEM: Final = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/usr/share/zoneinfo")

_CREATE, _ADD, _RESTRICT = 444, 445, 446
"""Numbers of the system calls, the same on every machine."""

_NO_NEW_PRIVILEGES: Final = 38
_DIE_WITH_PARENT: Final = 1
_NEW_USERS: Final = 0x1000_0000
"""Words of prctl and unshare."""

_COUNTED_APART: Final = (5, 14)
"""The first Linux whose limit of threads counts a user namespace by itself."""

_CAPABILITIES: Final = {"x86_64": 126, "aarch64": 91}
"""The number of capset."""

_READ: Final = 1 << 2 | 1 << 3
"""The rights to read a file and to list a folder."""

_FILES: Final = ((1, (1 << 13) - 1), (2, 1 << 13), (3, 1 << 14), (5, 1 << 15))
"""The rights to files that Landlock can take away, by its first version for each."""

_NET: Final = 3
"""The rights to listen at a port and to connect to one: since version 4."""

_BIND: Final = 1 << 0
_CONNECT: Final = 1 << 1
"""The rights to bind to a port, needed to connect from a given address, and to connect."""


_SCOPES: Final = 1 << 0 | 1 << 1
"""Since version 6: abstract sockets and signals reach only processes confined like this one."""


class Enforced(Flag):
    """The restrictions that the kernel enforces."""

    NOTHING = 0
    FILES = auto()
    """Only the program's own files are opened; none is written or executed."""
    PORTS = auto()
    """TCP reaches only one port."""
    SCOPES = auto()
    """Other processes get no signal, and are not reached by an abstract name."""
    CALLS = auto()
    """System calls are filtered by net.guests.system_calls."""
    THREADS = auto()
    """The program's threads are limited, apart from other programs of the user."""
    END = auto()
    """The program ends with the gateway, even if that is killed."""


def confine(port: int) -> Enforced:
    """Restrict this process to reading its own program and connecting to one port, for good.

    Call it before the first thread starts.
    """
    if sys.platform != "linux":
        _limit({})
        return Enforced.NOTHING
    _goes_first_if_memory_is_short()
    enforced = Enforced.THREADS if _counts_threads_apart() else Enforced.NOTHING
    _limit({"RLIMIT_NPROC": THREADS} if enforced else {})
    with contextlib.suppress(OSError, AttributeError):
        enforced |= _landlock(port)
    with contextlib.suppress(OSError, AttributeError):
        if _gives_up_privileges() and filter_system_calls():
            enforced |= Enforced.CALLS | Enforced.END
    return enforced


def _gives_up_privileges() -> bool:
    """Give up administrator rights for good, and be killed when the parent ends.

    A process that restricts itself has to promise never to gain privileges from programs.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    number = _CAPABILITIES.get(platform.machine())
    if number is not None:
        libc.syscall(number, struct.pack("=Ii", 0x2008_0522, 0), bytes(24))
    if libc.prctl(_DIE_WITH_PARENT, signal.SIGKILL, 0, 0, 0) < 0:
        return False
    return bool(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0)


def _goes_first_if_memory_is_short() -> None:
    """Have the kernel kill this program first, not the host's, when memory runs out."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _counts_threads_apart() -> bool:
    """Enter a user namespace, where a limit counts only its own threads; return whether it does.

    The kernel never limits its administrator, and some systems allow no such namespaces. Before
    Linux 5.14 the limit would count all threads of the user.
    """
    user, group = os.getuid(), os.getgid()
    if (
        user == 0
        or _linux() < _COUNTED_APART
        or ctypes.CDLL(None, use_errno=True).unshare(_NEW_USERS) < 0
    ):
        return False
    with contextlib.suppress(OSError):  # without these maps the user is only called "nobody"
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1")
    return True


def _linux() -> tuple[int, ...]:
    """Return the version of the kernel, such as (6, 12); (0,) if unknown."""
    found = re.match(r"(\d+)\.(\d+)", platform.release())
    return tuple(map(int, found.groups())) if found else (0,)


def _limit(more: dict[str, int]) -> None:
    """Set the limits available on this system."""
    if sys.platform == "win32":
        return
    wanted = {
        **more,
        "RLIMIT_AS": MEMORY_BYTES,
        "RLIMIT_NOFILE": OPEN_FILES,
        "RLIMIT_CPU": CPU_SECONDS,
        "RLIMIT_FSIZE": 0,
        "RLIMIT_CORE": 0,
    }
    for name, most in wanted.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        with contextlib.suppress(OSError, ValueError):
            _, hard = resource.getrlimit(kind)
            least = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (least, least))


def _landlock(port: int) -> Enforced:
    libc = ctypes.CDLL(None, use_errno=True)

    def call(number: int, *words: object) -> int:
        done: int = libc.syscall(number, *words)
        if done < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return done

    version = call(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint32(1))
    files = sum(rights for since, rights in _FILES if version >= since)
    rules = struct.pack("=Q", files)
    enforced = Enforced.FILES
    if version >= 4:
        rules += struct.pack("=Q", _NET)
        enforced |= Enforced.PORTS
    if version >= 6:
        rules += struct.pack("=Q", _SCOPES)
        enforced |= Enforced.SCOPES
    ruleset = call(_CREATE, rules, ctypes.c_size_t(len(rules)), ctypes.c_uint32(0))
    try:
        for path in _readable():
            _allow(call, ruleset, path)
        if version >= 4:
            for right, number in ((_CONNECT, port), (_BIND, 0)):
                rule = struct.pack("=QQ", right, number)
                call(_ADD, ruleset, ctypes.c_int(2), rule, ctypes.c_uint32(0))
        if not _gives_up_privileges():
            return Enforced.NOTHING
        call(_RESTRICT, ruleset, ctypes.c_uint32(0))
    finally:
        os.close(ruleset)
    return enforced


def _allow(call: object, ruleset: int, path: Path) -> None:
    """Allow a file to be read, or all files below a folder."""
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        rights = _READ if path.is_dir() else 1 << 2
        rule = struct.pack("=Qi", rights, handle)
        assert callable(call)
        with contextlib.suppress(OSError):
            call(_ADD, ruleset, ctypes.c_int(1), rule, ctypes.c_uint32(0))
    finally:
        os.close(handle)


def _readable() -> Iterator[Path]:
    """Yield the paths that the program reads: Python, libraries, its packages, the null device."""
    root = Path(__file__).resolve().parents[2]
    yield from (root / name for name in PACKAGES)
    yield from map(Path, ("/dev/null", "/dev/urandom"))
    yield from map(Path, _SYSTEM)
    yield Path(sysconfig.get_path("stdlib"))
    yield Path(sysconfig.get_path("platstdlib"))
    for entry in sys.path:
        path = Path(entry)
        if entry and path.is_dir() and not root.is_relative_to(path.resolve()):
            yield path
        elif root.name in ("site-packages", "dist-packages"):
            yield root
