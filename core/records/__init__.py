"""Records, matches as text: replayed, verified and added up. The format is in docs/records.md.

A record is replayed line by line; a broken one is shown up to the fault. Dealing is a step as a
move is, so a finished deal is a position like any other. Statistics replay nothing: the points on
the deal lines show which bids were made, or leave it open.
"""
