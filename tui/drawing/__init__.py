"""Canvases, colours and pieces. No widgets."""
