"""`team:search`: the team player's move, or a better one found by playing on in worlds that fit what it sees.

Its clues mean what the conventions say, so it is read as any team player. It plays on as if everybody were one, so it
searches only where they are.
"""
