"""Tables on the LAN: announced, found, and found again after a lost host.

A table is listed only after a live answer, never for an mDNS announcement alone. Announced hosts
are asked in turn, a few per second.
"""
