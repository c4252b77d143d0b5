"""Several server processes on one machine: a supervisor, its workers, and the memory that they share."""
