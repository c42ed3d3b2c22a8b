"""The program as a guest sees it: one table, no access to the host's files, nothing kept.

`net.guests` runs it for each guest: the same application with settings in memory, another first
screen, and one table to go to. Nothing here names a path. `gateway_words.py` has the words of the
gateways, which guests read before their screens; the gateways' processes get them as data.
"""
