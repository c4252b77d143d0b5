"""The schema of the database. Changing it needs a migration (migrations/versions).

Every column of a table with an owner says in its `info` what becomes of it: `people/account_data.py` exports and erases
the rows of an account by that, and `people/retention.py` deletes old ones.
"""

from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData()

# The id of an account. When the account is erased, the row is deleted, or stays without the id.
ACCOUNT_ROW, ACCOUNT_LINK = {"owner": "account", "erase": "row"}, {"owner": "account", "erase": "value"}
# An Owner (hanabi.server.actor); the row is deleted with the account.
OWNER_ROW = {"owner": "owner", "erase": "row"}
# Cleared together with the ACCOUNT_LINK of its row.
LINKED = {"erase": "value"}
# Not in the export: keys, hashes, counters, and what the exported games tell.
NOT_EXPORTED: dict[str, Any] = {"export": None}
# Exported as NotificationPreferences.
PREFERENCE = {"export": "preferences"}
# The row is deleted with its table, or outlives it.
WITH_TABLE, OUTLIVES_TABLE = {"with_table": True}, {"with_table": False}


def exported(name: str) -> dict[str, Any]:
    """The name of this column in an account's export."""
    return {"export": name}


def kept(policy: str) -> dict[str, Any]:
    """The row is deleted when this time is older than this field of the RetentionPolicy."""
    return {"kept": policy}


tables = sa.Table(
    "game_table",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("created_at", sa.Double, nullable=False),
    sa.Column("updated_at", sa.Double, nullable=False),
    sa.Column("phase", sa.String(10), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    # Whether bots or a clock need a process that drives them.
    sa.Column("driven", sa.Boolean, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("edition", sa.String(20)),
    sa.Column("score", sa.Integer),
    sa.Column("outcome", sa.String(10)),
    sa.Column("summary", sa.Text, nullable=False),
    # When a client was last connected or something last happened.
    sa.Column("seen_at", sa.Double, nullable=False, server_default="0"),
    # A keyed hash of the address from which it was opened, for the lobby's limit.
    sa.Column("opened_from", sa.String(16)),
    # Whether a finished game has been counted.
    sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Index("ix_game_table_lobby", "phase", "public", "updated_at"),
    sa.Index("ix_game_table_seen", "phase", "public", "seen_at"),
    sa.Index("ix_game_table_edition", "phase", "public", "edition", "updated_at"),
    sa.Index("ix_game_table_archived", "phase", "archived", "id"),
)

# Server processes. Others take over the tables of a process that has not been seen for a while.
server_processes = sa.Table(
    "server_process",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("started_at", sa.Double, nullable=False),
    sa.Column("seen_at", sa.Double, nullable=False),
)

# Tables where a bot or a clock is due at `due_at`, and the process that drives them, if any.
driven_tables = sa.Table(
    "driven_table",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True, info=WITH_TABLE),
    sa.Column("process", sa.String(16)),
    sa.Column("due_at", sa.Double, nullable=False),
    sa.Index("ix_driven_table_process", "process", "due_at"),
)

events = sa.Table(
    "event",
    metadata,
    sa.Column("table_id", sa.String(32), nullable=False, info=WITH_TABLE),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("command", sa.String(80)),
    sa.PrimaryKeyConstraint("table_id", "n"),
    sa.UniqueConstraint("table_id", "command"),
    sqlite_with_rowid=False,
)

accounts = sa.Table(
    "account",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String(24), nullable=False, info=exported("name")),
    # The name for comparisons, without case and width.
    sa.Column("folded", sa.String(80), nullable=False, unique=True, info=NOT_EXPORTED),
    sa.Column("password", sa.String(200), nullable=False, info=NOT_EXPORTED),
    sa.Column("created_at", sa.Double, nullable=False, info=exported("made_at")),
)

visitors = sa.Table(
    "visitor",
    metadata,
    sa.Column("key", sa.String(64), primary_key=True, info=NOT_EXPORTED),
    sa.Column(
        "account_id", sa.Integer, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False, info=ACCOUNT_ROW
    ),
    sa.Column("made_at", sa.Double, nullable=False, server_default="0", info=exported("made_at")),
    sa.Column("seen_at", sa.Double, nullable=False, server_default="0", info=exported("seen_at")),
    # The common names of the browser and its operating system.
    sa.Column("device", sa.String(80), nullable=False, server_default="", info=exported("device")),
    sa.Index("ix_visitor_account", "account_id"),
)

