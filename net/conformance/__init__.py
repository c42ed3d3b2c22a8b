"""Kits for whoever writes a host or a client of their own: what it keeps of docs/protocol.md.

`hosts` connects as clients of every kind, `clients` opens a table that does what a host may do.
`report` and `schema` are for both. Nothing here is imported before `kozyr conformance` is run.
"""
