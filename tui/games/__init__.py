"""The games on the screen, one folder each."""
