"""The way to a table: local, remote, and the one object that swaps them when the table moves.

`opening.py` opens what is asked for: a table alone, one of this computer's for the LAN, another
one's, a match that was left. A `LocalLink` leads to a table in this process, a `RemoteLink` to one
elsewhere; a `TableLink` (`table_link.py`) holds either and follows the table to another computer
and to this one. `hosting.py` is the open host of this computer: it announces itself and lets guests
in (`gateways.py`). `terms.py` says what is asked for; form, command line and host share it.

Nothing here draws, or words a sentence: a `LinkError` has a reason and facts, and what guests read
before their screens comes in with the `Computer`. Sockets, TLS and mDNS are imported when a table
needs them: a match alone does without, and a guest's program may not load what lists networks.

When a host is lost, `branching.py` calls the other programs and is called, as `net.branch` decides.
`for_later.py` loads what a table may need when the files of the program have been replaced.
"""
