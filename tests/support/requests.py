"""Examples of every message to a host, for tests of bytes, of phases, and of who hears of them.

Those of a message without fields, and of one that needs a seat alone, follow from its fields. What
else a new message may say stands here.
"""

from collections.abc import Iterator
from typing import get_args

from net.branch.statements import Coming, Situation
from net.wire import to_host
from net.wire.message import Message
from net.wire.protocol import VERSION

SHARE = "41" + "0" * 64


def _examples(kind: type[Message]) -> Iterator[Message]:
    """Yield a message with its defaults, and about the seat of each kind of holder."""
    needed = len(kind.__struct_fields__) - len(kind.__struct_defaults__)
    if not needed:
        yield kind()
    if "seat" in kind.__struct_fields__[: max(1, needed)] and needed < 2:
        yield from (kind(seat) for seat in (0, 1, 2, 3, 9))


REQUESTS: list[Message] = [
    *(each for kind in get_args(to_host.ToHost) for each in _examples(kind)),
    to_host.Hello(VERSION),
    to_host.Join("Zoe"),
    to_host.Join("Zoe", seat=1),
    to_host.Join("Zoe", "no such table"),
    to_host.Prove("table-1", SHARE),
    to_host.Confirm("0" * 64),
    to_host.Ready(False),
    to_host.Ready(terms=99),
    to_host.Rematch(True),
    to_host.Fill(1, "hard"),
    to_host.Fill(2, "hard"),
    to_host.Fill(3, "easy"),
    to_host.Fill(3, "hard"),
    to_host.Fill(3, "grandmaster"),
    to_host.Fill(9, "easy"),
    to_host.PutOut(0, keep_out=True),
    to_host.PutOut(None, "nobody of this name"),
    to_host.LetIn("nobody of this name"),
    to_host.Allow(newcomers=True),
    to_host.Allow(newcomers=False, watchers_talk=False),
    to_host.Migrate(3, at_once=True),
    to_host.Accept(1, 4000, "0" * 64),
    to_host.Decline(1),
    to_host.Reached(1, True),
    to_host.Prepared(1),
    to_host.Rule({}),
    to_host.Rule({"cards": 2}),
    to_host.Rule({"cards": 3}),
    to_host.Rule({"no such rule": 2}),
    to_host.Clock(0),
    to_host.ChangeGame("chess", 2),
    to_host.ChangeGame("joker", 3),
    to_host.ChangeGame("kozel", 2),
    to_host.Clock(30),
    to_host.Clock(31),
    to_host.Give(1, "Dan"),
    to_host.Give(9, "Dan"),
    to_host.Give(2, "Nobody"),
    to_host.Deny("Dan"),
    to_host.Deny("Nobody"),
    to_host.Pause(30),
    to_host.Pause(10),
    to_host.Pause(31),
    to_host.Commit(1, "0" * 64),
    to_host.Commit(99, "0" * 64),
    to_host.Reveal(1, "0" * 64),
    to_host.Play(0, 1, "play 1"),
    to_host.Play(1, 1, "no move"),
    to_host.Play(1, 999, "play 1"),
    to_host.Play(99, 1, "play 1"),
    to_host.Continue(1),
    to_host.Continue(999),
    to_host.Say("hello"),
    to_host.Identify("0" * 64, 4000),
    to_host.Identify("1" * 64, 4001),
    to_host.Return("table-1", Coming("table-1", "0" * 64, "0" * 64, "0" * 128)),
    to_host.Consult("table-1", Situation(1, 1, 1, 1)),
    to_host.Ping(1),
]
"""At least one request of each kind; the table has seats 0 to 3, with a bot in the last one."""
