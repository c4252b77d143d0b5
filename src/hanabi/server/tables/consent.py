"""Requests that the humans at a table must agree to: a take-back, a bot in place of somebody who is gone."""

from dataclasses import dataclass


@dataclass(slots=True)
class ConsentRequest:
    """A question to the humans at the table, and who has agreed so far."""

    by: int
    agreed: set[int]
    actions: int = 0
    seat: int = 0
    bot: str = ""
