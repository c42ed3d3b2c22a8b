"""A table for trying clients: a real host behind a line that does all that a host or a network may.

`requirements` are the sentences of the page; `alterations` change what the host says, `incidents`
are what happens on the way (`line` carries both out), `cheats` what a dishonest host does
(`cheating`); `observer` compares all that the client says
with the page, `runs` says what is tried in which order.
"""
