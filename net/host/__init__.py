"""The host's program: sockets, timers, the bots' worker and files around the tables.

`runtime.py` carries out the effects of tables and counts their time, `server.py` adds the network,
`local.py` is a link without one: solo play is the same table. `admission.py` decides without I/O
which waiting connection is let in next: addresses take turns. Connections are read and written
through `net.secure` rather than asyncio's TLS streams, which would take as long for a message as a
table takes for a move, and reserve memory for strangers. `gateway.py` runs the programs that draw
for guests, and checks codes for them, so that wrong ones are counted in one place.
"""
