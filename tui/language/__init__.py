"""Texts in the player's language: catalogue, words for pieces, house rules, rule books.

English in the code is the key: `t("must follow {suit}", suit=...)`, and `tn(one, many, n)` with a
number. `core` and `net` send templates and facts and never translate. A test fails if a text has no
translation.
"""
