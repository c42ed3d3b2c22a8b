"""The public face of a client and of a host: what programs beside the game may build on.

    client  a seat at a table and the link to it; what it hears; TLS, the proof of a table's code
    host    the server, its lobby and tables; the shuffle and the phases of a table

Together with `core` and `net.wire` this is all that Kozyr's kits import (`kits`, held by a contract
in pyproject.toml). Nothing is defined here. A name that stands here changes only together with the
kits; everything else of `net` may change at any time.
"""
