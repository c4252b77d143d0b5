"""Several server processes on one machine."""
