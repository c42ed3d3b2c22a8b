"""The waiting room, and what people do at a table besides the match: its owner, who comes and goes.

`screen.py` is the room itself; `words.py`, `people.py` and `invitation.py` say the same in every
front end and draw nothing; the rest are the screens that lead on from there.
"""
