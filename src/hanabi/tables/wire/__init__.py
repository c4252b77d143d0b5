"""What clients are sent: messages, events and views as JSON."""
