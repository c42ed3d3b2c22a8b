"""Plain mode: the game in sentences, line by line.

`orders.py` takes what has happened and what is typed, and gives sentences; it follows the match
with the model that the screen has (`tui.table.match`), and does what the rows of actions say: those
of the table that have words, and those of `actions.py`, which are only typed. `shell.py` carries
sentences between the table and `stdio.py`, which alone reads and writes; `beside.py` does what
takes time. A board words moves and the table in sentences too, and answers what can be asked for
by itself.
"""
