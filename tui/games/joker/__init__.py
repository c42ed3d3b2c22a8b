"""Joker on the screen: board, sheet, words, lesson."""
