"""Moving a table to another computer: who decides what, and when, so that there is never a second.

`handing.py` is the half of the present host, `taking.py` that of the program that is to take over.
Both are pure: what comes and the times are given to them, and what follows is read from them. They
know nothing of rules, seats or sockets; `net.table` and `net.client` carry out what they decide.

The present host has the table until it has committed itself, which is one step: Prepared has come.
From then on it never plays on. The other program serves nobody before it knows of that step.

A host that is lost moves nothing: `net.branch` says how the match goes on then.
"""
