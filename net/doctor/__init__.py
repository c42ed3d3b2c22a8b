"""The examination of a network in which tables are not found. Changes nothing.

Probes collect facts (`facts.py`): they run side by side within five seconds, need no special rights
and leave no trace on other machines, as they ask by mDNS for a name that no machine has.
`judging.py`, a pure function, turns the facts into findings, the likely cause first; an uncertain
one is a warning. `tui.doctor` puts them into words.
"""
