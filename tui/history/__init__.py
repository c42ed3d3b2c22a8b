"""Past matches as lists and statistics."""
