"""Kozel on the screen: board, sheet, words, lesson."""
