"""Machines on a LAN of their own: network namespaces joined by a bridge, cut off from the rest."""

from __future__ import annotations

import os
import shutil
import subprocess
import uuid
from functools import cache


def _run(command: str) -> str:
    done = subprocess.run(command, shell=True, capture_output=True, text=True)
    if done.returncode:
        raise OSError(f"{command}: {done.stderr.strip()}")
    return done.stdout


@cache
def why_not() -> str:
    """Say why no namespaces can be made here; empty if they can."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return "network namespaces need root"
    if not shutil.which("ip"):
        return "network namespaces need iproute2"
    name = f"probe-{uuid.uuid4().hex[:6]}"
    try:
        _run(f"ip netns add {name} && ip -n {name} link add v0 type veth peer name v1")
    except OSError as error:
        return f"network namespaces cannot be made: {error}"
    finally:
        subprocess.run(["ip", "netns", "del", name], capture_output=True)
    return ""


class Lan:
    """A bridge, itself in a namespace, and a namespace with an address for each machine."""

    def __init__(self, machines: tuple[str, ...]) -> None:
        tag = uuid.uuid4().hex[:6]
        self._switch = f"t{tag}-sw"
        self._names = {machine: f"t{tag}-{machine}" for machine in machines}

    def __enter__(self) -> Lan:
        try:
            self._build()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *exception: object) -> None:
        for name in (*self._names.values(), self._switch):
            subprocess.run(["ip", "netns", "del", name], capture_output=True)

    def _build(self) -> None:
        switch = self._switch
        _run(f"ip netns add {switch}")
        _run(f"ip -n {switch} link add br0 type bridge stp_state 0 forward_delay 0")
        _run(f"ip -n {switch} link set br0 up")
        for number, name in enumerate(self._names.values(), 1):
            _run(f"ip netns add {name}")
            _run(f"ip -n {name} link set lo up")
            _run(f"ip -n {name} link add eth0 type veth peer name p{number} netns {switch}")
            _run(f"ip -n {switch} link set p{number} master br0 up")
            _run(f"ip -n {name} link set eth0 up")
            _run(f"ip -n {name} addr add 10.77.0.{number}/24 dev eth0")
            _run(f"ip -n {name} route add 224.0.0.0/4 dev eth0")

    def command(self, machine: str, *words: str) -> list[str]:
        """Return the command line that runs a program on a machine."""
        return ["ip", "netns", "exec", self._names[machine], *words]