# Hashes of one-time codes with which the owner of an account can choose a new password.
recovery_codes = sa.Table(
    "recovery_code",
    metadata,
    sa.Column(
        "account_id", sa.Integer, sa.ForeignKey("account.id", ondelete="CASCADE"), nullable=False, info=ACCOUNT_ROW
    ),
    sa.Column("code", sa.String(64), nullable=False, info=NOT_EXPORTED),
    sa.Column("made_at", sa.Double, nullable=False, info=NOT_EXPORTED),
    sa.PrimaryKeyConstraint("account_id"),
)

# Invitations of accounts to tables.
invitations = sa.Table(
    "invitation",
    metadata,
    sa.Column("account_id", sa.Integer, nullable=False, info=ACCOUNT_ROW),
    sa.Column("table_id", sa.String(32), nullable=False, info=exported("table") | WITH_TABLE),
    sa.Column("from_account", sa.Integer, nullable=False, info=ACCOUNT_ROW),
    # The name of the inviting seat.
    sa.Column("sender", sa.String(40), nullable=False, info=exported("from")),
    sa.Column("made_at", sa.Double, nullable=False, info=exported("at")),
    sa.PrimaryKeyConstraint("account_id", "table_id"),
    sa.Index("ix_invitation_table", "table_id"),
    sa.Index("ix_invitation_sender", "from_account"),
)

# Friends of an account, and those it does not want to meet. A person is named by a seat where both have played.
relations = sa.Table(
    "relation",
    metadata,
    sa.Column("account_id", sa.Integer, nullable=False, info=ACCOUNT_ROW),
    sa.Column("other_account", sa.Integer, nullable=False, info=ACCOUNT_ROW),
    # "friend" or "blocked".
    sa.Column("kind", sa.String(8), nullable=False, info=exported("kind")),
    sa.Column("name", sa.String(40), nullable=False, info=exported("name")),
    sa.Column("table_id", sa.String(32), nullable=False, info=exported("table") | OUTLIVES_TABLE),
    sa.Column("seat", sa.Integer, nullable=False, info=exported("seat")),
    sa.Column("made_at", sa.Double, nullable=False, info=exported("at")),
    sa.PrimaryKeyConstraint("account_id", "other_account"),
    sa.Index("ix_relation_other", "other_account"),
)

# People who look for others to play with, each with one wish (hanabi.server.people.matchmaker).
seekers = sa.Table(
    "seeker",
    metadata,
    sa.Column("owner", sa.String(80), primary_key=True, info=OWNER_ROW),
    sa.Column("key", sa.String(64), nullable=False, info=NOT_EXPORTED),
    sa.Column("account_id", sa.Integer, info=ACCOUNT_ROW),
    sa.Column("name", sa.String(24), nullable=False, info=exported("name")),
    # 0: any number.
    sa.Column("players", sa.Integer, nullable=False, info=exported("players")),
    sa.Column("pace", sa.String(8), nullable=False, info=exported("pace")),
    sa.Column("language", sa.String(8), nullable=False, info=exported("language")),
    sa.Column("level", sa.Double, nullable=False, info=NOT_EXPORTED),
    sa.Column("since", sa.Double, nullable=False, info=exported("since")),
    sa.Column("seen_at", sa.Double, nullable=False, info=NOT_EXPORTED),
    # From when on bots may take empty seats, if ever.
    sa.Column("bots_at", sa.Double, info=NOT_EXPORTED),
    # The table of the group, once there is one.
    sa.Column("table_id", sa.String(32), info=exported("table") | OUTLIVES_TABLE),
    sa.Column("seat", sa.Integer, info=NOT_EXPORTED),
    sa.Column("seats", sa.Integer, info=NOT_EXPORTED),
    sa.Index("ix_seeker_table", "table_id"),
)


