"""What each move was worth, and why."""
