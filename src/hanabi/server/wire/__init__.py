"""Messages to clients as JSON."""
