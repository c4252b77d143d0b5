"""HTTP and WebSocket in front of the tables; `static/` is the built client."""
