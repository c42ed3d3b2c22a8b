"""Domino Poker: rules, score, view, bot and advice."""
