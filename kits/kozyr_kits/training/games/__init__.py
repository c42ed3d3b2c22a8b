"""Each game's deals to learn from, if its bots learn: a module of the game's name."""
