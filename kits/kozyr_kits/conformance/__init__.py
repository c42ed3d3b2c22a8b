"""Kits for authors of hosts and clients: they find the sentences of docs/protocol.md it breaks.

`hosts` connects as clients of every kind, `clients` opens a table that does all that a host may do.
`report` and `schema` are for both. Nothing here is imported before `kozyr conformance` is run.
"""
