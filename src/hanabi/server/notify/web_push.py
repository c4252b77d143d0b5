"""Web Push: messages encrypted for one browser (RFC 8291, RFC 8188) and signed by the server (VAPID, RFC 8292).

The existing libraries also send, to whatever address a name resolves to. Here the transport checks the address before
it connects (`push`), so only the cryptography is needed.
"""

import base64
import json
import os
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD_SIZE = 4096
# How long a push service may accept the server's signature, in seconds; a day is the maximum.
SIGNED_FOR = 12 * 3600
# The order of the P-256 group.
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551


def to_base64(data: bytes) -> str:
    """URL-safe, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


@dataclass(frozen=True)
class BrowserKeys:
    """The keys of a browser's subscription: its public key, and a secret it shares with the server."""

    p256dh: bytes
    auth: bytes

    def __post_init__(self) -> None:
        """Raises ValueError for keys that no browser sends."""
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), self.p256dh)
        if len(self.auth) != 16:
            raise ValueError("the secret of a subscription has 16 bytes")


def encrypt(payload: bytes, browser: BrowserKeys) -> bytes:
    """The body of the request to the push service: one record."""
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser.p256dh)
    sender = ec.generate_private_key(ec.SECP256R1())
    public, salt = _point(sender.public_key()), os.urandom(16)
    shared = sender.exchange(ec.ECDH(), receiver)
    key_info = b"WebPush: info\0" + browser.p256dh + public
    key_material = HKDF(hashes.SHA256(), 32, browser.auth, key_info).derive(shared)
    content_key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(key_material)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(key_material)
    head = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(public)]) + public
    if len(payload) + 17 > RECORD_SIZE - len(head):
        raise ValueError("the push message is too long")
    return head + AESGCM(content_key).encrypt(nonce, payload + b"\x02", None)


class ServerKeys:
    """The key pair that identifies this server to push services, derived from a 32-byte secret."""

    def __init__(self, secret: bytes, contact: str) -> None:
        """`contact` is a mailto: or https: address where a push service can reach the operator."""
        self._private = ec.derive_private_key(int.from_bytes(secret, "big") % (ORDER - 1) + 1, ec.SECP256R1())
        self._contact = contact
        self.public = _point(self._private.public_key())

    def authorization(self, endpoint: str, now: float | None = None) -> str:
        """The header that proves to this endpoint who is sending."""
        address = urlsplit(endpoint)
        claims = {
            "aud": f"{address.scheme}://{address.netloc}",
            "exp": int(time.time() if now is None else now) + SIGNED_FOR,
            "sub": self._contact,
        }
        parts = [json.dumps(part, separators=(",", ":")).encode() for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        signed = ".".join(map(to_base64, parts))
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = to_base64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={to_base64(self.public)}"
