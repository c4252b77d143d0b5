"""How fast it is: our referee beside every peer that is installed, in one run on one machine."""
