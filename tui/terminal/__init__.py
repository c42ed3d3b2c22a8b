"""What the terminal can show, how it is written to, and how it is left as it was found."""
