"""What games of tricks share: who must play what, who takes the trick, how bots search."""
