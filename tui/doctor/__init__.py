"""Why tables are not found, in the player's words: for the screen, plain mode and the command."""
