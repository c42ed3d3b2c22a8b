"""The public face of a client and of a host, on which programs beside the game may build.

    client  a seat at a table and the link to it; its events; TLS and the proof of a table's code; a
            table that has lost its host
    host    the server, its lobby and tables; the shuffle and the phases of a table

Together with `core` and `net.wire` this is all that Kozyr's kits import (`kits`; a contract in
pyproject.toml ensures it). Nothing is defined here. A name here changes only together with the
kits; everything else in `net` may change at any time.
"""
