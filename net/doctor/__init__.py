"""The examination of a network in which tables are not found. Changes nothing.

Probes collect facts (`facts.py`): they run side by side within five seconds, need no special rights
and leave no trace on other machines, as they ask by mDNS for a name that no machine has.
`judging.py`, a pure function, makes findings of the facts, the likely cause first; an uncertain one
is a warning. `tui.doctor` words them.
"""
