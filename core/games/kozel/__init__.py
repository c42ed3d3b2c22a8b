"""Kozel: rules, score, view, bot and advice."""
