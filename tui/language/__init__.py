"""Texts in the player's language: catalogue, words for pieces, house rules, rule books."""
