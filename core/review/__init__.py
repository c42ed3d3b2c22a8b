"""A finished match judged: what each decision was worth, and how much of each deal was luck.

Each decision has a generator of its own, so a review goes on where it was stopped. What the figures
mean: docs/review.md.
"""
