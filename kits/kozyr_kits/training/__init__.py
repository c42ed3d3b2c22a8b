"""Learning the play that bots imagine for all players: `python -m kozyr_kits.training GAME`."""
