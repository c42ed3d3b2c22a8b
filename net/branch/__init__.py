"""A table whose host is lost goes on as a branch: what programs tell one another, and what follows.

`statements.py` has what they sign, `company.py` the part of one program. Both are pure: what comes
and the times are given to them. They move nobody: a player presses a key, and the program asks
`Company` whether that is possible and what to say then.
"""
