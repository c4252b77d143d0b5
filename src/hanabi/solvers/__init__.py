"""Solvers. With open cards: is this deal winnable, and what is the best score? `endgame`: with hidden cards."""

from hanabi.solvers.winnability import Answer, Budget, Reach, Reason, best_score, winnable, winnable_from

__all__ = ["Answer", "Budget", "Reach", "Reason", "best_score", "winnable", "winnable_from"]
