"""Bots against each other: whole matches, duplicate deals, and what they prove."""
