"""The table server: everything between a socket and the database."""
