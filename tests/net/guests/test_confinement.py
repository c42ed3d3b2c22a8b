"""Acts that a confined program attempts in vain.

docs/guests.md promises what these tests verify.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from net.guests.confinement import CPU_SECONDS, MEMORY_BYTES, OPEN_FILES, THREADS, Enforced
from tests.support.terminal import ROOT

FILES, PORTS, SCOPES, CALLS = Enforced.FILES, Enforced.PORTS, Enforced.SCOPES, Enforced.CALLS

BEGIN = """
import ctypes, fcntl, os, socket, signal, struct, subprocess, sys, threading
import core, net, tui, themes
from net.guests.confinement import confine
{before}
held = confine(int(sys.argv[1]))
libc = ctypes.CDLL(None, use_errno=True)
def call(*words):
    if libc.syscall(*words) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def tried(what: str, needs: Enforced, port: int = 1, *, before: str = "") -> str:
    """Return the last output of a confined program; skipped where the kernel enforces too little.

    `before` is the code that it runs before it is confined.
    """
    begin = BEGIN.replace("{before}", before)
    program = begin + "print(held.value, flush=True)\n" + what
    command = [sys.executable, "-B", "-c", program, str(port)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    held, _, said = done.stdout.partition("\n")
    if needs not in Enforced(int(held)):
        pytest.skip(f"this system does not have {needs}")
    return said.strip() or done.stderr.strip().splitlines()[-1]


def each_tried(ways: Sequence[str], needs: Enforced, **places: str) -> list[str]:
    """Return the error of each attempt in a confined program, or its result."""
    written = [how.format(**places) for how in ways]
    program = f"""
for how in {written!r}:
    try:
        print("done:", eval(how), flush=True)
    except Exception as error:
        print(type(error).__name__, str(error).replace(chr(10), " "), flush=True)
"""
    said = tried(program, needs).splitlines()
    assert len(said) == len(written), said
    return said


REFUSED = ("PermissionError", "OSError [Errno 38] Function not implemented")


def all_refused(ways: Sequence[str], needs: Enforced, **places: str) -> bool:
    """Tell whether all attempts failed; the others are printed."""
    found = zip(ways, each_tried(ways, needs, **places), strict=True)
    led = [(how, said) for how, said in found if not said.startswith(REFUSED)]
    print(*led, sep="\n")
    return not led


def test_no_file_of_the_host_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("secret")
    assert "PermissionError" in tried(f"print(open({str(tmp_path / 'secret')!r}).read())", FILES)


def test_no_folder_of_the_host_is_listed(tmp_path: Path) -> None:
    assert "PermissionError" in tried(f"print(os.listdir({str(tmp_path)!r}))", FILES)


def test_nothing_is_written(tmp_path: Path) -> None:
    assert "PermissionError" in tried(f"open({str(tmp_path / 'new')!r}, 'w')", FILES)
    assert "PermissionError" in tried(f"open({str(ROOT / 'tui' / 'new')!r}, 'w')", FILES)


def test_memory_open_files_and_processor_time_are_bounded() -> None:
    assert "MemoryError" in tried(f"bytearray({MEMORY_BYTES})", Enforced(0))
    files = f"held = [os.dup(0) for _ in range({OPEN_FILES})]"
    assert "Too many open files" in tried(files, Enforced(0))
    seconds = "import resource; print(resource.getrlimit(resource.RLIMIT_CPU))"
    assert tried(seconds, Enforced(0)) == str((CPU_SECONDS, CPU_SECONDS))


def test_its_threads_are_few() -> None:
    many = f"""
held, end = [], threading.Event()
try:
    for _ in range({THREADS}):
        held.append(threading.Thread(target=end.wait))
        held[-1].start()
finally:
    end.set()
"""
    assert "can't start new thread" in tried(many, Enforced.THREADS)


def test_it_is_the_first_to_end_if_memory_is_short() -> None:
    said = tried("print(own.read())", FILES, before="own = open('/proc/self/oom_score_adj')")
    assert said == "1000"


def test_it_ends_with_whoever_has_started_it() -> None:
    stay = """
signal.signal(signal.SIGHUP, signal.SIG_IGN)
kept = libc.prctl(1, 0, 0, 0, 0)
print(held.value, kept, flush=True)
__import__("time").sleep(30)
print("outlives", flush=True)
"""
    own = [sys.executable, "-B", "-c", BEGIN.replace("{before}", "") + stay, "1"]
    start = f"import subprocess; subprocess.run({own!r})"
    parent = subprocess.Popen(
        [sys.executable, "-c", start], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None, "asked for"
    with parent.stdout as said:
        held, kept = said.readline().split()
        parent.kill()
        parent.wait()
        if Enforced.END not in Enforced(int(held)):
            pytest.skip("this system has no such filter")
        assert kept == "-1"
        assert said.read() == ""


def test_no_other_program_is_started() -> None:
    started = "subprocess.run(['/bin/sh', '-c', 'echo started'])"
    assert "PermissionError" in tried(started, FILES)
    assert "PermissionError" in tried("os.execv('/bin/sh', ['sh', '-c', 'echo started'])", FILES)


def test_no_other_process_and_no_program_in_memory_is_made() -> None:
    spawn = "os.posix_spawn('/bin/true', ['true'], dict())"
    assert all_refused(["os.fork()", spawn, "os.memfd_create('x')"], CALLS)


def test_only_the_port_of_the_host_is_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as here, socket.create_server(("", 0)) as there:
        own, other = here.getsockname()[1], there.getsockname()[1]
        said = f"""
call = socket.create_connection(("127.0.0.1", {own}), source_address=("127.0.0.1", 0))
print("connected")
try:
    socket.create_connection(("127.0.0.1", {other}))
    print("connected to another")
except PermissionError:
    pass
"""
        assert tried(said, PORTS, own) == "connected"


def test_data_with_the_first_packet_reaches_no_other_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as there:
        port = there.getsockname()[1]
        fast = f"""
sock = socket.socket()
print(sock.sendto(b"x", socket.MSG_FASTOPEN, ("127.0.0.1", {port})))
"""
        assert "PermissionError" in tried(fast, CALLS)


def test_no_socket_but_for_tcp_is_opened() -> None:
    kinds = (
        "socket.AF_INET, socket.SOCK_DGRAM",
        "socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP",
        "socket.AF_INET, socket.SOCK_STREAM, 262",
        "socket.AF_INET6, socket.SOCK_STREAM",
        "socket.AF_UNIX, socket.SOCK_STREAM",
        "socket.AF_UNIX, socket.SOCK_DGRAM",
        "socket.AF_NETLINK, socket.SOCK_RAW",
        "socket.AF_PACKET, socket.SOCK_RAW",
        "40, socket.SOCK_STREAM",
    )
    assert all_refused([f"socket.socket({kind})" for kind in kinds], CALLS)


def test_no_program_is_reached_by_the_path_of_its_socket(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there:
        there.bind(str(tmp_path / "there"))
        there.setblocking(False)
        pair = "socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)"
        send = f"print({pair}[0].sendto(b'x', {str(tmp_path / 'there')!r}))"
        assert "PermissionError" in tried(send, CALLS)
        with pytest.raises(BlockingIOError):
            there.recv(1)


def test_nobody_is_listened_to() -> None:
    listen = "s = socket.socket(); s.bind(('127.0.0.1', 0)); s.listen(); print('listening')"
    assert "PermissionError" in tried(listen, CALLS)


def test_no_abstract_socket_of_another_program_is_reached() -> None:
    with socket.socket(socket.AF_UNIX) as there:
        there.bind(f"\0kozyr-{os.getpid()}")
        there.listen()
        # A socket from before the confinement: only the scope stands in the way.
        reach = f"print(before.connect('\\0kozyr-{os.getpid()}'))"
        said = tried(reach, SCOPES, before="before = socket.socket(socket.AF_UNIX)")
        assert "PermissionError" in said


@pytest.mark.parametrize("needs", [SCOPES, CALLS])
def test_no_other_program_is_signalled(needs: Enforced) -> None:
    assert "PermissionError" in tried(f"print(os.kill({os.getpid()}, 0))", needs)


def test_no_other_program_is_signalled_by_what_happens_to_a_file() -> None:
    ways = [
        "fcntl.fcntl({own}, fcntl.F_SETOWN, os.getppid())",
        "fcntl.fcntl({own}, 15, struct.pack('ii', 1, os.getppid()))",
        "fcntl.fcntl({own}, 10, signal.SIGKILL)",
        "fcntl.ioctl({own}, 0x8901, struct.pack('i', os.getppid()))",
        "fcntl.ioctl({own}, 0x8902, struct.pack('i', os.getppid()))",
    ]
    assert all_refused(ways, CALLS, own="socket.socketpair()[0]")


def test_no_other_process_is_touched() -> None:
    ways = [
        "os.kill(-1, 0)",
        "os.setpriority(os.PRIO_PROCESS, os.getppid(), 19)",
        "os.sched_setaffinity(os.getppid(), [0])",
        "__import__('resource').prlimit(os.getppid(), 7, (9, 9))",
        "os.pidfd_open(os.getppid())",
        "call(101 if os.uname().machine == 'x86_64' else 117, 16, os.getppid(), 0, 0)",
    ]
    assert all_refused(ways, CALLS)


def test_no_file_is_changed_or_moved(tmp_path: Path) -> None:
    ways = [
        "os.chmod({path!r}, 0o777)",
        "os.chown({path!r}, os.getuid(), os.getgid())",
        "os.utime({path!r}, (0, 0))",
        "os.setxattr({path!r}, 'user.x', b'x')",
        "os.truncate({path!r}, 0)",
        "os.rename({path!r}, {path!r} + 'x')",
        "os.unlink({path!r})",
        "os.link({path!r}, {path!r} + 'x')",
        "os.symlink('/', {path!r} + 'x')",
        "os.mkdir({path!r} + 'x')",
    ]
    path = tmp_path / "file"
    path.write_text("x")
    before = path.stat()
    said = each_tried(ways, FILES | CALLS, path=str(path))
    assert [each for each in said if not each.startswith(("PermissionError", "OSError"))] == []
    assert [*tmp_path.iterdir()] == [path]
    after = path.stat()
    assert (after.st_mode, after.st_mtime, after.st_uid) == (
        before.st_mode,
        before.st_mtime,
        before.st_uid,
    )
    assert path.read_text() == "x"


def test_no_attributes_of_files_are_read_and_nobody_who_uses_one_is_noticed(
    tmp_path: Path,
) -> None:
    ways = [
        "os.listxattr({path!r})",
        "os.getxattr({path!r}, 'user.x')",
        "fcntl.fcntl(os.open(os.__file__, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
        "fcntl.fcntl(os.open(os.path.dirname(os.__file__), os.O_RDONLY), fcntl.F_NOTIFY, 1)",
    ]
    (tmp_path / "file").touch()
    said = each_tried(ways, CALLS, path=str(tmp_path / "file"))
    assert [each for each in said if not each.startswith("PermissionError")] == []


def test_the_administrator_has_no_rights_over_the_system() -> None:
    up = "fcntl.ioctl(sock, 0x8914, fcntl.ioctl(sock, 0x8913, b'lo'.ljust(40, b'\\0')))"
    assert "PermissionError" in tried(f"sock = socket.socket(); print({up})", CALLS)
    back = "print(call(126 if os.uname().machine == 'x86_64' else 91, 0, 0))"
    assert "PermissionError" in tried(back, CALLS)


def test_nobody_is_made_to_wait_for_the_disk() -> None:
    sync = "print(call(306 if os.uname().machine == 'x86_64' else 267, 0))"
    assert "PermissionError" in tried(sync, CALLS)


def test_what_is_newer_than_the_list_is_not_there() -> None:
    numbers = (425, 428, 434, 435, 447, 452, 463, 466, 999)  # io_uring, mounts, pidfd, ...
    said = each_tried([f"call({number}, 0, 0, 0, 0, 0, 0)" for number in numbers], CALLS)
    assert [each for each in said if "Function not implemented" not in each] == []


def test_the_second_set_of_numbers_is_refused() -> None:
    said = tried("call(0x40000000 | 39)", CALLS)  # getpid
    assert "PermissionError" in said or "Function not implemented" in said


def test_its_own_program_is_still_there() -> None:
    assert tried("import tui.app, tui.texts; print('loaded')", FILES) == "loaded"


def test_threads_and_signals_of_its_own_go_on() -> None:
    own = """
said = []
signal.signal(signal.SIGUSR1, lambda *_: said.append("signal"))
os.kill(os.getpid(), signal.SIGUSR1)
signal.raise_signal(signal.SIGUSR1)
thread = threading.Thread(target=said.append, args=("thread",))
thread.start()
thread.join()
a, b = socket.socketpair()
a.sendall(b"x")
said.append(b.recv(1).decode())
print(said)
"""
    assert tried(own, CALLS) == "['signal', 'signal', 'thread', 'x']"
