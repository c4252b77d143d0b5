"""A table: its seats and state, the commands it takes and the events it stores."""
