"""Why tables are not found: facts from small probes, findings from facts. Changes nothing.

Probes run side by side within five seconds, need no special rights and leave no trace on other
machines: they ask by mDNS for something nobody has. `judging.py` makes findings of the facts, the
likely cause first: a pure function. What cannot be known is a warning. `tui.doctor` words them.
"""
