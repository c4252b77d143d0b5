"""What tests share: tables as text, players that drive games, servers and browsers to play on."""
