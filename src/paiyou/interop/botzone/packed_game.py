"""A game as a bot reads it: the combo table and the deck from a file, since to build them takes seconds."""

from __future__ import annotations

import io
import json
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from paiyou.games.packing import write_all_cards

if TYPE_CHECKING:
    from paiyou.games.climbing_spec import ClimbingSpec

FACTS = ("name", "symbols", "deck", "rank_of_card", "seats", "teams", "hand_size", "must_beat")


def game_file(spec: ClimbingSpec) -> bytes:
    """What of a spec card play needs."""
    columns: dict[str, Any] = {
        name: column for name, column in vars(spec.table).items() if isinstance(column, np.ndarray)
    }
    facts = {name: getattr(spec, name) for name in FACTS}
    facts["groups"] = spec.table.groups
    with io.BytesIO() as file:
        np.savez_compressed(file, facts=np.array(json.dumps(facts)), **columns)
        return file.getvalue()


class PackedGame:
    """What `game_file` wrote, under the names of the spec."""

    def __init__(self, data: bytes) -> None:
        with np.load(io.BytesIO(data)) as file:
            facts = json.loads(str(file["facts"]))
            columns = {name: file[name] for name in file.files if name != "facts"}
        self.table: Any = SimpleNamespace(groups=facts["groups"], **columns)
        self.name: str = facts["name"]
        self.symbols: str = facts["symbols"]
        self.deck: list[int] = facts["deck"]
        self.rank_of_card: list[int] = facts["rank_of_card"]
        self.seats: int = facts["seats"]
        self.teams: list[int] = facts["teams"]
        self.hand_size: int = facts["hand_size"]
        self.must_beat: bool = facts["must_beat"]
        self.actions: list[str] = write_all_cards(self.table.cards.tolist(), self.symbols)
        self.actions[0] = "pass"
        self.action_numbers = {action: number for number, action in enumerate(self.actions)}
