"""A live game among people and bots: commands in, events out. No sockets, and no clock of its own."""
