"""Past matches as lists and statistics, on screens and in words."""
