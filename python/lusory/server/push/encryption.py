"""Encrypts and signs messages of Web Push (RFC 8291, RFC 8188, RFC 8292), with the primitives of `cryptography`.

The push service sees whom a message is for, its length and who sends it, and nothing of its content.
"""

from __future__ import annotations

import base64
import json
import os
import struct
import time
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD = 4096
"""Bytes of a record, and the most that push services take."""
LONGEST = RECORD - 86 - 17
"""Bytes of a message, at most: a record without the head, the tag and the delimiter."""
GOOD_FOR = 12 * 3600
"""Seconds for which a signature is good; push services refuse more than a day."""
LAST_RECORD = b"\x02"
CURVE = ec.SECP256R1()


def encode(data: bytes) -> str:
    """As base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str) -> bytes:
    """From base64url, with padding or without. Raises ValueError."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)


def public_point(data: bytes) -> ec.EllipticCurvePublicKey:
    """A public key from its uncompressed point. Raises ValueError."""
    if len(data) != 65:
        raise ValueError("expected a point of 65 bytes")
    return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, data)


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The uncompressed point of the public key."""
    form = serialization.PublicFormat.UncompressedPoint
    return key.public_key().public_bytes(serialization.Encoding.X962, form)


def new_key() -> str:
    """A new private key, base64url."""
    return encode(ec.generate_private_key(CURVE).private_numbers().private_value.to_bytes(32, "big"))


def private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """A private key from base64url. Raises ValueError."""
    return ec.derive_private_key(int.from_bytes(decode(text), "big"), CURVE)


def encrypt_message(
    message: bytes, browser: bytes, auth: bytes, own_key: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """The body of a request to a push service, in content coding aes128gcm. browser, auth: of the subscription.
    own_key, salt: fresh ones where they are left out. Raises ValueError."""
    if len(message) > LONGEST:
        raise ValueError(f"{len(message)} bytes, expected at most {LONGEST}")
    own_key, salt = own_key or ec.generate_private_key(CURVE), salt or os.urandom(16)
    point = point_of(own_key)
    shared = own_key.exchange(ec.ECDH(), public_point(browser))
    secret = _derived(shared, auth, b"WebPush: info\0" + browser + point, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!IB", RECORD, len(point)) + point
    return head + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def authorization(key: ec.EllipticCurvePrivateKey, endpoint: str, contact: str) -> str:
    """The header that tells a push service who sends: a token that the server's key has signed, good for this service
    alone. contact: a link or address of the host, empty for none."""
    parts = urlsplit(endpoint)
    claims: dict[str, object] = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + GOOD_FOR}
    if contact:
        claims["sub"] = contact
    signed = ".".join(encode(json.dumps(part, separators=(",", ":")).encode()) for part in (HEAD, claims))
    r, s = utils.decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = encode(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{signature}, k={encode(point_of(key))}"


HEAD = {"typ": "JWT", "alg": "ES256"}
