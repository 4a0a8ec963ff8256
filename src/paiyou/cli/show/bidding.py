"""The commands that learn to bid: hands played out, and bidders made of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from paiyou.cli.show.imitation import Bar


def run_playouts(
    file: Path, game: str, model: str, hands: int, fillings: int, seed: int, device: str, bar: Bar
) -> dict[str, Any]:
    """Play hands out and keep what came of them; tells how many deals, and what share landlords have won."""
    try:
        from paiyou.learn.bidding.playouts import play_out_hands
        from paiyou.learn.devices import device_named
        from paiyou.learn.runs.weights import folder_of_weights
    except ModuleNotFoundError as missing:
        raise _missing(missing) from None
    if file.exists():
        raise ValueError(f"there is a file {file}; name another")
    where = device_named(device)
    with bar("playing hands out", hands * fillings) as advance:
        played = play_out_hands(game, folder_of_weights(model), hands, fillings, seed, where, advance)
    played.save(file)
    points = played.points
    return {
        "file": str(file), "deals": hands * fillings, "landlord_wins": round(float((points > 0).mean()), 4),
        "landlord_points": round(float(points.mean()), 4),
    }  # fmt: skip


def run_bidder(
    playouts: Path, folder: Path, game: str, rounds: int, passes: int, epochs: int, device: str,
    report: Callable[[dict[str, Any]], None],
) -> dict[str, Any]:  # fmt: skip
    """Train the points bidder and, with `epochs`, that of DouZero beside it; tells what was measured."""
    try:
        from paiyou.learn.bidding.paper_bidder import PaperArguments, train_paper_bidder
        from paiyou.learn.bidding.playouts import Playouts
        from paiyou.learn.bidding.points_bidder import FILE, BidderArguments, train_points_bidder
        from paiyou.learn.devices import device_named
        from paiyou.learn.runs.log import LOG
    except ModuleNotFoundError as missing:
        raise _missing(missing) from None
    if (folder / LOG).exists():
        raise ValueError(f"there is a run in {folder}; name another folder")
    where, kept = device_named(device), Playouts.load(playouts)
    network = train_points_bidder(kept, BidderArguments(game, rounds, passes), folder, where, report)
    summary: dict[str, Any] = {"file": str(folder / FILE)}
    if epochs:
        paper = PaperArguments(game, epochs)
        summary["paper_accuracy"] = train_paper_bidder(kept, network, paper, folder / "paper", where, report)
    return summary


def classes_of(playouts: Path) -> list[dict[str, Any]]:
    """What hands are worth before the auction, class by class."""
    try:
        from paiyou.learn.bidding.hand_classes import hand_classes
        from paiyou.learn.bidding.playouts import Playouts
    except ModuleNotFoundError as missing:
        raise _missing(missing) from None
    return [each.to_json() for each in hand_classes(Playouts.load(playouts))]


def _missing(missing: ModuleNotFoundError) -> ValueError:
    return ValueError(f"learning to bid needs the package {missing.name}: pip install 'paiyou[train]'")
