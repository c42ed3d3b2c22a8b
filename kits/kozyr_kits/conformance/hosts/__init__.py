"""Connects to a host as clients of every kind, plays whole matches, and says what it breaks.

`requirements` are the sentences of the page; `arrival_trials`, `room_trials` and `match_trials` say
what is sent to try them and what the page answers (`steps` carries that out); `observer`,
`shuffle` and `positions` compare all that is heard.
"""
