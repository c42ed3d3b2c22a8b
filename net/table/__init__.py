"""A table without I/O: messages and times in, effects out.

`lobby.py` greets connections and leads each to its table; `table.py` takes every message and every
time, `requests.py` does what messages ask for. Which message is allowed in which phase stands in
`phases.py`, printed in docs/protocol.md. A
`Table` holds a `Room` (seats, watchers, the owner), an `Agreement` (house rules, clock, who is
ready) and, while a match is played or shown, a `RunningMatch` (`match.py`: positions with numbers,
clocks of people, the intermission after a deal, the turns of bots). The host sends whole Views:
they are small, and a client that comes back needs nothing else.

A table survives its host's program: `log.py` has the lines that are kept of it, `log_writer.py`
writes them, and `opening.py` opens them, up to any place: with the same decks, positions, numbers
and intermission. `old_journals.py` makes logs of what releases before have written. `Shutdown` says
how a host ends: closed (everybody is told, nothing is saved), kept (saved, and everybody is told)
or broken (people wait). `migration.py` moves a table to the computer of a player, with
`handover.py` as its text (`net.migration` decides how far a move has come). Decisions of one kind
all take a bot the same time, so that time tells nothing.
"""
