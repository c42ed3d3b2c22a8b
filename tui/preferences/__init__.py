"""The player's own settings and keys, and the file that they are kept in."""
