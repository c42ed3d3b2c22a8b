"""A program for the arena, written from docs/protocol.md: it plays the first legal move.

Run as `contestant.py HOST PORT [fault]`. The fault occurs at its fifth move: crash, hang, cheat; or
it is `absent`: it never sits down; or `forgetful`: it does not send the token that it was given.
"""

import os
import socket
import sys
import time
from typing import Any

import msgpack


class Line:
    """An unencrypted connection."""

    def __init__(self, host: str, port: int) -> None:
        self._socket = socket.create_connection((host, port), timeout=60)
        self._file = self._socket.makefile("rb")

    def say(self, kind: str, **fields: Any) -> None:
        body = msgpack.packb({"type": kind, **fields})
        self._socket.sendall(len(body).to_bytes(4, "big") + body)

    def hear(self) -> dict[str, Any]:
        """Return the next message; Closed when there is none."""
        length = self._file.read(4)
        if not length:
            return {"type": "Closed"}
        told: dict[str, Any] = msgpack.unpackb(self._file.read(int.from_bytes(length, "big")))
        return told


def play(line: Line, fault: str) -> None:
    """Play until the host closes the table."""
    line.say("Hello", version=6, program="contestant")
    token = "" if fault == "forgetful" else os.environ["KOZYR_TOKEN"]
    line.say("Join", name="Stranger", token=token)
    seat, number, asked = None, 0, 0
    while (told := line.hear())["type"] != "Closed":
        match told["type"]:
            case "Seated":
                seat = told["seat"]
                line.say("Ready")
            case "Updated" if seat in told["view"].get("to_act", ()) and told["seq"] > asked:
                asked = told["seq"]
                line.say("Ask")
            case "Offered" if told["moves"]:
                number += 1
                if fault and number >= 5:
                    misbehave(fault)
                    line.say("Play", number=number, seq=told["seq"], move="nonsense")
                else:
                    line.say("Play", number=number, seq=told["seq"], move=told["moves"][0])
            case "Refused" if told["number"]:
                number -= 1
                line.say("Ask")


def misbehave(fault: str) -> None:
    """Commit the fault; only a cheat continues afterwards."""
    if fault == "crash":
        raise SystemExit("out of ideas")
    if fault == "hang":
        time.sleep(3600)


if __name__ == "__main__":
    if sys.argv[3:] == ["absent"]:
        raise SystemExit("no time today")
    play(Line(sys.argv[1], int(sys.argv[2])), *(sys.argv[3:] or [""]))
