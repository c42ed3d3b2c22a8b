"""Whether a computer to which a table should move can be reached."""

import asyncio

from msgspec.structs import replace

from net.client.calls import reaches
from net.client.events import ReachWanted
from net.host.admission import AdmissionLimits, Limits
from net.host.server import Host
from net.table.lobby import Lobby

OTHER = "0" * 64


async def test_everybody_behind_one_address_reaches_a_host_that_lets_in_one_at_a_time() -> None:
    limits = Limits(strangers=AdmissionLimits(per_address=1))
    host = Host(Lobby("Bob", []), address="127.0.0.1", port=0, limits=limits)
    async with host:
        wanted = ReachWanted(1, "127.0.0.1", host.port, host.fingerprint)
        assert all(await asyncio.gather(*(reaches(wanted) for _ in range(3))))
        assert not await reaches(replace(wanted, fingerprint=OTHER))
