"""Tokens: the keys to chairs. A client holds the token, the store only its digest."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def keyed_token(secret: bytes, text: str) -> str:
    """A token derived from a secret and a string."""
    return base64.urlsafe_b64encode(hmac.digest(secret, text.encode(errors="surrogatepass"), "sha256")[:24]).decode()


def digest(token: str) -> str:
    """What is stored of a token: a reader of the database cannot use it to sit down."""
    # A lone surrogate cannot be encoded, but a client may send one.
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


def opens(token: str, key: str | None) -> bool:
    """Whether a token is the one of a stored key, compared in constant time."""
    return key is not None and hmac.compare_digest(key, digest(token))
