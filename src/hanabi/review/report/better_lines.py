"""The better line of a fault: the recommended move, and how players of the clubs' conventions could go on from it."""

from hanabi.bots.team import Team
from hanabi.records.record import Record
from hanabi.records.replay import replay
from hanabi.rules.notation import read_action

LINE_LENGTH = 6


def better_line(record: Record, index: int, move: str, level: int) -> tuple[str, ...]:
    """`move` in place of action number `index`, then the moves of team players, with the cards as they lay."""
    game = replay(record, index)
    action = read_action(game.state, move)
    team = [Team(level) for _ in record.players]
    for _ in range(LINE_LENGTH):
        game.act(action)
        if game.player is None:
            break
        action = team[game.player].choose(game.view(game.player))
    return tuple(game.action_texts[index:])
