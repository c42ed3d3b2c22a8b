"""The files that outlive the program: records, keys of seats, saved matches.

While a match is played, it is written only to its log, mode 0600 and locked, before a change is
shown. Each line carries a checksum of itself and of all lines before it, so a damaged file is set
aside, never played as another match. When the match is over, its record is written and the log
deleted. Records are the only store: a folder that is read directly, without an index that could
disagree with it. A damaged record is listed as such and raises no error.
"""
