"""Learning how bots imagine that everybody plays: `python -m train GAME`."""
