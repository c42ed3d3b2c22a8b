"""Guests in browsers: a page with the terminal in it, and the way from there to a screen."""
