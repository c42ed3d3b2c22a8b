"""A table without I/O: messages and times in, effects out.

    lobby       greets connections, leads each to its table    auth    the proof of a table's code
    table       takes every message and every time: `base` has the players and matches of a table,
                `requests` carries messages out, `phases` says who may send which message when
                (docs/protocol.md prints it)
    room        seats, watchers, the owner; `seating`: seats that change hands; `access`: bans
    agreement   house rules, clock, readiness                  moderation   the owner's requests
    match       a match that is played: `live` numbers its positions, `clock` and `turns` have the
                time of players and the turns of bots, `shuffle` makes the decks
    migration   the keys of the seats, and the table's move, on which `net.migration` decides
    log         the lines by which a table survives its program: `log_writer` writes them,
                `log_reader` reads them, `log_contents` has what follows from them, `opening` opens
                them up to any place, and takes moves back; `old_journals` converts those of earlier
                releases
    effects     the interface to the program around; `sender`: messages to all in a room

The host sends whole Views: they are small, and a client that resumes needs nothing else. All
decisions of one kind take a bot the same time, so that time tells nothing. `Shutdown` says how a
host ends: closed (all are told, nothing is saved), kept (saved, and all are told) or broken
(players wait).
"""
