"""A match as text: written, replayed, verified, added up. The format is in docs/records.md.

A record is replayed line by line; a broken one is shown up to where it breaks. Dealing is a step as
a move is, so a finished deal is a position like any other. Whether a bid was made follows from the
points on the deal lines, so statistics replay nothing; if the points leave it open, nothing is
claimed.
"""