def _preferences() -> list[sa.Column[Any]]:
    return [
        sa.Column("language", sa.String(8), nullable=False, info=PREFERENCE),
        sa.Column("turns", sa.Boolean, nullable=False, info=PREFERENCE),
        sa.Column("invitations", sa.Boolean, nullable=False, info=PREFERENCE),
        sa.Column("reviews", sa.Boolean, nullable=False, info=PREFERENCE),
        # Minutes of the local day.
        sa.Column("quiet_from", sa.Integer, info=PREFERENCE),
        sa.Column("quiet_until", sa.Integer, info=PREFERENCE),
        sa.Column("timezone", sa.String(40), nullable=False, info=PREFERENCE),
    ]


# Browsers that get push notifications.
push_subscriptions = sa.Table(
    "push_subscription",
    metadata,
    # A hash of the endpoint.
    sa.Column("id", sa.String(32), primary_key=True, info=NOT_EXPORTED),
    # An Owner (hanabi.server.actor), and the key of this browser.
    sa.Column("owner", sa.String(80), nullable=False, info=OWNER_ROW),
    sa.Column("key", sa.String(64), nullable=False, info=NOT_EXPORTED),
    sa.Column("endpoint", sa.Text, nullable=False, info=exported("endpoint")),
    sa.Column("p256dh", sa.String(100), nullable=False, info=NOT_EXPORTED),
    sa.Column("auth", sa.String(30), nullable=False, info=NOT_EXPORTED),
    *_preferences(),
    # The last notification, so that only one of several processes sends it.
    sa.Column("last_tag", sa.String(60), nullable=False, info=NOT_EXPORTED),
    sa.Column("made_at", sa.Double, nullable=False, info=exported("made_at")),
    sa.Index("ix_push_subscription_owner", "owner"),
    sa.Index("ix_push_subscription_key", "key"),
)

# E-mail addresses for notifications. Before an address is confirmed, it only gets the confirmation mail.
mail_addresses = sa.Table(
    "mail_address",
    metadata,
    sa.Column("account_id", sa.Integer, primary_key=True, info=ACCOUNT_ROW),
    # A new id for each new address; links in mails contain it.
    sa.Column("id", sa.String(32), nullable=False, unique=True, info=NOT_EXPORTED),
    sa.Column("address", sa.String(254), nullable=False, info=exported("address")),
    sa.Column("confirmed_at", sa.Double, info=exported("confirmed_at")),
    *_preferences(),
    sa.Column("last_tag", sa.String(60), nullable=False, info=NOT_EXPORTED),
    sa.Column("made_at", sa.Double, nullable=False, info=exported("made_at")),
)

# Mails per address and day, from all accounts; the empty recipient counts all mails.
mail_recipients = sa.Table(
    "mail_recipient",
    metadata,
    # A keyed hash of the address.
    sa.Column("recipient", sa.String(64), primary_key=True),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("questions", sa.Integer, nullable=False),
    sa.Column("mails", sa.Integer, nullable=False),
    # A recipient who answered "never" gets no confirmation mail until then.
    sa.Column("refuses_until", sa.Double),
)

# Hashes of the secret addresses of calendar feeds.
calendar_feeds = sa.Table(
    "calendar_feed",
    metadata,
    sa.Column("account_id", sa.Integer, primary_key=True, info=ACCOUNT_ROW),
    sa.Column("token", sa.String(64), nullable=False, unique=True, info=NOT_EXPORTED),
    sa.Column("language", sa.String(8), nullable=False, info=NOT_EXPORTED),
    sa.Column("made_at", sa.Double, nullable=False, info=exported("made_at")),
)

holders = sa.Table(
    "holder",
    metadata,
    sa.Column("table_id", sa.String(32), nullable=False, info=NOT_EXPORTED | WITH_TABLE),
    sa.Column("seat", sa.Integer, nullable=False, info=NOT_EXPORTED),
    sa.Column("key", sa.String(64), nullable=False, info=OWNER_ROW),
    sa.Column("account_id", sa.Integer, info=ACCOUNT_LINK),
    # Of the table.
    sa.Column("updated_at", sa.Double, nullable=False, server_default="0", info=NOT_EXPORTED),
    sa.PrimaryKeyConstraint("table_id", "seat", "key"),
    sa.Index("ix_holder_key", "key", "updated_at"),
    sa.Index("ix_holder_account", "account_id", "updated_at"),
)

