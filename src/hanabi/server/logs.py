"""Logs as JSON, one object per line. Tokens, keys, seeds and cards are never logged."""

import json
import logging
import sys
import time

_STANDARD_FIELDS = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03d}Z"
        fields = {"at": at, "level": record.levelname.lower(), "from": record.name, "what": record.getMessage()}
        extra = {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}
        fields |= extra
        if record.exc_info:
            fields["trace"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False, default=str)


def set_up(level: str = "INFO") -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    # Metrics count connections that open and close; logs do not mention them.
    logging.getLogger("websockets").setLevel("WARNING")
    logging.getLogger("uvicorn.error").setLevel("WARNING")
    # StoreHealth logs an outage of the database, in one line; the pool would log a stack trace per connection.
    logging.getLogger("asyncpg").setLevel("CRITICAL")
