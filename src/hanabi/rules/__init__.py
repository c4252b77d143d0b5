"""The printed game for people: switches, editions, cards, actions, events, views and the referee."""
