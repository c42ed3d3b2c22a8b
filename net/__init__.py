"""LAN play: messages, tables and clients' seats without I/O at the core, asyncio at the edge.

    host    sockets, timers, files around...     client   ...a seat at a table, and the link to it
    table   tables, without I/O                  wire     messages, and Views as plain maps
    lan     announcing and finding tables        secure   TLS, and proofs of a table's code
    files   records, logs, keys to seats     guests   people without Kozyr: ssh and browsers
    doctor  why tables are not found
    migration    when a table moves to another computer, and whether
    public  what programs beside the game may build on; `installation`: its own modules
    way     the way to a table, local or remote, and the open host of this computer

Everything that can go wrong at a table is decided in `table`, `wire` and `client/seat.py`, which
take messages and times and give effects, and is tested there without sockets or sleeps. Nothing
here draws, or words a sentence in a player's language.
"""
