"""The team bot: chooses an Action from a View, and explains it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from hanabi.bots.bot import BatchSeat, Bot, CompiledGames, GameChunk
from hanabi.bots.team.engine.layout import Mind
from hanabi.bots.team.engine.levels import BASIC, EXPERT, FINESSING, conventions_at
from hanabi.bots.team.engine.partners import FIRST_ODDS, KNOWN
from hanabi.bots.team.engine.whole_games import TeamArrays, play_team_games
from hanabi.bots.team.explanations import CardNote, Explanation, notes_of, readings_of, why
from hanabi.bots.team.fitted_choice import choice_for, first_odds_with, trees_digest
from hanabi.bots.team.observed_moves import MoveObserver, StartPosition
from hanabi.bots.team.runtimes import CompiledRuntime, PlainRuntime, Runtime, new_mind, start_mind
from hanabi.kernels import State, blank
from hanabi.kernels.layout import MAX_PLAYERS
from hanabi.rules import Action, RuleSet, View, action_of_id, kernel_rules, kind_of_card
from hanabi.rules.events import Event

UNKNOWN_PARTNERS = (None,)  # people, or nobody knows who
MAX_PARTNERS = 100  # remembered by one bot; the oldest are forgotten


@dataclass
class _FollowedGame:
    """A game that the bot is following."""

    view: View
    start: StartPosition
    runtime: Runtime
    observer: MoveObserver
    seen: list[tuple[Event, ...]] = field(default_factory=list)

    def continues_in(self, view: View, start: StartPosition) -> bool:
        if (self.view.rules, self.view.names, self.view.seat, self.start) != (view.rules, view.names, view.seat, start):
            return False
        return list(view.history[: len(self.seen)]) == self.seen

    def catch_up(self, view: View) -> None:
        for events in view.history[len(self.seen) :]:
            move, status = self.observer.observe(events)
            self.runtime.observe_move(move, status)
            self.seen.append(events)


class TeamLineup:
    """Whole games of team bots, with a mask of conventions for each seat."""

    chunk_games = 500
    quick_games, quick_chunk_games = 200, 10
    searches = False

    def __init__(self, conventions: tuple[int, ...]) -> None:
        self.conventions = conventions

    def play_games(self, chunk: GameChunk) -> None:
        from hanabi.bots.team.compiled.games import TeamWorkspace

        workspace = TeamWorkspace(chunk.rules, chunk.players, self.conventions)
        workspace.play(chunk.seed, chunk.first, chunk.scores, chunk.outcomes, chunk.log)

    def is_compiled(self) -> bool:
        from hanabi.bots.team.compiled import whole_games
        from hanabi.compiled.compilation import has_machine_code

        return has_machine_code(whole_games.play_team_games)

    def interpret_games(self, chunk: GameChunk) -> None:
        r = kernel_rules(chunk.rules, chunk.players)
        minds = [new_mind(r) for _ in range(r.players)]
        cards = [kind_of_card(chunk.rules, card) for card in chunk.rules.cards]
        arrays = TeamArrays([r], [blank(State)], minds, cards)
        results = (chunk.scores, chunk.outcomes, chunk.log)
        play_team_games(arrays, self.conventions, chunk.seed, chunk.first, *results)


class Team:
    """A partner for people, which plays and reads the conventions of the clubs up to a `level`.

    1: chop, focus, play and save clues, good touch. 2: also delayed plays, prompts and 5 stalls. 3: also finesses,
    bluffs and 5's chop moves. 4: also trash chop moves and order chop moves. `without` switches single conventions off,
    by the names of their modules in `engine/conventions`.

    It infers from the moves of each partner how likely that partner plays by conventions, and trusts their promises and
    gives clues accordingly. With partners who seem to, it chooses more as people do. With others, and if all
    `partners` (names of bots in seat order, None for a person) are team bots, it relies more on its own evaluation. A
    partner known by name to be a team bot is never doubted, and bots known to have no conventions are expected to know
    none. The choice depends on that and on the View alone; memory of a game only saves work. With `remember_partners` a
    game also starts with what earlier games showed about partners with the same names.
    """

    chunk_games = TeamLineup.chunk_games
    quick_games, quick_chunk_games = TeamLineup.quick_games, TeamLineup.quick_chunk_games
    searches = TeamLineup.searches
    remember_partners = False

    def __init__(
        self,
        level: int = FINESSING,
        *,
        without: Sequence[str] = (),
        compiled: bool = False,
        partners: Sequence[str | None] = UNKNOWN_PARTNERS,
    ) -> None:
        if level not in range(BASIC, EXPERT + 1):
            raise ValueError(f"the team bot has levels {BASIC} to {EXPERT}, not {level!r}")
        self.level = level
        self.conventions = conventions_at(level, without)
        self.without = tuple(without)
        self.name = f"team:{level} without {', '.join(without)}" if without else f"team:{level}"
        self._odds = [first_odds_with(partner) for partner in partners]
        self.adapts = any(odds < KNOWN for odds in self._odds)
        self._runtime_type = CompiledRuntime if compiled else PlainRuntime
        self._followed: _FollowedGame | None = None
        self._partners: dict[str, int] = {}

    def choose(self, view: View) -> Action:
        if view.seat is None or view.player != view.seat:
            raise ValueError("it is not the team bot's turn")
        number = self._follow(view).choose()
        return action_of_id(view.rules, view.rule_tables, view.erased, number)

    def play_games(self, chunk: GameChunk) -> None:
        self._alone(chunk.players).play_games(chunk)

    def is_compiled(self) -> bool:
        return self._alone(1).is_compiled()

    def interpret_games(self, chunk: GameChunk) -> None:
        self._alone(chunk.players).interpret_games(chunk)

    def _alone(self, players: int) -> TeamLineup:
        return TeamLineup((self.conventions,) * players)

    def joined(self, lineup: Sequence[Bot]) -> CompiledGames | None:
        """Team bots of any conventions can play whole games together."""
        players = [bot for bot in lineup if isinstance(bot, Team)]
        searching = next((bot for bot in players if bot.searches), None)
        if searching is not None:
            return searching.joined(lineup)
        return TeamLineup(tuple(bot.conventions for bot in players)) if len(players) == len(lineup) else None

    def in_batch(self, rules: RuleSet, players: int, seat: int, games: int) -> BatchSeat:
        from hanabi.bots.team.compiled.games import TeamSeat

        return TeamSeat(rules, players, seat, games, self.conventions, self._odds_by_seat(players, seat))

    def parameters(self, rules: RuleSet, players: int) -> dict[str, int | list[int]]:
        """The numbers, besides the code, that decide its moves."""
        careful = choice_for(players)
        if not self.adapts:
            return careful
        as_people = choice_for(players, as_people=True) | {"trees": trees_digest()}
        return careful | {f"{name} as people": value for name, value in as_people.items()}

    def explain(self, view: View, lang: str = "en") -> Explanation:
        """Its choice in this view in one sentence, and every clue that concerned this seat so far.

        The sentence about the choice may name cards that this seat sees and their holders do not.
        """
        action, why = self.reason(view, lang)
        return Explanation(action, why, readings_of(view, self.level, lang, without=self.without))

    def reason(self, view: View, lang: str = "en") -> tuple[Action, str]:
        """Its choice and the reason, without the clues."""
        action = Team.choose(self, view)
        assert self._followed is not None
        return action, why(view, action, self._followed.runtime.mind, lang)

    def reason_for(self, view: View, action: Action, lang: str = "en") -> str | None:
        """Why it would make this move in this view; None if it would not."""
        usual, reason = self.reason(view, lang)
        return reason if usual == action else None

    def notes(self, view: View) -> tuple[CardNote, ...]:
        """Its notes on the cards in all hands; they say nothing that this seat may not know."""
        return notes_of(view.rules, view.rule_tables, self.mind_at(view))

    def mind_at(self, view: View) -> Mind:
        """This seat's mind after everything that it saw. It need not be its turn."""
        return self._follow(view).mind

    def _remembered_odds(self, view: View) -> dict[int, int]:
        """By seat, what earlier games, including the one followed until now, showed about partners in this view."""
        if self._followed is not None:
            me, odds = self._followed.runtime.mind.me, self._followed.runtime.mind.partners.odds
            self._partners |= {name: odds[seat] for seat, name in enumerate(self._followed.view.names) if seat != me}
            while len(self._partners) > MAX_PARTNERS:
                del self._partners[next(iter(self._partners))]
        return {seat: self._partners[name] for seat, name in enumerate(view.names) if name in self._partners}

    def _odds_by_seat(self, players: int, me: int) -> list[int]:
        same = [FIRST_ODDS if self.adapts else KNOWN] * (players - 1)
        odds = self._odds if len(self._odds) == len(same) else same
        return [*odds[:me], KNOWN, *odds[me:], *[KNOWN] * (MAX_PLAYERS - players)]

    def _follow(self, view: View) -> Runtime:
        start = StartPosition.of(view)
        if self._followed is None or not self._followed.continues_in(view, start):
            assert view.seat is not None
            remembered = self._remembered_odds(view) if self.remember_partners else {}
            r, odds = view.rule_tables, self._odds_by_seat(len(view.names), view.seat)
            mind = start_mind(r, view.seat, self.conventions, start, odds, remembered)
            runtime = self._runtime_type(r, mind)
            self._followed = _FollowedGame(view, start, runtime, MoveObserver(view.rules, len(view.names), start))
        self._followed.catch_up(view)
        return self._followed.runtime
