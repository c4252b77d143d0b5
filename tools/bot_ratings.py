"""Let the reference bots of the ratings play the same deals: `python tools/bot_ratings.py`. Writes their skills."""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from rich.progress import track

from hanabi.game import Game
from hanabi.server.archive import ratings

FILE = Path(ratings.__file__).parent / "bot_ratings.json"
PLAYERS = (2, 3, 4, 5)


def scores_of_deal(players: int, number: int) -> dict[str, int]:
    return ratings.scores_on(Game.new(players=players, seed=f"rating {players} {number}").record())


def skills_after(players: int, results: list[dict[str, int]]) -> dict[str, ratings.Skill]:
    owners = {f"{ratings.BOT_PREFIX}{name}": name for name in ratings.REFERENCE_BOTS}
    skills = dict.fromkeys(owners, ratings.Skill())
    for scores in results:
        skills |= ratings.rated_skills(ratings.bot_teams(scores, players, is_rated=True), skills)
    return {name: skills[owner] for owner, name in owners.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=50, help="per number of players (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: %(default)s)")
    arguments = parser.parse_args()
    document = {}
    with ProcessPoolExecutor(arguments.workers) as pool:
        for players in PLAYERS:
            results = pool.map(partial(scores_of_deal, players), range(arguments.deals))
            known = list(track(results, f"{players} players", arguments.deals))
            skills = skills_after(players, known)
            document[str(players)] = {name: (round(mu, 1), round(sigma, 1)) for name, (mu, sigma, _) in skills.items()}
    FILE.write_text(json.dumps(document, indent=2) + "\n")
