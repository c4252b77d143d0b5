"""Games of bots that choose from a View. A faulty action is noted and replaced, and the game goes on."""

from dataclasses import dataclass, replace

from hanabi.arena.experiment import CHEAT, Experiment
from hanabi.arena.tally import ChunkResult, Fault
from hanabi.bots.bot import Bot
from hanabi.bots.checked_choice import checked_choice
from hanabi.bots.line_protocol import ProgramBot
from hanabi.bots.roster import make_bot, others
from hanabi.game import DEFAULT_NAMES
from hanabi.kernels import State, blank, knowledge
from hanabi.kernels.action_ids import discard_id, is_clue, play_id
from hanabi.kernels.bits import count_bits
from hanabi.kernels.numbered_deals import deal_game, reshuffle_depth
from hanabi.records import Record
from hanabi.rules import TILES, Action, Card, Referee, Reshuffle, View, write_action
from hanabi.rules.action_ids import action_of_id, id_of_action, legal_ids
from hanabi.rules.rule_tables import cards_by_kind, kernel_rules, kind_of_card


class CheatBot:
    """Sees its own cards too, for comparison; only the arena seats it. It does not look into the deck."""

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


@dataclass(frozen=True)
class NumberedDeal:
    """Deck and tiles of one numbered game, and the key of its later random numbers."""

    deck: tuple[Card, ...]
    tiles: tuple[str, ...]
    key: int

    def with_depth(self, table: Referee, action: Action) -> Action:
        """The action; if it is a reshuffle, with the random depth of its card."""
        if not isinstance(action, Reshuffle) or action.at is not None:
            return action
        r, s = table.rule_tables, table.state
        return replace(action, at=reshuffle_depth(r, s, self.key, id_of_action(table.rules, r, s, action)))


def numbered_deal(experiment: Experiment, game: int) -> NumberedDeal:
    """The same deal as in the compiled loops."""
    s: State = blank(State)
    cards = [kind_of_card(experiment.rules, card) for card in experiment.rules.cards]
    key = deal_game(kernel_rules(experiment.rules, experiment.players), s, cards, experiment.seed, game)
    faces = cards_by_kind(experiment.rules)
    deck = tuple(faces[kind] for kind in s.faces[: len(cards)])
    tiles = tuple(TILES[tile].value for tile in s.tiles) if experiment.rules.flamboyants else ()
    return NumberedDeal(deck, tiles, key)


def play_at_table(experiment: Experiment, first: int, games: int) -> ChunkResult:
    scores, outcomes, faults, records = [], [], [], []
    for game in range(first, first + games):
        deal = numbered_deal(experiment, game)
        table = Referee(experiment.rules, DEFAULT_NAMES[: experiment.players], deal.deck, deal.tiles)
        bots = [_new_bot(name, experiment, game, seat, table) for seat, name in enumerate(experiment.bots)]
        while table.player is not None:
            seat = table.player
            action, problem = checked_choice(bots[seat], table.view(seat), experiment.move_seconds)
            turn = table.turn
            if problem is not None:
                faults.append(
                    Fault(game, turn, seat, experiment.bots[seat], problem, write_action(table.state, action))
                )
            table.act(deal.with_depth(table, action))
        assert table.over is not None
        for seat, bot in enumerate(bots):
            if isinstance(bot, ProgramBot):
                bot.end_game(table.view(seat))
        scores.append(table.over.score)
        outcomes.append(str(table.over.outcome))
        if experiment.keep_records:
            records.append(experiment_record(experiment, table, game).to_dict())
    return ChunkResult(first, tuple(scores), tuple(outcomes), tuple(faults), tuple(records))


def experiment_record(experiment: Experiment, table: Referee, game: int) -> Record:
    return Record(
        rules=experiment.rules,
        players=table.players,
        deck=table.deck,
        actions=tuple(table.action_texts),
        rewards=table.rewards,
        extra={"bots": list(experiment.bots), "seed": experiment.seed, "game": game},
    )


def _new_bot(name: str, experiment: Experiment, game: int, seat: int, table: Referee) -> Bot:
    if name == CheatBot.name:
        return CheatBot(table)
    seed = f"{experiment.seed}/{game}/{seat}"
    partners = others(experiment.bots, seat)
    return make_bot(name, seed, move_seconds=experiment.move_seconds, partners=partners, compiled=True)
