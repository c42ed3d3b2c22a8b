"""Tables on the LAN: announced, found, and found again after a lost host.

Only a live answer puts a table on the list, never an mDNS announcement alone. Announced hosts are
asked in turn, a few a second.
"""
