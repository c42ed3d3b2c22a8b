"""Learning the play that bots imagine of all players: `python -m kozyr_kits.training GAME`."""
