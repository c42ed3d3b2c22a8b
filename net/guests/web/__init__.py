"""Guests in browsers: a page with a terminal in it, and the way from there to a screen."""
