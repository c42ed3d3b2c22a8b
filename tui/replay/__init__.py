"""Replays: past matches on their boards. Hints there know only the View of the player followed."""
