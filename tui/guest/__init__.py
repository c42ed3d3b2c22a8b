"""The program as a guest of a host sees it: one table, no access to the host's files, nothing
kept.
"""
