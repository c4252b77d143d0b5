"""Upper bounds: no team does better than one that sees every card."""

from hanabi.kernels import Rules
from hanabi.kernels.cards import kind_of, suit_of
from hanabi.solvers.endgame.position import Scene, World


class OpenCards:
    """Bounds for one game, with a cache."""

    def __init__(self, r: Rules) -> None:
        self.r = r
        self.kinds = [
            {r.step[kind]: kind for kind in (kind_of(suit, rank) for rank in range(r.ranks))} for suit in range(r.suits)
        ]
        self._cache: dict[tuple[int, int, tuple[int, ...], World], int] = {}

    def max_points(self, scene: Scene, world: World) -> tuple[int, bool]:
        """The highest possible score, and whether the show can be perfect. A lost game counts 0, never less."""
        r = self.r
        cards = self.max_cards(scene.player, scene.turns_left, scene.fireworks, world)
        perfect = cards == r.suits * r.ranks
        return (0 if r.perfect_only and not perfect else max(cards - r.score_offset, 0)), perfect

    def max_cards(self, player: int, turns_left: int, fireworks: tuple[int, ...], world: World) -> int:
        key = player, turns_left, fireworks, world
        cards = self._cache.get(key)
        if cards is None:
            if turns_left > 0 and not world[-1]:
                cards = self._last_round(player, turns_left, fireworks, world)
            else:
                cards = self._by_time(turns_left, fireworks, world)
            self._cache[key] = cards
        return cards

    def _last_round(self, player: int, turns: int, fireworks: tuple[int, ...], world: World) -> int:
        """The exact number: everybody in turn plays a card or does not."""
        total = sum(fireworks)
        if turns == 0:
            return total
        later = (player + 1) % self.r.players
        best = self.max_cards(later, turns - 1, fireworks, world) if turns > 1 else total
        for kind in set(world[player]):
            suit = suit_of(kind)
            if fireworks[suit] == self.r.step[kind] and best < total + turns:
                higher = (*fireworks[:suit], fireworks[suit] + 1, *fireworks[suit + 1 :])
                then = self.max_cards(later, turns - 1, higher, world) if turns > 1 else total + 1
                best = max(best, then)
        return best

    def _by_time(self, turns_left: int, fireworks: tuple[int, ...], world: World) -> int:
        """Like `solvers.bounds.max_cards`: a card in the deck cannot be played before it is drawn."""
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
