"""The table a player sits at, as a machine and as a screen.

`match.py` is the match: what has come, which position is shown, still being read or looked back at,
whose turn it is, the hint, the clock. `showing.py` shows it on a board; `model.py` is the screen:
both, and the side panel. Their state is one dataclass each, everything else functions over them;
they take what has happened, wishes and the time, and give `effects.py` to be carried out in order.
`actions.py` has the actions, a row each, `wishes.py` what those do that need a board and a cursor,
`advising.py` hints and the coach. `driver.py` brings a model its keys, news and time and draws each
area once. `session.py` is a table as screens see it: its link, the positions not shown, the log.
`links.py` asks `net.way` for the link that a start wants; nothing here opens a host, a socket or a
file.
"""
