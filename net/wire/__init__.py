"""The wire: messages, frames, views, reasons for refusals.

A change of bytes is a new VERSION and a new docs/protocol.md, whose tables are printed from these
types.
"""
