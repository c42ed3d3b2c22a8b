"""The program as a guest of a host sees it: one table, no files of the host's, nothing kept."""
