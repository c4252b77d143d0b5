"""The conventions, one module each with its switch (see `levels.py`): how a clue or a discard is read.

The bot gives a clue for what its teammates will read in it, so the same code serves to give clues. `clue_reader.py`
says in which order the readings are tried, `updates.py` what becomes of their promises. Two modules here are not
conventions but put several together: `belief` (what the holder takes a card for) and `connections` (why a clued card
becomes playable). Each convention checks its own switch, except that `connections` decides by the holder of a card
whether a finesse or a self-finesse calls for it.
"""
