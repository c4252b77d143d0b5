"""`search`: the hat player's move, or a better one found by playing on in worlds that fit what it sees.

Only moves that keep the team's code decodable are tried, so every seat may search at once.
"""
