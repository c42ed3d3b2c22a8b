"""A past match watched again on its board."""
