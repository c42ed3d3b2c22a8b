"""The link to a table: local, remote, and the one object that swaps them when the table moves.

`opening.py` opens a link: to a solo table, to a table of this computer for the LAN, to another
player's, or to a resumed match. A `LocalLink` leads to a table in this process, a `RemoteLink` to
one elsewhere; a `TableLink` (`table_link.py`) holds either and follows the table between computers.
`hosting.py` is the open host of this computer, with its announcement and its gateways for guests
(`gateways.py`). `terms.py` has the values for all this; form, command line and host share them.

This package draws nothing and words no sentences: a `LinkError` has a reason and facts, and the
sentences for guests come with the `Computer`. Sockets, TLS and mDNS are imported when a table needs
them: a solo match does not, and a guest's program must not load a list of networks.

When a host is lost, `branching.py` has the player's choices, decided by `net.branch` for each of
the tables; `calling.py` calls the other programs.
"""
