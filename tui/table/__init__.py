"""The table of a player, as a machine and as a screen.

`match.py` is the match: its positions, the one that is shown, read or looked back at, the turn, the
hint, the clock. `showing.py` shows it on a board; `model.py` is the screen: both, and the side
panel. Each keeps its state in one dataclass, with functions over it: events, wishes and the time go
in, and effects (`effects.py`) come out, to be carried out in order. `actions.py` has the actions, a
row each, `wishes.py` the effects of those that need a board and a cursor, `advising.py` hints and
the coach. `driver.py` brings a model its keys, events and time, and draws each area once.
`session.py` is a table as screens see it: its link, the positions not shown, the log.
`navigator.py` goes from table to table, `table_screens.py` opens the screens. `links.py` asks
`net.way` for the link of a start; nothing here opens a host, a socket or a file.
"""
