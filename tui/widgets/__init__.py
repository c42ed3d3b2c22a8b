"""The drawing areas of a table, one module each."""
