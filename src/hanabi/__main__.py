"""`python -m hanabi`: the `hanabi` command."""

from hanabi.cli import main

if __name__ == "__main__":  # worker processes import this file under another name
    main(prog_name="python -m hanabi")
