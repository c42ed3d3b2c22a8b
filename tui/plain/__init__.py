"""Plain mode: the game in sentences, line by line.

`orders.py` has the dialogue: events and typed lines in, sentences and effects out. It follows the
match with the model of the screen (`tui.table.match`) and carries out rows of actions: the table's
with words, and those of `actions.py`, which are only typed. `narrator.py` words events. `shell.py`
carries sentences between the table and `stdio.py`, the only module that reads and writes;
`beside.py` carries out effects that take time. Boards word moves and positions, and answer
questions about their own games.
"""
