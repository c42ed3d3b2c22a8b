"""The review of a finished match: the worth of each decision, and the luck in each deal.

Each decision has a generator of its own, so a review continues where it was stopped. docs/review.md
explains the figures.
"""
