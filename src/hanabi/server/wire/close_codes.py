"""WebSocket close codes. `make protocol` writes them for the browser client."""

from enum import IntEnum


class CloseCode(IntEnum):
    POLICY_VIOLATION = 1008
    MESSAGE_TOO_BIG = 1009
    INTERNAL_ERROR = 1011
    RESTARTING = 1012
    BUSY = 1013
    FOREIGN_ORIGIN = 4003
    NOT_FOUND = 4004
    TOO_MANY_CONNECTIONS = 4008
    REPLACED = 4009
    TOO_SLOW = 4010
    NO_SPECTATORS = 4011
    SIGNED_OUT = 4012
    BANNED = 4013
    TABLE_CLOSED = 4014
    ROOM_ENDED = 4015
    ROOM_FULL = 4016
