"""Studies: games with variations and comments. Anybody with the link can read one; its token allows changes."""

import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field
from sqlalchemy import Connection, insert, select, update

from hanabi.records import Record, loads
from hanabi.server.actor import Actor
from hanabi.server.archive.positions import PositionExplorer
from hanabi.server.database import Store
from hanabi.server.database.schema import studies
from hanabi.server.refusals import Refused
from hanabi.server.tables import ActionText, clean_line

MAX_LINES = 64
MAX_ACTIONS = 1000
Comment = Annotated[str, Meta(max_length=500)]
ActionNumber = Annotated[str, Meta(pattern="^[0-9]{1,3}$")]
StudyTitle = Annotated[str, Meta(max_length=80)]


class Variation(Struct, frozen=True, forbid_unknown_fields=True):
    """`actions` that follow the first `after` actions of line `parent`. Line 0 is the game itself and has none.

    `comments` go by the number of actions so far: "0" is the deal.
    """

    parent: Annotated[int, Meta(ge=0, lt=MAX_LINES)] = 0
    after: Annotated[int, Meta(ge=0, le=999)] = 0
    actions: Annotated[list[ActionText], Meta(max_length=200)] = field(default_factory=list)
    comments: Annotated[dict[ActionNumber, Comment], Meta(max_length=200)] = field(default_factory=dict)


Lines = Annotated[list[Variation], Meta(max_length=MAX_LINES)]
_lines = msgspec.json.Decoder(list[Variation])


@lru_cache(maxsize=16)
def _cached_record(text: str) -> Record:
    """Cached so that a crowd that follows one link has the record checked only once."""
    return loads(text)


@dataclass(frozen=True)
class Study:
    id: str
    title: str
    record: Record
    lines: list[Variation]
    revision: int
    updated_at: float
    origin: str | None
    daily: str | None
    token: str
    owner: str | None
    account: int | None

    def is_open_to(self, actor: Actor, token_hash: str | None = None) -> bool:
        """Whether this actor may change it."""
        if token_hash is not None and secrets.compare_digest(token_hash, self.token):
            return True
        by_key = actor.key is not None and actor.key in (self.owner, self.token)
        return by_key or (actor.account is not None and actor.account == self.account)

    def game(self, line: int) -> Record:
        """One of its lines as a record of its own."""
        if not 0 <= line < len(self.lines):
            raise Refused("no_such_line", lines=len(self.lines))
        if line == 0:
            return self.record
        extra = {name: value for name, value in self.record.extra.items() if name in ("table", "bots")}
        return replace(self.record, actions=path(self.record, self.lines, line), extra=extra)


def path(record: Record, lines: Sequence[Variation], line: int) -> tuple[str, ...]:
    """All actions of a line, starting from the deal."""
    if line == 0:
        return record.actions
    own = lines[line]
    return (*path(record, lines, own.parent)[: own.after], *own.actions)


def checked_lines(record: Record, lines: Sequence[Variation]) -> list[Variation]:
    """The lines, cleaned up, if they are a tree of legal games; Refused otherwise."""
    cleaned = [_cleaned(line) for line in lines] or [Variation()]
    if cleaned[0].actions or cleaned[0].after or cleaned[0].parent:
        raise Refused("bad_line", line=0, detail="line 0 is the game itself and has no actions of its own")
    if sum(len(line.actions) for line in cleaned) > MAX_ACTIONS:
        raise Refused("study_full", most=MAX_ACTIONS)
    children: dict[int, list[int]] = {}
    for number, line in enumerate(cleaned[1:], start=1):
        if line.parent >= number:
            raise Refused("bad_line", line=number, detail="a line must come after its parent")
        children.setdefault(line.parent, []).append(number)
    pending = [(0, PositionExplorer(record, ()))]
    reached = 0
    while pending:
        number, explorer = pending.pop()
        reached += 1
        game = record if number == 0 else None
        pending += _explore_line(number, explorer, game, cleaned, children.get(number, []))
    if reached != len(cleaned):
        raise Refused("bad_line", detail="a line leaves its parent where the parent does not lead")
    return cleaned


def _explore_line(
    number: int, explorer: PositionExplorer, game: Record | None, lines: list[Variation], children: list[int]
) -> Iterator[tuple[int, PositionExplorer]]:
    """Follow a line; yields the lines that branch off it, with their positions."""
    actions = lines[number].actions if game is None else game.actions
    start = len(explorer.game.action_texts)
    for place in range(len(actions) + 1):
        yield from ((child, explorer.fork()) for child in children if lines[child].after == start + place)
        if place < len(actions):
            try:
                explorer.follow(start + place, actions[place])
            except Refused as refused:
                raise Refused(refused.code, line=number, **refused.values) from refused
    beyond = [count for count in lines[number].comments if int(count) > start + len(actions)]
    if beyond:
        raise Refused("bad_line", line=number, detail=f"there is no action {beyond[0]} to comment on")


def _cleaned(line: Variation) -> Variation:
    comments = {str(int(count)): clean_comment(text) for count, text in line.comments.items()}
    return msgspec.structs.replace(line, comments={count: text for count, text in comments.items() if text})


def clean_comment(text: str) -> str:
    """Lines of text, safe to show to others."""
    return "\n".join(clean_line(part) for part in text.splitlines()).strip()


class StudyStore:
    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(
        self,
        record: Record,
        title: str,
        lines: bytes,
        actor: Actor,
        token_hash: str,
        *,
        origin: str | None = None,
        daily: str | None = None,
    ) -> str:
        """Save a new study with its checked lines, as JSON; returns its id."""
        now = time.time()
        row = {
            "id": secrets.token_urlsafe(9),
            "created_at": now,
            "updated_at": now,
            "revision": 0,
            "token": token_hash,
            "owner": actor.key if actor.account is None else None,
            "account_id": actor.account,
            "origin": origin,
            "daily": daily,
            "title": clean_line(title),
            "record": record.dumps(),
            "lines": lines.decode(),
        }
        await self._store.write(lambda connection: connection.execute(insert(studies).values(**row)))
        return str(row["id"])

    async def read(self, study: str) -> Study:
        def find(connection: Connection) -> Study | None:
            row = connection.execute(select(studies).where(studies.c.id == study)).first()
            if row is None:
                return None
            return Study(
                id=row.id,
                title=row.title,
                record=_cached_record(row.record),
                lines=_lines.decode(row.lines),
                revision=row.revision,
                updated_at=row.updated_at,
                origin=row.origin,
                daily=row.daily,
                token=row.token,
                owner=row.owner,
                account=row.account_id,
            )

        result = await self._store.query(find)
        if result is None:
            raise Refused("no_such_study")
        return result

    async def update(self, study: Study, revision: int, title: str, lines: bytes) -> int:
        """Save a change to `revision`; refused as stale if another change came first. Returns the new revision."""
        values = {
            "updated_at": time.time(),
            "revision": revision + 1,
            "title": clean_line(title),
            "lines": lines.decode(),
        }
        statement = update(studies).where(studies.c.id == study.id, studies.c.revision == revision).values(**values)
        if not await self._store.write(lambda connection: connection.execute(statement).rowcount):
            raise Refused("stale_study")
        return revision + 1
