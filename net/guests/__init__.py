"""People without Kozyr at a host's table: their screens run on the host's machine.

Two gateways, `ssh` and `web`, each a process beside the host, with one core: `seats` knows who has
which seat, `screens` grants screens and says why they end, `screen` runs a guest's program in a
pty, `modes` restores the guest's terminal, `confinement` and `system_calls` take from the program
what it does not need. Nothing here decides who may sit down: the host does (`host_pipe`).
"""
