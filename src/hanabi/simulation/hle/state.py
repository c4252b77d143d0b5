"""HanabiState: a game in which chance is a player of its own and deals the cards one by one.

Our referee draws within a turn. So a card it has drawn counts as dealt only once chance has acted, and which one it is
chance decides then, among all that are not dealt: a copied state therefore has a future of its own, as in the original.
With reward tiles the deck is shuffled once, because a card that was put back has its place in it.
"""

import random
from dataclasses import replace

from hanabi.kernels import State, blank, cards, deal, duplicate, ending, layout, turn, visibility
from hanabi.kernels.action_ids import color_clues, rank_clues
from hanabi.rules import TILES, kind_of_card, legal_ids
from hanabi.simulation.hle import types
from hanabi.simulation.hle.game import GameParameters
from hanabi.simulation.hle.observation import HanabiObservation
from hanabi.simulation.hle.state_text import as_text, cards_in, hands_in, knowledge_in

_END_OF_GAME = {
    layout.NO_REASON: types.HanabiEndOfGameType.NOT_FINISHED,
    layout.STRIKES: types.HanabiEndOfGameType.OUT_OF_LIFE_TOKENS,
    layout.DECK: types.HanabiEndOfGameType.OUT_OF_CARDS,
    layout.COMPLETE: types.HanabiEndOfGameType.COMPLETED_FIREWORKS,
    layout.INDISPENSABLE: types.HanabiEndOfGameType.LOST_INDISPENSABLE_CARD,
    layout.STUCK: types.HanabiEndOfGameType.NO_LEGAL_MOVE,
}


class IllegalMove(AssertionError, ValueError):
    """A move against the rules; the state is unchanged. (The original asserts, or ends the process.)"""


