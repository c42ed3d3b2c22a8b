"""Graph-Poker on the screen: board, sheet, words, lesson."""