# Which owner plays which daily deal at which table; the primary key allows one table each.
daily_entries = sa.Table(
    "daily_entry",
    metadata,
    sa.Column("day", sa.String(10), nullable=False, info=NOT_EXPORTED),
    sa.Column("players", sa.Integer, nullable=False, info=NOT_EXPORTED),
    # An Owner.
    sa.Column("holder", sa.String(80), nullable=False, info=OWNER_ROW),
    sa.Column("table_id", sa.String(32), nullable=False, info=NOT_EXPORTED | OUTLIVES_TABLE),
    sa.Column("made_at", sa.Double, nullable=False, info=NOT_EXPORTED),
    sa.PrimaryKeyConstraint("day", "players", "holder"),
)

# One row per finished game, for comparing and counting; the log stays the source of truth.
finished_games = sa.Table(
    "finished_game",
    metadata,
    sa.Column("table_id", sa.String(32), primary_key=True, info=WITH_TABLE),
    sa.Column("over_at", sa.Double, nullable=False),
    # Equal deals have equal keys; branches have none.
    sa.Column("deal", sa.String(64)),
    # A DealKind; null for games archived before there was this column.
    sa.Column("deal_kind", sa.String(10)),
    sa.Column("daily", sa.String(10)),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("edition", sa.String(20)),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("max_score", sa.Integer, nullable=False),
    sa.Column("outcome", sa.String(10), nullable=False),
    sa.Column("casual", sa.Boolean, nullable=False),
    # A player at the table had played this daily deal before.
    sa.Column("again", sa.Boolean, nullable=False),
    # The players, and data for statistics, as JSON.
    sa.Column("seats", sa.Text, nullable=False),
    sa.Column("facts", sa.Text, nullable=False),
    # Whether the result has changed its players' ratings; null if it does not count for them.
    sa.Column("rated", sa.Boolean),
    sa.Index("ix_finished_game_deal", "deal", "score", "over_at"),
    sa.Index("ix_finished_game_daily", "daily", "players", "score", "over_at"),
    sa.Index("ix_finished_game_rated", "rated", "over_at"),
)

# The rating of each player and reference bot at the end of each day with a result (hanabi.server.archive.ratings).
player_ratings = sa.Table(
    "player_rating",
    metadata,
    # An Owner, or "bot:" and its name.
    sa.Column("owner", sa.String(64), nullable=False, info=OWNER_ROW),
    sa.Column("players", sa.Integer, nullable=False, info=exported("players")),
    sa.Column("day", sa.String(10), nullable=False, info=exported("day")),
    sa.Column("mu", sa.Double, nullable=False, info=exported("rating")),
    sa.Column("sigma", sa.Double, nullable=False, info=exported("deviation")),
    # Deals so far.
    sa.Column("deals", sa.Integer, nullable=False, info=exported("deals")),
    sa.PrimaryKeyConstraint("owner", "players", "day"),
    sqlite_with_rowid=False,
)

# What an account shows about itself, and the secret of the link that makes others its friends.
profiles = sa.Table(
    "profile",
    metadata,
    sa.Column("account_id", sa.Integer, primary_key=True, info=ACCOUNT_ROW),
    sa.Column("id", sa.String(16), nullable=False, unique=True, info=exported("profile")),
    sa.Column("name", sa.String(24), nullable=False, info=exported("name")),
    sa.Column("public", sa.Boolean, nullable=False, info=exported("public")),
    sa.Column("invite", sa.String(32), nullable=False, info=NOT_EXPORTED),
    sa.Column("made_at", sa.Double, nullable=False, info=exported("made_at")),
)

# A player's own words for finished games.
game_tags = sa.Table(
    "game_tag",
    metadata,
    # An Owner.
    sa.Column("owner", sa.String(64), nullable=False, info=OWNER_ROW),
    sa.Column("table_id", sa.String(32), nullable=False, info=exported("table") | WITH_TABLE),
    sa.Column("tag", sa.String(24), nullable=False, info=exported("tag")),
    sa.PrimaryKeyConstraint("owner", "table_id", "tag"),
    sa.Index("ix_game_tag_table", "table_id"),
    sqlite_with_rowid=False,
)

