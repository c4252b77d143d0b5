"""The transport: HTTP and WebSocket connections, with limits against hostile clients."""
