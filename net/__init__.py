"""LAN play: messages, tables and clients' seats without I/O at the core, asyncio at the edge."""
