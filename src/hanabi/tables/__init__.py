"""People and bots at a table: commands in, numbered events out; nothing is shown before it is stored."""
