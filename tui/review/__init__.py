"""A review of a match in words, and the process that makes one beside a screen."""
