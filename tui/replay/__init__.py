"""A past match watched again on its board. A hint there comes from the View that is followed."""
