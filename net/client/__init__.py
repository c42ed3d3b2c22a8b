"""The client's half: a seat at a table, the link to its host, and the client's own checks.

`seat.py` turns the host's messages into events; `link.py` connects it by TLS and reconnects. A move
carries the position it was chosen in and a number, so it is applied exactly once however often it
is sent. A client believes its own nonce, its own replay and its own record, not the host's word:
`deal_watch.py` follows the shuffle, `deal_check.py` deals and plays each finished deal again, a few
moves at a time whenever the link's loop is free, and compares every position with its kept hash. So
the client has a record of its own up to the last finished deal, which `background.py` files after
each. `taking_over.py` opens a branch from it on this computer when the host is lost; then every
client follows a second shuffle.
"""
