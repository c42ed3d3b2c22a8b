"""The review of a finished match: the worth of each decision, and the luck in each deal.

Each decision has its own generator, so that a review can be resumed where it stopped.
docs/review.md explains the figures.
"""
