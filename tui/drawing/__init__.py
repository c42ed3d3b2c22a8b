"""Canvases, colours and pieces. No widgets.

A `Canvas` is cells with colours, drawn by pure functions and compared with the one before; only
what differs is sent. Boards see a `Look`: named colours, and what the terminal can show. A theme is
a TOML file, checked value by value (`theming.py`); missing values are those of the theme that it is
`like`.
"""
