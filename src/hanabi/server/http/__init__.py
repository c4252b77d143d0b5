"""The parts of an HTTP server that the API and the pages share."""
