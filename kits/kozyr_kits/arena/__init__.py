"""Bots against each other: whole matches, duplicate deals, and intervals for their results."""
