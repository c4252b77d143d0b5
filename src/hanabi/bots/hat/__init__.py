"""`hat`: every clue is a number modulo the number of clue classes, and tells each teammate something about their hand.

What everybody knows is one shared object, the `Public` record; a clue's meaning depends on it and on nothing else, so
each seat decodes its own share by subtracting what it can see of the others.
"""
