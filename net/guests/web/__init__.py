"""Guests in browsers: a page with a terminal, and its connection to a screen.

`site.py` serves a form, a cookie and a WebSocket for each screen; `pages.py`, without I/O, limits
the rights of a browser and signs cookies. `static` has the page and a vendored xterm.js with its
WebGL drawing and its fitting, in the versions of `xterm-VERSIONS.txt`.
"""
