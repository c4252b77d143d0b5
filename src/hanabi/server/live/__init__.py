"""Tables running in this process, with their clients, bots and clocks."""
