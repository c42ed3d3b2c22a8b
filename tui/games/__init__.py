"""The games on the screen, a folder each."""
