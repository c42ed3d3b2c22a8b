"""Joker: rules, score, view, bot and advice."""
