"""A table for trying clients: a real host behind a line that does all that a host or a network may.

requirements    the sentences of the page
alterations, incidents    other forms of the host's messages, and events on the way
line            the line that carries both out
cheats          the ways of a dishonest host, from lies, rigs and late_choices; cheating tries one
losses, people  a lost host, and the other players at its table
observer        compares all messages of the client with the page
runs            the runs, each with a new table and a new client
"""
