"""A filter of system calls for a guest's program, on Linux (seccomp).

Landlock restricts files and ports of TCP; this filter refuses the rest: other sockets, signals to
others, new processes, changes of a file's mode or times, and all calls newer than this list. Only
for x86-64 and ARM64; elsewhere nothing is filtered.
"""

import ctypes
import errno
import os
import platform
import socket
import struct
import sys
from collections.abc import Iterable
from typing import Final

_NEITHER: Final = -1

_REFUSED: Final[dict[str, tuple[int, int]]] = {
    # sockets: no connection to the program
    **{"listen": (50, 201), "accept": (43, 202), "accept4": (288, 242)},
    # other processes: signals to them, watching or changing them
    **{"tkill": (200, 130), "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240)},
    **{"ptrace": (101, 117), "kcmp": (312, 272)},
    **{"process_vm_readv": (310, 270), "process_vm_writev": (311, 271)},
    **{"setpriority": (141, 140), "ioprio_set": (251, 30), "sched_setaffinity": (203, 122)},
    **{"sched_setscheduler": (144, 119), "sched_setparam": (142, 118), "sched_setattr": (314, 274)},
    **{"migrate_pages": (256, 238), "move_pages": (279, 239)},
    # new processes and programs
    **{"fork": (57, _NEITHER), "vfork": (58, _NEITHER), "execve": (59, 221)},
    **{"execveat": (322, 281), "memfd_create": (319, 279)},
    # attributes of files
    **{"chmod": (90, _NEITHER), "fchmod": (91, 52), "fchmodat": (268, 53)},
    **{"chown": (92, _NEITHER), "fchown": (93, 55), "lchown": (94, _NEITHER)},
    **{"fchownat": (260, 54), "utime": (132, _NEITHER), "utimes": (235, _NEITHER)},
    **{"futimesat": (261, _NEITHER), "utimensat": (280, 88)},
    **{"setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7)},
    **{"getxattr": (191, 8), "lgetxattr": (192, 9), "fgetxattr": (193, 10)},
    **{"listxattr": (194, 11), "llistxattr": (195, 12), "flistxattr": (196, 13)},
    **{"removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16)},
    **{"name_to_handle_at": (303, 264), "open_by_handle_at": (304, 265)},
    **{"inotify_init": (253, _NEITHER), "inotify_init1": (294, 26)},
    **{"inotify_add_watch": (254, 27), "fanotify_init": (300, 262)},
    # memory and messages shared with other programs
    **{"shmget": (29, 194), "shmat": (30, 196), "shmctl": (31, 195)},
    **{"msgget": (68, 186), "msgsnd": (69, 189), "msgrcv": (70, 188), "msgctl": (71, 187)},
    **{"semget": (64, 190), "semop": (65, 193), "semtimedop": (220, 192), "semctl": (66, 191)},
    **{"mq_open": (240, 180), "mq_unlink": (241, 181)},
    # calls that make all programs wait for the disk, and calls that guests' programs have never
    # needed
    **{"sync": (162, 81), "syncfs": (306, 267)},
    **{"io_setup": (206, 0), "modify_ldt": (154, _NEITHER)},
    # the system, if the host's program runs as its administrator
    **{"capset": (126, 91)},
    **{"mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51)},
    **{"unshare": (272, 97), "setns": (308, 268), "acct": (163, 89), "quotactl": (179, 60)},
    **{"swapon": (167, 224), "swapoff": (168, 225), "reboot": (169, 142), "syslog": (103, 116)},
    **{"sethostname": (170, 161), "setdomainname": (171, 162), "personality": (135, 92)},
    **{"settimeofday": (164, 170), "clock_settime": (227, 112), "adjtimex": (159, 171)},
    **{"clock_adjtime": (305, 266), "iopl": (172, _NEITHER), "ioperm": (173, _NEITHER)},
    **{"init_module": (175, 105), "finit_module": (313, 273), "delete_module": (176, 106)},
    **{"kexec_load": (246, 104), "kexec_file_load": (320, 294), "bpf": (321, 280)},
    **{"keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218)},
    **{"perf_event_open": (298, 241), "userfaultfd": (323, 282)},
}
"""The numbers of refused calls, on x86-64 and on ARM64."""

_SOCKET: Final = (41, 198)
_SOCKETPAIR: Final = (53, 199)
_SEND: Final = {(44, 206): 3, (46, 211): 2, (307, 269): 3}
"""sendto, sendmsg and sendmmsg, with the index of the argument that has the flags."""

_KILL: Final = ((62, 129), (234, 131))
"""kill and tgkill: only to the program itself."""

_WISHES: Final = {
    (72, 25): (1, (8, 10, 15, 1024, 1026)),
    (16, 29): (1, (0x8901, 0x8902, 0x5423)),
    (157, 167): (0, (1,)),
}
"""Calls that are refused with some arguments, each with the index of the argument and its values.

fcntl (F_SETOWN, F_SETSIG, F_SETOWN_EX) and ioctl (FIOSETOWN, SIOCSPGRP) set the process that a file
signals; F_SETLEASE and F_NOTIFY watch other users of a file; TIOCSETD changes the driver of a
terminal; prctl (PR_SET_PDEATHSIG) lets the program outlive its parent.
"""

_PRLIMIT: Final = (302, 261)
_CLONE: Final = (56, 220)

_FIRST_NEW: Final = 424
"""The first number of the calls since Linux 5.0, whose numbers are the same on every machine."""

_KNOWN_NEW: Final = (436, 437, 439, 441, 449)
"""close_range, openat2, faccessat2, epoll_pwait2, futex_waitv."""

_ALIEN: Final = 0x4000_0000
"""The first of a second set of numbers for the same calls on x86-64."""

_CLONE_THREAD: Final = 0x10000
_FAST_OPEN: Final = 0x2000_0000
_KIND_OF_SOCKET: Final = 0xF

_ARCHITECTURES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""The column of the numbers and the kernel's id of each machine."""

_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x06
"""Instructions of the kernel's filters: load a word, mask it, three jumps, return."""

_ALLOW: Final = 0x7FFF_0000
_REFUSE: Final = 0x0005_0000 | errno.EPERM
_UNKNOWN: Final = 0x0005_0000 | errno.ENOSYS

_SET_SECCOMP, _FILTER = 22, 2

_Instruction = tuple[int, int, int, int]


def filter_system_calls() -> bool:
    """Refuse for good the calls that a guest's program does not need; return whether that works.

    The process must first have renounced new privileges.
    """
    column, machine = _ARCHITECTURES.get(platform.machine(), (0, 0))
    if not machine or sys.maxsize < 1 << 32:
        return False
    program = b"".join(struct.pack("=HBBI", *each) for each in _program(column, machine))
    code = ctypes.create_string_buffer(program, len(program))
    length = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.prctl(_SET_SECCOMP, ctypes.c_ulong(_FILTER), length, 0, 0) == 0)


def _program(column: int, machine: int) -> Iterable[_Instruction]:
    """Yield the instructions of the filter."""
    yield from _load(4)
    yield from _unless(_EQUAL, machine, _REFUSE)
    yield from _load(0)
    yield from _when(_AT_LEAST, _ALIEN, [_return(_REFUSE)])
    for numbers in _REFUSED.values():
        if numbers[column] != _NEITHER:
            yield from _when(_EQUAL, numbers[column], [_return(_REFUSE)])
    for number in _KNOWN_NEW:
        yield from _when(_EQUAL, number, [_return(_ALLOW)])
    yield from _when(_AT_LEAST, _FIRST_NEW, [_return(_UNKNOWN)])
    # The host is reached by IPv4. A pair must consist of streams: a socket for datagrams could send
    # to any socket that has a path.
    yield from _when(_EQUAL, _SOCKET[column], _streams(socket.AF_INET, 0, socket.IPPROTO_TCP))
    yield from _when(_EQUAL, _SOCKETPAIR[column], _streams(socket.AF_UNIX, 0))
    for numbers, at in _SEND.items():
        # A first packet with data would connect without asking Landlock.
        yield from _when(_EQUAL, numbers[column], _without_bits(at, _FAST_OPEN))
    for numbers in _KILL:
        yield from _when(_EQUAL, numbers[column], _argument_is(0, (os.getpid(),)))
    for numbers, (at, wishes) in _WISHES.items():
        yield from _when(_EQUAL, numbers[column], _argument_is_not(at, wishes))
    yield from _when(_EQUAL, _PRLIMIT[column], _argument_is(0, (0, os.getpid())))
    yield from _when(_EQUAL, _CLONE[column], _with_bits(0, _CLONE_THREAD))
    yield _return(_ALLOW)


def _streams(family: int, *protocols: int) -> list[_Instruction]:
    """Allow sockets of one family that carry streams."""
    return [
        *_load(_argument(0)),
        *_unless(_EQUAL, family, _REFUSE),
        *_load(_argument(1)),
        (_AND, 0, 0, _KIND_OF_SOCKET),
        *_unless(_EQUAL, socket.SOCK_STREAM, _REFUSE),
        *_argument_is(2, protocols),
    ]


def _argument_is(at: int, allowed: Iterable[int]) -> list[_Instruction]:
    """Allow a call if an argument has one of some values."""
    found = [each for value in allowed for each in _when(_EQUAL, value, [_return(_ALLOW)])]
    return [*_load(_argument(at)), *found, _return(_REFUSE)]


def _argument_is_not(at: int, refused: Iterable[int]) -> list[_Instruction]:
    """Allow a call unless an argument has one of some values."""
    found = [each for value in refused for each in _when(_EQUAL, value, [_return(_REFUSE)])]
    return [*_load(_argument(at)), *found, _return(_ALLOW)]


def _with_bits(at: int, bits: int) -> list[_Instruction]:
    """Allow a call with any of some bits in an argument."""
    return [*_load(_argument(at)), *_unless(_ANY_BIT, bits, _REFUSE), _return(_ALLOW)]


def _without_bits(at: int, bits: int) -> list[_Instruction]:
    """Allow a call with none of some bits in an argument."""
    refuse = _when(_ANY_BIT, bits, [_return(_REFUSE)])
    return [*_load(_argument(at)), *refuse, _return(_ALLOW)]


def _argument(at: int) -> int:
    """Return the offset of the lower half of an argument."""
    return 16 + 8 * at


def _load(at: int) -> list[_Instruction]:
    return [(_LOAD, 0, 0, at)]


def _return(what: int) -> _Instruction:
    return (_RETURN, 0, 0, what)


def _when(jump: int, value: int, then: list[_Instruction]) -> list[_Instruction]:
    """Return the instructions `then`, run only if a comparison holds."""
    return [(jump, 0, len(then), value), *then]


def _unless(jump: int, value: int, answer: int) -> list[_Instruction]:
    """Return the instructions that answer unless a comparison holds."""
    return [(jump, 1, 0, value), _return(answer)]
