"""Branches: the continuation of a table whose host is lost, at the computer of one of its players.

`statements.py` has the signed statements that programs exchange, `company.py` the view of one
program. Both are pure: messages and times are given to them. A player moves only by pressing a key;
then the program asks `Company` whether the branch can be opened or joined, and what to state.
"""
