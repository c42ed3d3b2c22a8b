"""A program in place of a guest's: says whom it seats and how large the window is, repeats keys.

`?` says the language and what is pointed with, `q` ends it, `m` switches the mouse on, `f` has it
write without end, `t` types in a line, `o` has the owner put the guest out, `O` for the evening,
`w` has the table move to 192.0.2.7, `e` tells of an evening, `l` says how long the line takes.
"""

SMALL_PROGRAM = """
import fcntl, json, os, signal, socket, sys, termios, tty
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
host = socket.socket(fileno=int(sys.argv[-1]))
told_here = host.makefile()
terms = json.loads(told_here.readline())
tty.setraw(0)
def told(*_):
    size = os.get_terminal_size(0)
    os.write(1, f"[{terms['name']} {terms['token']} {size.columns}x{size.lines}]".encode())
signal.signal(signal.SIGWINCH, told)
token = terms["token"] or "token of " + terms["name"]
host.sendall(json.dumps({"seat": {"token": token, "host": "ab" * 32}}).encode() + b"\\n")
host.sendall(b'{"at_table": true}\\n')
told()
while True:
    keys = os.read(0, 1024)
    if b"q" in keys:
        break
    if b"?" in keys:
        touch = os.environ.get("KOZYR_TOUCH", "0")
        os.write(1, f"language {terms['language']} touch {touch}".encode())
    if b"l" in keys:
        os.write(1, f"line {told_here.readline().strip()} ms".encode())
    if b"t" in keys:
        host.sendall(b'{"state": {"typing": true}}\\n')
    for key, how in ((b"o", "removed"), (b"O", "barred")):
        if key in keys:
            host.sendall(json.dumps({"put_out": how}).encode() + b'\\n{"at_table": false}\\n')
    if b"w" in keys:
        host.sendall(b'{"moved": "192.0.2.7"}\\n')
    if b"e" in keys:
        host.sendall(b'{"evening": "The evening\\\\nAnn won"}\\n')
    if b"m" in keys:
        os.write(1, b"\\x1b[?1000h")
    while b"f" in keys:
        os.write(1, b"x" * 65536)
    os.write(1, b"<" + keys + b">")
"""

WATCHING_PROGRAM = SMALL_PROGRAM.replace('"ab" * 32', '"ab" * 32, "watches": True')
"""The same for a guest who watches."""
