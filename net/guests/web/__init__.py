"""Guests in browsers: a page with a terminal in it, and the way from there to a screen.

`site.py` serves a form, a cookie and a WebSocket for each screen; `safety.py` decides without I/O
what a browser may do and which cookies are the host's own. `static` has the page and a vendored
xterm.js with its WebGL drawing and its fitting: `xterm-VERSIONS.txt` says which.
"""
