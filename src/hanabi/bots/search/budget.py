"""How much the searching player thinks."""

# Worlds a move and the margin (hundredths of a standard error) a move must gain on the hat player's own.
BUDGETS = {2: (1000, 150), 3: (300, 150), 4: (200, 150), 5: (300, 150)}


def worlds_for(players: int, worlds: int | None = None) -> tuple[int, int]:
    usual, margin = BUDGETS[players]
    return (usual if worlds is None else worlds), margin
