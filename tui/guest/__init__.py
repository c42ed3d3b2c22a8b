"""The program as a guest sees it: one table, no access to the host's files, nothing kept."""
