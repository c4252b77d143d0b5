"""What people call a device: its browser and system, read from the User-Agent header."""

from hanabi.server.tables.names import clean_line

# The first word that is found counts: many browsers name others too.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "CrOS": "ChromeOS",
    "Mac OS": "macOS",
    "Linux": "Linux",
}
MAX_LENGTH = 40


def device_of(user_agent: str) -> str:
    """Such as "Firefox, Linux"; the beginning of the header where neither is known."""
    known = [next((name for word, name in words.items() if word in user_agent), None) for words in (BROWSERS, SYSTEMS)]
    return ", ".join(name for name in known if name is not None) or clean_line(user_agent, MAX_LENGTH)
