"""The table a player sits at: its positions, selection, hints and screen."""
