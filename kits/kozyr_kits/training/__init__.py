"""Learning how bots imagine that everybody plays: `python -m kozyr_kits.training GAME`."""
