"""A stand-in for a browser's push service: it verifies what it is sent and decrypts it as the browser would."""

import asyncio
import json
import time
from typing import Any

import http_ece
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from hanabi.server.notify.web_push import from_base64, to_base64


class PushService:
    """`key` is the server's that it expects, `address` its own; `received` is what was sent, decrypted."""

    def __init__(self, status: int = 201) -> None:
        self.status = status
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))
        self.received: list[dict[str, Any]] = []
        self.requests = 0
        self.key = b""
        self.address = ""

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        body = await reader.readexactly(int(headers["Content-Length"]))
        self.requests += 1
        if self.status < 300:
            self.verify(headers["Authorization"])
            assert headers["Content-Encoding"] == "aes128gcm"
            assert int(headers["TTL"]) > 0
            plain = http_ece.decrypt(body, private_key=self.private, auth_secret=self.auth, version="aes128gcm")
            self.received.append(json.loads(plain))
        writer.write(f"HTTP/1.1 {self.status} Done\r\nContent-Length: 0\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    def verify(self, authorization: str) -> None:
        """RFC 8292: the token is for this service, not expired, and signed by the key that the browser was given."""
        fields = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
        assert from_base64(fields["k"]) == self.key
        signed, _, signature = fields["t"].rpartition(".")
        raw = from_base64(signature)
        der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), self.key)
        public.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
        with pytest.raises(InvalidSignature):
            public.verify(der, signed.encode() + b"x", ec.ECDSA(hashes.SHA256()))
        claims = json.loads(from_base64(signed.partition(".")[2]))
        assert claims["aud"] == self.address
        assert time.time() < claims["exp"] <= time.time() + 86400
        assert claims["sub"].startswith("mailto:")

    def subscription(self, **preferences: Any) -> dict[str, Any]:
        public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": to_base64(public), "auth": to_base64(self.auth)}
        return {"endpoint": f"{self.address}/push/some-browser", "keys": keys, **preferences}
