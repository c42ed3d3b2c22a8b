"""The abilities of the terminal, writing to it, and leaving it as it was found.

`driver.py` reads keys in the application's own loop and `output.py` writes frames from it, where
Textual has a thread at each end; `compositor.py` sends only the cells that changed, by the shortest
codes (`sgr.py`). `depth.py` decides on the colours, `asking.py` asks the terminal for facts that
only it knows. `safe_exit.py` restores the terminal whatever ends the program. Internal errors go to
the log file, never to the player (`crash.py`).
"""
