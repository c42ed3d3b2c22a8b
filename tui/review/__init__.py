"""Reviews of matches: their words, and the processes that judge decisions beside a screen."""
