"""A player that sees its own cards too, to compare others with. Only the arena seats it."""

from hanabi.arena.experiment import CHEAT
from hanabi.kernels import knowledge
from hanabi.kernels.action_ids import discard_id, is_clue, play_id
from hanabi.kernels.bits import count_bits
from hanabi.rules.action_ids import action_of_id, legal_ids
from hanabi.rules.actions import Action
from hanabi.rules.referee import Referee
from hanabi.rules.views import View


class CheatBot:
    """Plays what fits, discards what nobody needs, gives clues to pass the turn; it never looks into the deck."""

    name = CHEAT

    def __init__(self, table: Referee) -> None:
        self._table = table

    def choose(self, view: View) -> Action:
        table = self._table
        return action_of_id(table.rules, table.rule_tables, table.state, self._number())

    def _number(self) -> int:
        r, s = self._table.rule_tables, self._table.state
        legal = legal_ids(r, s)
        if s.pending >= 0:
            return legal[-1]
        hand = [s.faces[card] for card in s.hands[s.player][: s.hand_sizes[s.player]]]
        others = [
            s.faces[s.hands[seat][slot]]
            for seat in range(r.players)
            if seat != s.player
            for slot in range(s.hand_sizes[seat])
        ]
        playable = knowledge.playable_kinds(r, s)
        useful = knowledge.useful_kinds(r, s)
        critical = knowledge.critical_kinds(r, s)
        plays = [slot for slot, kind in enumerate(hand) if playable >> kind & 1]
        if plays:
            return play_id(r, min(plays, key=lambda slot: (hand[slot] in others, r.step[hand[slot]])))
        clues = [number for number in legal if is_clue(r, number)]
        if s.clue_tokens == r.clue_tokens and clues:
            return clues[0]
        useless = [slot for slot, kind in enumerate(hand) if not useful >> kind & 1]
        useless += [slot for slot, kind in enumerate(hand) if kind in hand[:slot]]
        missing = count_bits(useful)
        pace = r.cards - s.next_card + r.players - missing
        teammates_play = any(playable >> kind & 1 for kind in others)
        if clues and (pace <= 1 or (teammates_play and s.clue_tokens > 3)):
            return clues[0]
        if useless and s.clue_tokens < r.clue_tokens:
            return discard_id(r, useless[0])
        doubled = [slot for slot, kind in enumerate(hand) if kind in others]
        if clues and not (doubled and s.clue_tokens < 2):
            return clues[0]
        if s.clue_tokens < r.clue_tokens and hand:
            spare = min(
                range(len(hand)),
                key=lambda slot: (critical >> hand[slot] & 1, hand[slot] not in others, -r.step[hand[slot]]),
            )
            return discard_id(r, spare)
        return legal[-1]