# Totals of public games, updated as each game is archived.
score_totals = sa.Table(
    "score_total",
    metadata,
    # Empty for games without an edition.
    sa.Column("edition", sa.String(20), nullable=False),
    sa.Column("players", sa.Integer, nullable=False),
    sa.Column("outcome", sa.String(10), nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
    sa.PrimaryKeyConstraint("edition", "players", "outcome"),
)

# Totals per player, updated as each game is archived (hanabi.server.archive.totals).
player_totals = sa.Table(
    "player_total",
    metadata,
    # An Owner.
    sa.Column("owner", sa.String(64), nullable=False, info=OWNER_ROW),
    sa.Column("kind", sa.String(10), nullable=False, info=NOT_EXPORTED),
    sa.Column("name", sa.String(40), nullable=False, info=NOT_EXPORTED),
    sa.Column("games", sa.Integer, nullable=False, info=NOT_EXPORTED),
    sa.Column("score", sa.Integer, nullable=False, info=NOT_EXPORTED),
    sa.Column("squares", sa.Integer, nullable=False, info=NOT_EXPORTED),
    sa.Column("best", sa.Integer, nullable=False, info=NOT_EXPORTED),
    sa.Column("perfect", sa.Integer, nullable=False, info=NOT_EXPORTED),
    sa.Column("lost", sa.Integer, nullable=False, info=NOT_EXPORTED),
    sa.PrimaryKeyConstraint("owner", "kind", "name"),
    sqlite_with_rowid=False,
)

# Events of teams, called contests here because a table's log has events. All deals come from one secret.
contests = sa.Table(
    "contest",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True, info=exported("event")),
    # Its organizer.
    sa.Column("account_id", sa.Integer, info=ACCOUNT_LINK),
    sa.Column("made_at", sa.Double, nullable=False, info=exported("made_at")),
    sa.Column("title", sa.String(60), nullable=False, info=exported("title")),
    sa.Column("text", sa.Text, nullable=False, info=exported("text")),
    sa.Column("format", sa.String(12), nullable=False, info=NOT_EXPORTED),
    # The Options of its tables, as JSON.
    sa.Column("options", sa.Text, nullable=False, info=NOT_EXPORTED),
    sa.Column("deals", sa.Integer, nullable=False, info=exported("deals")),
    # Who may enter, the club that holds it, and the season of a ladder with the event of the next one.
    sa.Column("entry", sa.String(10), nullable=False, server_default="anyone", info=NOT_EXPORTED),
    sa.Column("club_id", sa.String(32), info=exported("club")),
    sa.Column("season", sa.Integer, nullable=False, server_default="1", info=NOT_EXPORTED),
    sa.Column("next_id", sa.String(32), info=NOT_EXPORTED),
    sa.Column("listed", sa.Boolean, nullable=False, info=NOT_EXPORTED),
    sa.Column("bots", sa.Boolean, nullable=False, info=NOT_EXPORTED),
    # Whether the server makes the teams, and whether it has done so.
    sa.Column("drawn", sa.Boolean, nullable=False, info=NOT_EXPORTED),
    sa.Column("teams_drawn", sa.Boolean, nullable=False, info=NOT_EXPORTED),
    sa.Column("secret", sa.String(64), nullable=False, info=NOT_EXPORTED),
    sa.Column("starts_at", sa.Double, nullable=False, info=exported("starts_at")),
    sa.Column("ends_at", sa.Double, nullable=False, info=exported("ends_at")),
    # How many there are; each new team or result takes the next number while it locks this row.
    sa.Column("teams", sa.Integer, nullable=False, info=NOT_EXPORTED),
    sa.Column("results", sa.Integer, nullable=False, info=NOT_EXPORTED),
    sa.Index("ix_contest_ends", "listed", "ends_at"),
    sa.Index("ix_contest_account", "account_id"),
    sa.Index("ix_contest_club", "club_id", "ends_at"),
)


def _of_contest() -> sa.Column[str]:
    return sa.Column("contest_id", sa.String(32), nullable=False, info=exported("event"))


