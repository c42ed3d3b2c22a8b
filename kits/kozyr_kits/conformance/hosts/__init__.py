"""Trials of a host: connects to it as clients of every kind, plays whole matches, and reports.

requirements    the sentences of the page
arrival_trials, room_trials, moving_trials, match_trials    messages and the answers to expect
steps           carries the trials out
observer, shuffle, positions    compare all that is heard with the page
run             the whole run
"""
