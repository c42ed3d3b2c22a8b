"""What trick-taking games share: who must play what, who takes the trick, how bots search."""
