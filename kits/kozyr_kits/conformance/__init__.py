"""Kits for authors of hosts and clients: they find the broken sentences of docs/protocol.md.

`hosts` connects as clients of every kind, `clients` opens a table that does everything a host may
do. `report` and `schema` serve both. Nothing here is imported before `kozyr conformance` is run.
"""
