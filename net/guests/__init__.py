"""Guests without Kozyr at a host's table: their screens run on the host's machine.

Two gateways, `ssh` and `web`, each a process beside the host, share these parts: `seats` recognises
guests, `screens` grants screens and ends them, `screen` runs a guest's program in a pty and
restores the guest's terminal, `confinement` and `system_calls` take unneeded rights from the
program. The host alone decides who may sit down (`host_pipe`).
"""
