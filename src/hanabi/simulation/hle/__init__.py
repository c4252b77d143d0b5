"""The API of the Hanabi Learning Environment on our referee: an existing script runs by changing its import.

    from hanabi.simulation.hle import rl_env, pyhanabi

Names, move numbering, dictionaries and encoding are those of the original, checked by tests that run both in lockstep.
These differences are intended: mistakes raise exceptions where the original ends the process; unknown parameters are
refused; NumPy integers are accepted; objects can be pickled; every switch of a RuleSet is a parameter too; players
never get their own cards (so there is no SEER observation); and a seed deals the same games however they are played (it
does not reproduce the original's decks: deal those with `HanabiMove.get_deal_move`).
"""

from hanabi.simulation.hle import pyhanabi, rl_env

__all__ = ["pyhanabi", "rl_env"]
