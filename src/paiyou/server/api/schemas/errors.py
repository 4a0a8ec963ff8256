"""The body of every error."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from paiyou.server.api.schemas.fields import Answer


class ErrorBody(Answer):
    """The body of every error."""

    code: str = Field(max_length=40, description="One word for programs.", examples=["invalid"])
    message: str = Field(max_length=500, description="One sentence for people.", examples=["seat must be at most 3"])
    detail: dict[str, Any] | None = Field(default=None, description="What the sentence speaks of, by name.")
