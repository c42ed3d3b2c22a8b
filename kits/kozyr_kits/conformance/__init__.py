"""Kits for authors of hosts and clients: which sentences of docs/protocol.md a program keeps.

`hosts` connects as clients of every kind, `clients` opens a table that does what a host may do.
`report` and `schema` are for both. Nothing here is imported before `kozyr conformance` is run.
"""
