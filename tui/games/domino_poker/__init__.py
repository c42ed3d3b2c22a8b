"""Domino Poker on the screen: board, sheet, words, lesson."""
