"""What trick-taking games share: who must play what, who takes the trick, and one bot for all."""
