"""A table without I/O: messages and times in, effects out."""
