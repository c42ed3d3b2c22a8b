"""Plain mode: the game in sentences, line by line."""
