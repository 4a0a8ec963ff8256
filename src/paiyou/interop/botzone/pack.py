"""Packs a bot for Botzone: an archive that Python runs as it is, with NumPy as the only other package."""

from __future__ import annotations

import ast
import io
import json
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import paiyou
from paiyou.games.auctions import bids
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.registry import game as find_game
from paiyou.interop.botzone.numpy_program import read_program
from paiyou.interop.botzone.packed_game import game_file
from paiyou.interop.botzone.plain_source import without_types
from paiyou.models.bidders import BidderFile, shipped_bidder
from paiyou.models.card import ModelCard
from paiyou.models.folders import find_model, network_files
from paiyou.options import unknown

SOURCE = Path(paiyou.__file__).parent.parent
ENTRY = "paiyou.interop.botzone.bot"
ABOUT = "about.json"

MAIN = '''\
"""A bot for Botzone, made by paiyou botzone."""
import os
import zipfile

from paiyou.interop.botzone.bot import main

HERE = os.path.dirname(os.path.abspath(__file__))
STORED = "{prefix}"


def read(name):
    """A packed file: of the user's storage, of the archive, or of the folder it was unpacked into."""
    for place in (os.path.join("data", STORED + name), os.path.join(HERE, "files", name)):
        if os.path.exists(place):
            with open(place, "rb") as file:
                return file.read()
    with zipfile.ZipFile(HERE) as archive:
        return archive.read("files/" + name)


main(read)
'''


@dataclass(frozen=True)
class BotzoneGame:
    """A game of Botzone and who plays it best of ours."""

    game: str
    model: str
    column: int
    """Of the network's values: 0 for a win, 1 for points."""


GAMES = {
    "FightTheLandlord": BotzoneGame("doudizhu:botzone", "doudizhu-wp", 0),
    "FightTheLandlord2": BotzoneGame("doudizhu:botzone2", "doudizhu-adp", 1),
}
"""The first pays for the win alone (and small points), the second by the stake."""

BIDS_IN = "doudizhu:bidding=123"
"""The game whose shipped bidder bids: Botzone's auction, but for what happens when nobody bids."""


def pack_bot(name: str, into: Path, *, keep_running: bool = False, data: Path | None = None) -> list[Path]:
    """Write the archive of a bot, and with `data` its networks and tables into that folder; returns all it wrote."""
    files = files_of(name, keep_running=keep_running)
    into.parent.mkdir(parents=True, exist_ok=True)
    written = [into]
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        prefix = f"paiyou-{name}-"  # the bots of a user share one storage
        archive.writestr("__main__.py", MAIN.replace("{prefix}", prefix))
        for place, source in packed_modules().items():
            archive.writestr(place, source)
        for place, content in files.items():
            if data is None or place == ABOUT:
                archive.writestr(f"files/{place}", content)
            else:
                data.mkdir(parents=True, exist_ok=True)
                written.append(data / f"{prefix}{place}")
                written[-1].write_bytes(content)
    return written


def files_of(name: str, *, keep_running: bool = False) -> dict[str, bytes]:
    """What a bot reads: about itself, the game, the networks for landlord and peasants, the bidder."""
    if name not in GAMES:
        raise unknown("game of Botzone", name, GAMES)
    playing = GAMES[name]
    game, folder = find_game(playing.game), find_model(playing.model)
    card = ModelCard.load(folder)
    auction = bids()
    networks = network_files(folder, card, game.seats)
    about = {
        "keep_running": keep_running,
        "networks": len(networks),
        "groups": card.groups,
        "history": card.history,
        "column": playing.column,
        "calls": len(auction.calls),
        "auction": auction_nodes(),
    }
    files = {
        ABOUT: json.dumps(about).encode(),
        "game.npz": game_file(CLIMBING.spec_of(game, "Botzone has bots")),
        "bidder.npz": _bidder_arrays(),
    }
    for place, path in enumerate(networks):
        program, arrays = read_program(path)
        files[f"{place}.json"] = json.dumps(program).encode()
        files[f"{place}.npz"] = _arrays_file(arrays)
    return files


def auction_nodes() -> dict[str, tuple[int, list[int]]]:
    """By the bids so far ("0 1"), the node of the auction and the bids that are open there."""
    auction, found = bids(), {}
    waiting: list[tuple[tuple[int, ...], int]] = [((), 0)]
    for said, node in waiting:
        steps = auction.steps[node]
        found[" ".join(map(str, said))] = node, list(steps)
        waiting += [((*said, call), step.next) for call, step in steps.items() if step.next is not None]
    return found


def _bidder_arrays() -> bytes:
    bidder: BidderFile | None = shipped_bidder(CLIMBING.spec_of(find_game(BIDS_IN), "bots bid").bidding_key)
    assert bidder is not None
    arrays: dict[str, Any] = {}
    for place, (weights, biases) in enumerate(bidder.layers):
        arrays |= {f"weights{place}": weights, f"biases{place}": biases}
    return _arrays_file(arrays)


def _arrays_file(arrays: dict[str, Any]) -> bytes:
    with io.BytesIO() as file:
        np.savez(file, **arrays)
        return file.getvalue()


def packed_modules() -> dict[str, str]:
    """The bot and all that it imports of ours, by place; packages are left empty, so that nothing else is loaded."""
    found: dict[str, str] = {}
    waiting = [ENTRY]
    while waiting:
        *packages, name = waiting.pop().split(".")
        place = "/".join([*packages, f"{name}.py"])
        if place in found:
            continue
        tree = without_types((SOURCE / place).read_text(encoding="utf-8"))
        found[place] = ast.unparse(tree) + "\n"
        for depth in range(1, len(packages) + 1):
            found["/".join([*packages[:depth], "__init__.py"])] = ""
        waiting += [
            node.module
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("paiyou.")
        ]
    return dict(sorted(found.items()))
