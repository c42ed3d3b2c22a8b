"""A table without I/O: messages and times in, effects out.

`lobby.py` greets connections and leads each to its table; `table.py` takes every message and every
time, `requests.py` carries messages out. `phases.py` says which message is allowed in which phase;
docs/protocol.md prints it. A `Table` holds a `Room` (seats, watchers, the owner), an `Agreement`
(house rules, clock, readiness) and, while a match is played or shown, a `RunningMatch` (`match.py`:
numbered positions, the clocks of players, the intermission after a deal, the turns of bots). The
host sends whole Views: they are small, and a client that resumes needs nothing else.

A table survives its host's program: `log.py` has its lines, `log_writer.py` writes them, and
`opening.py` opens them, up to any place, with the same decks, positions, numbers and intermission.
`old_journals.py` converts the journals of earlier releases. `Shutdown` says how a host ends: closed
(all are told, nothing is saved), kept (saved, and all are told) or broken (players wait).
`migration.py` moves a table to the computer of a player, `handover.py` writes its text, and
`net.migration` decides how far a move has come. All decisions of one kind take a bot the same time,
so that time tells nothing.
"""
