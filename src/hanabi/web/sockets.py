"""The socket of one client: commands in, answers and states out. Raw ASGI, for it is the server's busiest place."""

import asyncio
import contextlib
import logging
import time
from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from hanabi.tables import commands
from hanabi.tables.clients import Client
from hanabi.tables.deciding import Actor, Refused
from hanabi.tables.room import Room
from hanabi.tables.store import StoreError
from hanabi.web.context import Context, plain_values
from hanabi.web.identity import may_change
from hanabi.web.limiting import Bucket

logger = logging.getLogger("hanabi.sockets")
_decoder = msgspec.json.Decoder(commands.AnyCommand)
_encoder = msgspec.json.Encoder()
# Whoever floods is read this much more slowly.
PAUSE = 0.2
NOT_JSON = (msgspec.DecodeError, RecursionError, UnicodeError)


class Sockets:
    """`/ws/{table}`."""

    def __init__(self, context: Context) -> None:
        self.context = context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        connection = HTTPConnection(scope)
        address = connection.client.host if connection.client else ""
        context = self.context
        if not may_change(connection, context.settings.origins):
            return await _refuse(send, 4003, "foreign_origin", address)
        if not context.connections.enter(address):
            return await _refuse(send, 4008, "too_many", address)
        try:
            await self._serve(connection, receive, send, address)
        finally:
            context.connections.leave(address)

    async def _serve(self, connection: HTTPConnection, receive: Receive, send: Send, address: str) -> None:
        try:
            room = await self.context.hall.room(connection.path_params["table"])
        except Refused as refused:
            return await _refuse(send, 4004, refused.code, address)
        except StoreError:
            return await _refuse(send, 1013, "busy", address)
        actor = await self.context.actor(connection)
        client = _client(actor, _since(connection.scope), send)
        await send({"type": "websocket.accept"})
        try:
            room.admit(client)
        except Refused as refused:
            return await _refuse(send, 4011, refused.code, address, accepted=True)
        self.context.metrics.sockets += 1
        self.context.hall.presence_changed(room)
        try:
            await Conversation(self.context, room, client, address).listen(receive)
        finally:
            self.context.metrics.sockets -= 1
            room.dismiss(client)
            self.context.hall.presence_changed(room)


class Conversation:
    """Hears one client out, message by message."""

    def __init__(self, context: Context, room: Room, client: Client, address: str = "") -> None:
        self.context, self.room, self.client, self.address = context, room, client, address
        limits = context.settings.limits
        self._bucket = Bucket(limits.messages, limits.per_seconds)
        self._malformed = 0

    async def listen(self, receive: Receive) -> None:
        while not self.client.closed:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            await self.hear(message.get("text"))

    async def hear(self, text: str | None) -> None:
        """Answer one message; `None` is a binary frame."""
        began = time.perf_counter()
        in_time = self._bucket.take()
        try:
            if text is None:
                raise msgspec.DecodeError("binary")
            command = _decoder.decode(text)
        except NOT_JSON as error:
            self._misunderstood(error, began)
            if not in_time:
                await asyncio.sleep(PAUSE)
            return
        self._malformed = 0
        if not in_time:
            self._refuse(command.id, "slow_down", {}, began)
            await asyncio.sleep(PAUSE)
            return
        if isinstance(command, commands.Ping):
            self.client.answer(f'{{"type":"pong","id":{_quoted(command.id)},"time":{time.time():.3f}}}')
            return
        try:
            n = await self._perform(command)
        except Refused as refused:
            self._refuse(command.id, refused.code, plain_values(refused.values), began)
        except StoreError as error:
            logger.warning("not stored", extra={"table": self.room.table.id, "error": str(error)})
            self._refuse(command.id, "busy", {}, began)
        else:
            self.client.answer(f'{{"type":"ack","id":{_quoted(command.id)},"n":{n}}}')
            self.context.metrics.answered("ok", time.perf_counter() - began)

    async def _perform(self, command: Any) -> int:
        actor = self.client.actor
        if isinstance(command, commands.Rematch):
            return await self.context.hall.rematch(self.room, actor, command)
        return await self.room.perform(actor, command)

    def _misunderstood(self, error: Exception, began: float) -> None:
        self._malformed += 1
        self._refuse(None, "malformed", {"detail": str(error)[:200]}, began)
        if self._malformed >= self.context.settings.limits.malformed:
            self.client.close(1008)

    def _refuse(self, command_id: str | None, code: str, values: dict[str, Any], began: float) -> None:
        table = self.room.table.id
        logger.info("refused", extra={"table": table, "code": code, "seat": self.client.seat, "address": self.address})
        message = {"type": "error", "id": command_id, "code": code, "values": values}
        self.client.answer(_encoder.encode(message).decode())
        self.context.metrics.answered(code, time.perf_counter() - began)


def _client(actor: Actor, since: int | None, send: Send) -> Client:
    async def say(text: str) -> None:
        await send({"type": "websocket.send", "text": text})

    async def close(code: int) -> None:
        await send({"type": "websocket.close", "code": code})

    return Client(actor, since, say, close)


def _since(scope: Scope) -> int | None:
    with contextlib.suppress(ValueError, UnicodeError):
        given = parse_qs(scope.get("query_string", b"").decode("ascii")).get("since", [])
        if given and len(given[0]) < 10 and given[0].isdecimal():
            return int(given[0])
    return None


def _quoted(text: str) -> str:
    return _encoder.encode(text).decode()


async def _refuse(send: Send, code: int, reason: str, address: str, *, accepted: bool = False) -> None:
    """Accept and close, so that the browser learns the code."""
    logger.info("socket refused", extra={"code": reason, "address": address})
    if not accepted:
        await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code, "reason": reason})
