"""The types that the page is checked against (`make check-page`) are those that the server sends."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

import paiyou.server
from paiyou.server.api.schemas.table import Player, Table

TELL = (Path(paiyou.server.__file__).parent / "web" / "tell.js").read_text()


@pytest.mark.parametrize("schema", [Table, Player])
def test_the_page_knows_every_field_and_no_other(schema: type[BaseModel]) -> None:
    comment = next(part for part in TELL.split("/**") if f"@typedef {{object}} {schema.__name__} " in part)
    # Which family a game is of is nothing to the page.
    assert set(re.findall(r"@property \{.*\} (\w+)", comment)) == set(schema.model_fields) - {"family"}
