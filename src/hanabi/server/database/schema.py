"""The schema of the database. Changing it needs a migration (migrations/versions)."""

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()

tables = Table(
    "game_table",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("phase", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    # Whether bots or a clock need a process that drives them.
    Column("driven", Boolean, nullable=False),
    Column("players", Integer, nullable=False),
    Column("edition", String(20)),
    Column("score", Integer),
    Column("outcome", String(10)),
    Column("summary", Text, nullable=False),
    # When a client was last connected or something last happened.
    Column("seen_at", Double, nullable=False, server_default="0"),
    # A keyed hash of the address from which it was opened, for the lobby's limit.
    Column("opened_from", String(16)),
    # Whether a finished game has been counted.
    Column("archived", Boolean, nullable=False, server_default=false()),
    Index("ix_game_table_lobby", "phase", "public", "updated_at"),
    Index("ix_game_table_seen", "phase", "public", "seen_at"),
    Index("ix_game_table_edition", "phase", "public", "edition", "updated_at"),
    Index("ix_game_table_archived", "phase", "archived", "id"),
)

# Server processes. Others take over the tables of a process that has not been seen for a while.
server_processes = Table(
    "server_process",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("started_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
)

# Tables where a bot or a clock is due at `due_at`, and the process that drives them, if any.
driven_tables = Table(
    "driven_table",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("process", String(16)),
    Column("due_at", Double, nullable=False),
    Index("ix_driven_table_process", "process", "due_at"),
)

events = Table(
    "event",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("n", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("body", Text, nullable=False),
    Column("command", String(80)),
    PrimaryKeyConstraint("table_id", "n"),
    UniqueConstraint("table_id", "command"),
    sqlite_with_rowid=False,
)

accounts = Table(
    "account",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(24), nullable=False),
    # The name for comparisons, without case and width.
    Column("folded", String(80), nullable=False, unique=True),
    Column("password", String(200), nullable=False),
    Column("created_at", Double, nullable=False),
)

visitors = Table(
    "visitor",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("account_id", Integer, ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
    Column("made_at", Double, nullable=False, server_default="0"),
    Column("seen_at", Double, nullable=False, server_default="0"),
    # The common names of the browser and its operating system.
    Column("device", String(80), nullable=False, server_default=""),
    Index("ix_visitor_account", "account_id"),
)

# Hashes of one-time codes with which the owner of an account can choose a new password.
recovery_codes = Table(
    "recovery_code",
    metadata,
    Column("account_id", Integer, ForeignKey("account.id", ondelete="CASCADE"), nullable=False),
    Column("code", String(64), nullable=False),
    Column("made_at", Double, nullable=False),
    PrimaryKeyConstraint("account_id"),
)

# Invitations of accounts to tables.
invitations = Table(
    "invitation",
    metadata,
    Column("account_id", Integer, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("from_account", Integer, nullable=False),
    # The name of the inviting seat.
    Column("sender", String(40), nullable=False),
    Column("made_at", Double, nullable=False),
    PrimaryKeyConstraint("account_id", "table_id"),
    Index("ix_invitation_table", "table_id"),
    Index("ix_invitation_sender", "from_account"),
)

# Browsers that get push notifications.
push_subscriptions = Table(
    "push_subscription",
    metadata,
    # A hash of the endpoint.
    Column("id", String(32), primary_key=True),
    # An Owner (hanabi.server.actor), and the key of this browser.
    Column("owner", String(80), nullable=False),
    Column("key", String(64), nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(100), nullable=False),
    Column("auth", String(30), nullable=False),
    Column("language", String(8), nullable=False),
    Column("turns", Boolean, nullable=False),
    Column("invitations", Boolean, nullable=False),
    Column("reviews", Boolean, nullable=False),
    # Minutes of the local day.
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    Column("timezone", String(40), nullable=False),
    # The last notification, so that only one of several processes sends it.
    Column("last_tag", String(60), nullable=False),
    Column("made_at", Double, nullable=False),
    Index("ix_push_subscription_owner", "owner"),
    Index("ix_push_subscription_key", "key"),
)

# E-mail addresses for notifications. Before an address is confirmed, it only gets the confirmation mail.
mail_addresses = Table(
    "mail_address",
    metadata,
    Column("account_id", Integer, primary_key=True),
    # A new id for each new address; links in mails contain it.
    Column("id", String(32), nullable=False, unique=True),
    Column("address", String(254), nullable=False),
    Column("confirmed_at", Double),
    Column("language", String(8), nullable=False),
    Column("turns", Boolean, nullable=False),
    Column("invitations", Boolean, nullable=False),
    Column("reviews", Boolean, nullable=False),
    Column("quiet_from", Integer),
    Column("quiet_until", Integer),
    Column("timezone", String(40), nullable=False),
    Column("last_tag", String(60), nullable=False),
    Column("made_at", Double, nullable=False),
)

# Mails per address and day, from all accounts; the empty recipient counts all mails.
mail_recipients = Table(
    "mail_recipient",
    metadata,
    # A keyed hash of the address.
    Column("recipient", String(64), primary_key=True),
    Column("day", String(10), nullable=False),
    Column("questions", Integer, nullable=False),
    Column("mails", Integer, nullable=False),
    # A recipient who answered "never" gets no confirmation mail until then.
    Column("refuses_until", Double),
)

# Hashes of the secret addresses of calendar feeds.
calendar_feeds = Table(
    "calendar_feed",
    metadata,
    Column("account_id", Integer, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),
    Column("language", String(8), nullable=False),
    Column("made_at", Double, nullable=False),
)

holders = Table(
    "holder",
    metadata,
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("key", String(64), nullable=False),
    Column("account_id", Integer),
    # Of the table.
    Column("updated_at", Double, nullable=False, server_default="0"),
    PrimaryKeyConstraint("table_id", "seat", "key"),
    Index("ix_holder_key", "key", "updated_at"),
    Index("ix_holder_account", "account_id", "updated_at"),
)

# Which owner plays which daily deal at which table; the primary key allows one table each.
daily_entries = Table(
    "daily_entry",
    metadata,
    Column("day", String(10), nullable=False),
    Column("players", Integer, nullable=False),
    # An Owner.
    Column("holder", String(80), nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("made_at", Double, nullable=False),
    PrimaryKeyConstraint("day", "players", "holder"),
)

# One row per finished game, for comparing and counting; the log stays the source of truth.
finished_games = Table(
    "finished_game",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("over_at", Double, nullable=False),
    # Equal deals have equal keys; branches have none.
    Column("deal", String(64)),
    Column("daily", String(10)),
    Column("public", Boolean, nullable=False),
    Column("players", Integer, nullable=False),
    Column("edition", String(20)),
    Column("score", Integer, nullable=False),
    Column("max_score", Integer, nullable=False),
    Column("outcome", String(10), nullable=False),
    Column("casual", Boolean, nullable=False),
    # A player at the table had played this daily deal before.
    Column("again", Boolean, nullable=False),
    # The players, and data for statistics, as JSON.
    Column("seats", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Index("ix_finished_game_deal", "deal", "score", "over_at"),
    Index("ix_finished_game_daily", "daily", "players", "score", "over_at"),
)

# Totals of public games, updated as each game is archived.
score_totals = Table(
    "score_total",
    metadata,
    # Empty for games without an edition.
    Column("edition", String(20), nullable=False),
    Column("players", Integer, nullable=False),
    Column("outcome", String(10), nullable=False),
    Column("games", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    PrimaryKeyConstraint("edition", "players", "outcome"),
)

# Totals per player, updated as each game is archived (hanabi.server.archive.totals).
player_totals = Table(
    "player_total",
    metadata,
    # An Owner.
    Column("owner", String(64), nullable=False),
    Column("kind", String(10), nullable=False),
    Column("name", String(40), nullable=False),
    Column("games", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("squares", Integer, nullable=False),
    Column("best", Integer, nullable=False),
    Column("perfect", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    PrimaryKeyConstraint("owner", "kind", "name"),
    sqlite_with_rowid=False,
)

# The progress of each retention job.
watermarks = Table(
    "watermark",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("value", Double, nullable=False),
)

studies = Table(
    "study",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double, nullable=False),
    Column("revision", Integer, nullable=False),
    # Its editors: everyone with the token, the browser that created it, and its account.
    Column("token", String(64), nullable=False),
    Column("owner", String(64)),
    Column("account_id", Integer),
    # The table of the game, and the day if it was a daily deal.
    Column("origin", String(32)),
    Column("daily", String(10)),
    Column("title", String(80), nullable=False),
    Column("record", Text, nullable=False),
    Column("lines", Text, nullable=False),
    Index("ix_study_owner", "owner"),
    Index("ix_study_account", "account_id"),
)

reviews = Table(
    "review",
    metadata,
    # "table:…" or "study:…".
    Column("subject", String(48), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("made_at", Double, nullable=False),
    Column("body", Text, nullable=False),
)

# Puzzles from games of this server; the built-in puzzles are not stored.
puzzles = Table(
    "puzzle",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("made_at", Double, nullable=False),
    # The table of the game.
    Column("origin", String(32), nullable=False),
    Column("theme", String(20), nullable=False),
    Column("body", Text, nullable=False),
)


def _strength(name: str, key: str, length: int, *more: Column[Any] | Index) -> Table:
    """A Glicko-2 rating, with the number of attempts."""
    return Table(
        name,
        metadata,
        Column(key, String(length), primary_key=True),
        Column("rating", Double, nullable=False),
        Column("deviation", Double, nullable=False),
        Column("volatility", Double, nullable=False),
        Column("tried", Integer, nullable=False),
        Column("solved", Integer, nullable=False),
        *more,
    )


puzzle_ratings = _strength("puzzle_rating", "puzzle", 12)
# `tried_at`: the last attempt of the owner.
puzzle_solvers = _strength(
    "puzzle_solver",
    "owner",
    64,
    Column("tried_at", Double, nullable=False, server_default="0"),
    Index("ix_puzzle_solver_tried", "tried_at"),
)

# First attempts at puzzles: only these count.
puzzle_attempts = Table(
    "puzzle_attempt",
    metadata,
    Column("owner", String(64), nullable=False),
    Column("puzzle", String(12), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    PrimaryKeyConstraint("owner", "puzzle"),
    sqlite_with_rowid=False,
)

stored_secrets = Table(
    "secret",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", String(64), nullable=False),
)

# Bans and mutes of an address, a range of addresses or an account.
sanctions = Table(
    "sanction",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("address", String(50)),
    Column("account_id", Integer),
    Column("reason", String(200), nullable=False),
    Column("made_at", Double, nullable=False),
    Column("expires_at", Double),
)

reports = Table(
    "report",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("made_at", Double, nullable=False),
    Column("table_id", String(32), nullable=False),
    Column("seat", Integer),
    Column("event", Integer),
    Column("reason", String(20), nullable=False),
    Column("text", String(500), nullable=False),
    # The reported name or message, as it was then.
    Column("quoted", String(400), nullable=False),
    Column("reporter", String(64)),
    Column("reporter_account", Integer),
    Column("resolved_at", Double),
    Column("resolution", String(200)),
    Index("ix_report_open", "resolved_at", "id"),
)

# Notices to all processes: each reads the rows it has not seen yet.
notices = Table(
    "notice",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("subject", String(80), nullable=False),
)

# The log of `hanabi admin`.
audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("who", String(80), nullable=False),
    Column("what", String(40), nullable=False),
    Column("subject", String(80), nullable=False),
    Column("why", String(200), nullable=False),
)
