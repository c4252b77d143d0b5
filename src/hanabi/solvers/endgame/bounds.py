"""What a team that saw every card could reach at best: no team that does not see them all does better."""

from hanabi.kernels.layout import Rules
from hanabi.solvers.endgame.position import Scene, World


class OpenCards:
    """Bounds for one game, remembered."""

    def __init__(self, r: Rules) -> None:
        self.r = r
        self.kinds = [
            {r.step[kind]: kind for kind in range(suit * 5, suit * 5 + 5) if r.all_kinds >> kind & 1}
            for suit in range(r.suits)
        ]
        self._known: dict[tuple[int, int, tuple[int, ...], World], int] = {}

    def most_points(self, scene: Scene, world: World) -> tuple[int, bool]:
        """At most so many points, and whether the show may become perfect. A lost game counts 0, never less."""
        r = self.r
        cards = self.most_cards(scene.player, scene.turns_left, scene.fireworks, world)
        perfect = cards == r.suits * r.ranks
        return (0 if r.perfect_only and not perfect else max(cards - r.score_offset, 0)), perfect

    def most_cards(self, player: int, turns_left: int, fireworks: tuple[int, ...], world: World) -> int:
        key = player, turns_left, fireworks, world
        found = self._known.get(key)
        if found is None:
            if turns_left > 0 and not world[-1]:
                found = self._last_round(player, turns_left, fireworks, world)
            else:
                found = self._by_time(turns_left, fireworks, world)
            self._known[key] = found
        return found

    def _last_round(self, player: int, turns: int, fireworks: tuple[int, ...], world: World) -> int:
        """Exactly: everybody plays a card or does not, in turn."""
        total = sum(fireworks)
        if turns == 0:
            return total
        later = (player + 1) % self.r.players
        best = self.most_cards(later, turns - 1, fireworks, world) if turns > 1 else total
        for kind in set(world[player]):
            suit = kind // 5
            if fireworks[suit] == self.r.step[kind] and best < total + turns:
                grown = (*fireworks[:suit], fireworks[suit] + 1, *fireworks[suit + 1 :])
                then = self.most_cards(later, turns - 1, grown, world) if turns > 1 else total + 1
                best = max(best, then)
        return best

    def _by_time(self, turns_left: int, fireworks: tuple[int, ...], world: World) -> int:
        """As `solvers.bounds.most_cards`: a card in the deck cannot be played before it is drawn."""
        r, deck = self.r, world[-1]
        held = {kind for hand in world[:-1] for kind in hand}
        end = turns_left if turns_left > 0 else len(deck) + (r.last_round or sum(map(len, world[:-1])))
        waits = [0] * (end + 1)
        for suit, height in enumerate(fireworks):
            at = 0
            for step in range(height, r.ranks):
                kind = self.kinds[suit][step]
                at += 1
                if kind not in held:
                    if kind not in deck:
                        break
                    at = max(at, deck.index(kind) + 2)
                if at > end:
                    break
                waits[at] += 1
        played = waiting = 0
        for number in waits:
            waiting += number
            if waiting:
                waiting -= 1
                played += 1
        return sum(fireworks) + played
