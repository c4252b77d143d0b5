"""Tables: seats and state, commands and stored events."""