contest_teams = sa.Table(
    "contest_team",
    metadata,
    _of_contest(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("name", sa.String(40), nullable=False),
    # With it, others join the team.
    sa.Column("code", sa.String(16), nullable=False),
    sa.PrimaryKeyConstraint("contest_id", "number"),
)

# One row per person and event.
contest_entries = sa.Table(
    "contest_entry",
    metadata,
    _of_contest(),
    # An Owner, its browser and its account.
    sa.Column("owner", sa.String(80), nullable=False, info=OWNER_ROW),
    sa.Column("key", sa.String(64), nullable=False, info=NOT_EXPORTED),
    sa.Column("account_id", sa.Integer, info=NOT_EXPORTED),
    sa.Column("name", sa.String(24), nullable=False, info=exported("name")),
    # Null until the server has drawn the teams.
    sa.Column("team", sa.Integer, info=exported("team")),
    sa.Column("made_at", sa.Double, nullable=False, info=exported("made_at")),
    sa.PrimaryKeyConstraint("contest_id", "owner"),
    sa.Index("ix_contest_entry_team", "contest_id", "team"),
    sa.Index("ix_contest_entry_owner", "owner"),
)

# One row per team and deal, from the moment its table opens; `number` counts the results of the event.
contest_games = sa.Table(
    "contest_game",
    metadata,
    _of_contest(),
    sa.Column("team", sa.Integer, nullable=False),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("table_id", sa.String(32), nullable=False, unique=True, info=OUTLIVES_TABLE),
    sa.Column("number", sa.Integer),
    sa.Column("score", sa.Integer),
    sa.Column("turns", sa.Integer),
    sa.PrimaryKeyConstraint("contest_id", "team", "deal"),
    sa.Index("ix_contest_game_number", "contest_id", "number"),
    sa.Index("ix_contest_game_deal", "contest_id", "deal"),
)

# Groups of accounts with a page, standings and events of their own. Who has the code can join.
clubs = sa.Table(
    "club",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("made_at", sa.Double, nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    # How its members play, as text.
    sa.Column("conventions", sa.Text, nullable=False),
    sa.Column("code", sa.String(16), nullable=False),
    # How many have ever joined: the number of the latest member.
    sa.Column("joined", sa.Integer, nullable=False),
)

club_members = sa.Table(
    "club_member",
    metadata,
    sa.Column("club_id", sa.String(32), nullable=False, info=exported("club")),
    sa.Column("account_id", sa.Integer, nullable=False, info=ACCOUNT_ROW),
    sa.Column("number", sa.Integer, nullable=False, info=NOT_EXPORTED),
    sa.Column("name", sa.String(24), nullable=False, info=exported("name")),
    # "owner", "organizer" or "member".
    sa.Column("role", sa.String(10), nullable=False, info=exported("role")),
    sa.Column("joined_at", sa.Double, nullable=False, info=exported("at")),
    sa.PrimaryKeyConstraint("club_id", "account_id"),
    sa.Index("ix_club_member_account", "account_id"),
)

# The progress of each retention job.
watermarks = sa.Table(
    "watermark",
    metadata,
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("value", sa.Double, nullable=False),
)

studies = sa.Table(
    "study",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True, info=exported("study")),
    sa.Column("created_at", sa.Double, nullable=False, info=exported("made_at")),
    sa.Column("updated_at", sa.Double, nullable=False, info=exported("updated_at") | kept("studies")),
    sa.Column("revision", sa.Integer, nullable=False, info=NOT_EXPORTED),
    # Its editors: everyone with the token, the browser that created it, and its account.
    sa.Column("token", sa.String(64), nullable=False, info=NOT_EXPORTED),
    sa.Column("owner", sa.String(64), info=LINKED),
    sa.Column("account_id", sa.Integer, info=ACCOUNT_ROW),
    # The table of the game, and the day if it was a daily deal.
    sa.Column("origin", sa.String(32), info=NOT_EXPORTED),
    sa.Column("daily", sa.String(10), info=NOT_EXPORTED),
    sa.Column("title", sa.String(80), nullable=False, info=exported("title")),
    sa.Column("record", sa.Text, nullable=False, info=exported("record")),
    sa.Column("lines", sa.Text, nullable=False, info=exported("lines")),
    sa.Index("ix_study_owner", "owner"),
    sa.Index("ix_study_account", "account_id"),
)

reviews = sa.Table(
    "review",
    metadata,
    # "table:…" or "study:…".
    sa.Column("subject", sa.String(48), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("made_at", sa.Double, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

# Puzzles from games of this server; the built-in puzzles are not stored.
puzzles = sa.Table(
    "puzzle",
    metadata,
    sa.Column("id", sa.String(12), primary_key=True),
    sa.Column("made_at", sa.Double, nullable=False),
    # The table of the game.
    sa.Column("origin", sa.String(32), nullable=False),
    sa.Column("theme", sa.String(20), nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


def _strength(name: str, key: sa.Column[str], *more: sa.Column[Any] | sa.Index) -> sa.Table:
    """A Glicko-2 rating, with the number of attempts."""
    return sa.Table(
        name,
        metadata,
        key,
        sa.Column("rating", sa.Double, nullable=False, info=exported("rating")),
        sa.Column("deviation", sa.Double, nullable=False, info=exported("deviation")),
        sa.Column("volatility", sa.Double, nullable=False, info=NOT_EXPORTED),
        sa.Column("tried", sa.Integer, nullable=False, info=NOT_EXPORTED),
        sa.Column("solved", sa.Integer, nullable=False, info=NOT_EXPORTED),
        *more,
    )


puzzle_ratings = _strength("puzzle_rating", sa.Column("puzzle", sa.String(12), primary_key=True))
# `tried_at`: the last attempt of the owner.
puzzle_solvers = _strength(
    "puzzle_solver",
    sa.Column("owner", sa.String(64), primary_key=True, info=OWNER_ROW),
    sa.Column("tried_at", sa.Double, nullable=False, server_default="0", info=NOT_EXPORTED),
    sa.Index("ix_puzzle_solver_tried", "tried_at"),
)

# First attempts at puzzles: only these count.
puzzle_attempts = sa.Table(
    "puzzle_attempt",
    metadata,
    sa.Column("owner", sa.String(64), nullable=False, info=OWNER_ROW),
    sa.Column("puzzle", sa.String(12), nullable=False, info=exported("puzzle")),
    sa.Column("solved", sa.Boolean, nullable=False, info=exported("solved")),
    sa.Column("at", sa.Double, nullable=False, info=exported("at")),
    sa.PrimaryKeyConstraint("owner", "puzzle"),
    sqlite_with_rowid=False,
)

stored_secrets = sa.Table(
    "secret",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.String(64), nullable=False),
)

# Bans and mutes of an address, a range of addresses or an account.
sanctions = sa.Table(
    "sanction",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, info=NOT_EXPORTED),
    sa.Column("kind", sa.String(8), nullable=False, info=exported("kind")),
    sa.Column("address", sa.String(50), info=NOT_EXPORTED),
    sa.Column("account_id", sa.Integer, info=ACCOUNT_ROW),
    sa.Column("reason", sa.String(200), nullable=False, info=exported("reason")),
    sa.Column("made_at", sa.Double, nullable=False, info=NOT_EXPORTED),
    sa.Column("expires_at", sa.Double, info=exported("until")),
)

reports = sa.Table(
    "report",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, info=NOT_EXPORTED),
    sa.Column("made_at", sa.Double, nullable=False, info=exported("at") | kept("chat")),
    sa.Column("table_id", sa.String(32), nullable=False, info=exported("table") | OUTLIVES_TABLE),
    sa.Column("seat", sa.Integer, info=NOT_EXPORTED),
    sa.Column("event", sa.Integer, info=NOT_EXPORTED),
    sa.Column("reason", sa.String(20), nullable=False, info=exported("reason")),
    sa.Column("text", sa.String(500), nullable=False, info=exported("text")),
    # The reported name or message, as it was then.
    sa.Column("quoted", sa.String(400), nullable=False, info=NOT_EXPORTED),
    sa.Column("reporter", sa.String(64), info=LINKED),
    sa.Column("reporter_account", sa.Integer, info=ACCOUNT_LINK),
    sa.Column("resolved_at", sa.Double, info=NOT_EXPORTED),
    sa.Column("resolution", sa.String(200), info=NOT_EXPORTED),
    sa.Index("ix_report_open", "resolved_at", "id"),
)

# Notices to all processes: each reads the rows it has not seen yet.
notices = sa.Table(
    "notice",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("kind", sa.String(20), nullable=False),
    sa.Column("subject", sa.String(80), nullable=False),
)

# The log of `hanabi admin`.
audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("who", sa.String(80), nullable=False),
    sa.Column("what", sa.String(40), nullable=False),
    sa.Column("subject", sa.String(80), nullable=False),
    sa.Column("why", sa.String(200), nullable=False),
)
