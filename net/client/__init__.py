"""The client's half: where a player sits, the link to the host, and what the client checks itself.

`seat.py` takes the host's messages and says what has happened; `link.py` connects it by TLS and
tries again. A move carries the position it was chosen in and a number, so it is applied exactly
once however often it is sent. A client believes its own nonce, its own replay and its own record,
not the host's word: `deal_watch.py` follows the shuffle, `deal_check.py` deals and plays each
finished deal again, a few moves at a time whenever the link's loop is free, and compares every
position with what was kept of it. So the client has a record of its own up to the last finished
deal, which `background.py` writes after each. `going_on.py` makes a table of it, for this computer
to go on with when the host is lost; then every client follows a second shuffle.
"""
