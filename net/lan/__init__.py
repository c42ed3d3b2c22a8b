"""Tables on the LAN: announcing them, finding them, finding them again.

Only a live answer puts a table on the list; what mDNS says alone does not. Whatever is announced is
asked in turn, a few a second.
"""
