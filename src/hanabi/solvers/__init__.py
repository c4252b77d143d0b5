"""Solvers. Open cards: is this deal winnable, and what is the best score from here?"""

from hanabi.solvers.winnability import Budget, Reach, Reason, Verdict, best_score, winnable, winnable_from

__all__ = ["Budget", "Reach", "Reason", "Verdict", "best_score", "winnable", "winnable_from"]