class HanabiState:
    """Created by `HanabiGame.new_initial_state`, before any card is dealt."""

    def __init__(self, game: GameParameters) -> None:
        self._game = game
        self._chance = random.Random(game.next_seed())
        self._history: list[types.HanabiHistoryItem] = []
        self._dealt = 0
        rules, state = game.rules, blank(State)
        kinds = [kind_of_card(rules, card) for card in rules.cards]
        tiles = list(range(len(TILES)))
        if rules.flamboyants:
            self._chance.shuffle(kinds)
            self._chance.shuffle(tiles)
        state.faces[: len(kinds)], state.tiles = kinds, tiles
        first = self._chance.randrange(game.num_players()) if game.random_start_player() else 0
        deal.deal(game.rule_tables, state, first)
        self._state: State = state

    def copy(self) -> "HanabiState":
        copied = object.__new__(HanabiState)
        copied._game = self._game
        copied._chance = random.Random(self._game.next_seed(copy=True))
        copied._history = list(self._history)
        copied._dealt = self._dealt
        copied._state = duplicate(self._state)
        return copied

    def observation(self, player: int) -> HanabiObservation:
        """The view of this player."""
        players = self.num_players()
        if not 0 <= player < players:
            raise ValueError(f"players here are 0 to {players - 1}, not {player}")
        erased = duplicate(self._dealt_state())
        visibility.hide(self._game.rule_tables, erased, player)
        current = self.cur_player()
        offset = current if current == types.CHANCE_PLAYER_ID else (current - player) % players
        moves = self.legal_moves() if current == player else []
        minimal = self._game.observation_type() is types.AgentObservationType.MINIMAL
        return HanabiObservation(
            self._game.rule_tables, erased, player, offset, moves, self._last_moves_for(player), minimal=minimal
        )

    def apply_move(self, move: types.HanabiMove) -> None:
        if move.type() is types.HanabiMoveType.DEAL:
            self._deal(move)
            return
        uid = self._game.get_move_uid(move)
        if self.is_terminal() or not self.move_is_legal(move):
            legal_now = ", ".join(map(str, self.legal_moves())) or "nothing but a deal"
            raise IllegalMove(f"Illegal action: {move}. Move should be one of : {legal_now}")
        r, s = self._game.rule_tables, self._state
        above = self._chance.randint(0, r.cards - s.next_card) if move.type() is types.HanabiMoveType.RESHUFFLE else 0
        player, tokens, clued = s.player, s.clue_tokens, [list(row) for row in s.clued]
        turn.apply(r, s, uid, above)
        self._add_history_item(move, player, tokens, clued)

    def cur_player(self) -> int:
        """The player to act, or CHANCE_PLAYER_ID while a card has to be dealt. (After the end, the next in turn.)"""
        if self._deal_is_due():
            return types.CHANCE_PLAYER_ID
        s = self._state
        return s.player if s.outcome == layout.RUNNING else (s.last_player + 1) % self.num_players()

    def deal_random_card(self) -> None:
        self._deal(None)

    def deck_size(self) -> int:
        return self._game.rule_tables.cards - self._dealt_state().next_card

    def discard_pile(self) -> list[types.HanabiCard]:
        return cards_in(self._state, self._state.discards[: self._state.discard_count])

    def fireworks(self) -> list[int]:
        return self._state.fireworks[: self._game.rule_tables.suits]

    def player_hands(self) -> list[list[types.HanabiCard]]:
        return hands_in(self._dealt_state(), range(self.num_players()))

    def information_tokens(self) -> int:
        return self._state.clue_tokens

    def life_tokens(self) -> int:
        return self._game.max_life_tokens() - self._state.strikes

    def end_of_game_status(self) -> types.HanabiEndOfGameType:
        return _END_OF_GAME[self._state.reason]

    def is_terminal(self) -> bool:
        return self._state.outcome != layout.RUNNING

    def legal_moves(self) -> list[types.HanabiMove]:
        return [self._game.get_move(uid) for uid in self._legal_ids()]

    def move_is_legal(self, move: types.HanabiMove) -> bool:
        if move.type() is types.HanabiMoveType.DEAL:
            return self._deal_is_due() and self._place_of(move) is not None
        return self._game.get_move_uid(move) in self._legal_ids()

    def card_playable_on_fireworks(self, color: int, rank: int) -> bool:
        return self._state.fireworks[color] == self._game.rule_tables.step[cards.kind_of(color, rank)]

    def num_players(self) -> int:
        return self._game.num_players()

    def score(self) -> int:
        """Points on the table; 0 once the game is lost."""
        s = self._state
        return int(ending.points(self._game.rule_tables, s)) if s.outcome != layout.LOST else 0

    def move_history(self) -> list[types.HanabiHistoryItem]:
        return list(self._history)

    def __str__(self) -> str:
        players, rule_tables, shown = range(self.num_players()), self._game.rule_tables, self._dealt_state()
        return as_text(rule_tables, shown, players, self.cur_player(), knowledge_in(rule_tables, shown, players))

    __repr__ = __str__

    def _legal_ids(self) -> list[int]:
        """The legal moves; as in the original, also after the end."""
        if self._deal_is_due():
            return []
        s = self._state
        if s.outcome != layout.RUNNING:
            s = duplicate(s)
            s.outcome, s.player = layout.RUNNING, self.cur_player()
        return legal_ids(self._game.rule_tables, s)

    def _deal_is_due(self) -> bool:
        return self._dealt < self._state.drawn or self._final_deal_is_due()

    def _final_deal_is_due(self) -> bool:
        """Whether a card is due for the play that ended the game, which the original deals and our referee does not."""
        r, s = self._game.rule_tables, self._state
        return s.outcome != layout.RUNNING and s.next_card < r.cards and s.hand_sizes[s.last_player] < r.hand_size

    def _dealt_state(self) -> State:
        """The state without cards that were drawn but not yet dealt."""
        missing = self._state.drawn - self._dealt
        if missing == 0:
            return self._state
        shown: State = duplicate(self._state)
        for seat in range(self.num_players()):
            while shown.hand_sizes[seat] and shown.draw_numbers[seat][shown.hand_sizes[seat] - 1] >= self._dealt:
                shown.hand_sizes[seat] -= 1
        shown.next_card -= missing
        shown.drawn -= missing
        return shown

    def _place_of(self, move: types.HanabiMove) -> int | None:
        """The place of this face among the undealt cards."""
        kind, faces = self._game.kind_of(move), self._state.faces
        if kind is None:
            return None
        if self._game.rules.flamboyants:
            return self._dealt if faces[self._next_card()] == kind else None
        return next((card for card in range(self._dealt, self._game.rule_tables.cards) if faces[card] == kind), None)

    def _next_card(self) -> int:
        shown_top = self._state.next_card - (self._state.drawn - self._dealt)
        return self._state.deck[shown_top]

    def _deal(self, move: types.HanabiMove | None) -> None:
        """Deal this face, or a random one."""
        r, s = self._game.rule_tables, self._state
        if not self._deal_is_due():
            raise IllegalMove("no card is to be dealt: cur_player() is not CHANCE_PLAYER_ID")
        card = self._next_card()
        if not self._game.rules.flamboyants or move is not None:
            other = self._chance.randrange(card, r.cards) if move is None else self._place_of(move)
            if other is None:
                raise IllegalMove(f"{move} cannot be dealt: no such card is left, or the deck is in order")
            if not self._game.rules.flamboyants:
                s.faces[card], s.faces[other] = s.faces[other], s.faces[card]
        if self._dealt == s.drawn:
            deal.take_top_card(r, s, s.last_player)
        owner = next(seat for seat in range(r.players) if self._dealt in s.draw_numbers[seat][: s.hand_sizes[seat]])
        face = types.card_of(s.faces[card])
        self._dealt += 1
        dealt = types.HanabiMove.get_deal_move(face.color(), face.rank())
        self._history.append(types.HanabiHistoryItem(dealt, types.CHANCE_PLAYER_ID, _deal_to_player=owner))

    def _add_history_item(self, move: types.HanabiMove, player: int, tokens: int, clued: list[list[int]]) -> None:
        s, r = self._state, self._game.rule_tables
        if move.type() in (types.HanabiMoveType.REVEAL_COLOR, types.HanabiMoveType.REVEAL_RANK):
            kinds = color_clues(r) if move.type() is types.HanabiMoveType.REVEAL_COLOR else rank_clues(r)
            new = sum(1 << slot for slot in range(layout.MAX_HAND) if not clued[s.last_target][slot] & kinds)
            touched = s.last_touched
            item = types.HanabiHistoryItem(move, player, _revealed=touched, _newly_revealed=touched & new)
        else:
            face = types.card_of(s.last_kind)
            item = types.HanabiHistoryItem(
                move, player, bool(s.last_scored), s.clue_tokens > tokens, face.color(), face.rank()
            )
        self._history.append(item)

    def _last_moves_for(self, player: int) -> list[types.HanabiHistoryItem]:
        """Moves back to the last one of this player, latest first, without the initial deals."""
        seen: list[types.HanabiHistoryItem] = []
        acted = next((n for n, item in enumerate(self._history) if item.player() >= 0), len(self._history))
        for item in reversed(self._history[acted:]):
            seen.append(self._relative_to(item, player))
            if item.player() == player:
                break
        return seen

    def _relative_to(self, item: types.HanabiHistoryItem, player: int) -> types.HanabiHistoryItem:
        """The item with players counted from this one, and without the face of a card that this player drew."""
        players = self.num_players()
        if item.player() >= 0:
            return replace(item, _player=(item.player() - player) % players)
        offset = (item.deal_to_player() - player) % players
        move = item.move() if offset else types.HanabiMove.get_deal_move(-1, -1)
        return replace(item, _move=move, _deal_to_player=offset)


class HanabiGame(GameParameters):
    """`HanabiGame({"players": 3, "colors": 2, …})`; the switches of a RuleSet are parameters too."""

    def new_initial_state(self) -> HanabiState:
        return HanabiState(self)
