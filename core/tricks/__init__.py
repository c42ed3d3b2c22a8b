"""The common part of trick-taking games: a kernel of their rules, and one bot for all of them."""
