"""The waiting room, and the life of a table besides its match: owner, newcomers, moves of the host.

`screen.py` is the room, `actions.py` has its actions in rows; `words.py`, `hosts.py`, `people.py`
and `invitation.py` have words for every front end and draw nothing; the rest are screens and
questions.
"""
