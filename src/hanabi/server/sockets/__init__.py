"""The WebSocket endpoints of tables and review rooms."""
