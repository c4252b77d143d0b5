"""The conventions, one module each, named as in `level_table.py`: how a clue or a discard is read by it.

A bot gives a clue for what its teammates will read, so the same code serves to give it. The order in which readings are
tried, and what becomes of their promises, is the reader's (`clue_reader.py`, `connections.py`, `clue_requests.py`,
`updates.py`). Each looks at its own switch; whether a finesse or a self-finesse calls for a card is decided in
`connections.py`, by whose card it is.
"""
