"""Secrets of rooms, encrypted in the database by a key that is kept elsewhere.

From a room's secret follow its deals and the tokens of those who join, and its invitation takes a chair. Who runs the
server has them in memory anyway; a key keeps them from whoever reads only the database: its host, its backups.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from pathlib import Path

FEWEST_BYTES = 16


class Seal:
    """Encrypts by a key; applied twice it decrypts.

    A secret is short and every room's id is unique, so an HMAC of that id serves as a one-time pad.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key
        self.name = hashlib.sha256(b"the name of the key " + key).hexdigest()[:16]
        """Identifies the key without revealing it."""

    def apply(self, room: str, what: str, data: bytes) -> bytes:
        """Encrypt or decrypt a secret of a room; `what` tells its secrets apart."""
        pad = hmac.digest(self._key, f"{what} {room}".encode(), "sha256")
        assert len(data) <= len(pad)
        return bytes(one ^ other for one, other in zip(data, pad, strict=False))


def read_key(file: Path) -> bytes:
    """The key in a file, which is made where there is none; ValueError where it cannot be one."""
    try:
        if not file.exists():
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as made:
                made.write(secrets.token_bytes(32))
        key = file.read_bytes()
    except OSError as error:
        raise ValueError(f"the key {file} cannot be read or made: {error.strerror}") from None
    if len(key) < FEWEST_BYTES:
        raise ValueError(f"the key {file} has {len(key)} bytes; it must have {FEWEST_BYTES} at least")
    return key
