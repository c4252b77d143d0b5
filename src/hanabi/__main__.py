"""`python -m hanabi` is the command `hanabi`."""

from hanabi.cli import main

main()
