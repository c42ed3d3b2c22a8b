"""Plain mode: the game in sentences, line by line.

`orders.py` takes what has happened and what is typed, and gives sentences; it follows the match
with the model that the screen has (`tui.table.match`). Only `shell.py` reads and writes. A board
words moves and the table in sentences too, and answers what can be asked for by itself.
"""
