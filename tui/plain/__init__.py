"""Plain mode: the game in sentences, line by line.

`orders.py` takes what has happened and what is typed, and gives sentences; it follows the match
with the model that the screen has (`tui.table.match`). `shell.py` carries them between the table
and `stdio.py`, which alone reads and writes. A board words moves and the table in sentences too,
and answers what can be asked for by itself.
"""
