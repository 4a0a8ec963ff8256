"""Imitation in the terminal: an agent's games are recorded, and a network learns its moves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from paiyou.arena.workers import require_cores, require_place

DEMONSTRATIONS = "demonstrations.npz"
"""The recorded games, beside the weights."""
Bar = Callable[[str, int | None], AbstractContextManager[Callable[[int], None]]]
"""Makes a progress bar from a title and a total."""


@dataclass(frozen=True)
class Imitation:
    """What came out; `agreement` of every position is empty where games were recorded and nothing was learnt."""

    folder: Path
    games: int
    decisions: int
    """Those among several moves at which the agent was asked."""
    agreement: list[float]

    def to_json(self) -> dict[str, Any]:
        """As `paiyou imitate --json` writes it."""
        return vars(self) | {"folder": str(self.folder)}

    def line(self) -> str:
        """The same for people."""
        if not self.agreement:
            return f"{self.folder / DEMONSTRATIONS}: {self.games:,} games, {self.decisions:,} decisions"
        shares = ", ".join(f"{share:.1%}" for share in self.agreement)
        return (
            f"{self.folder}: makes the agent's move {shares} of the time, by position, in games it has not learnt from"
        )


def run_imitation(
    agent: str, folder: Path, game: str, games: int, seed: int, passes: int, device: str, cores: int | None, bar: Bar,
    *, start: Path | None = None, against: Path | None = None, seats: str = "side", learning_rate: float = 1e-3,
    at_once: int = 4096, network: str = "facts", on: str = "local",
) -> Imitation:  # fmt: skip
    """Record an agent, or take what was recorded there before, and imitate it.

    With `start` an imitation learns on; with `against`, from its own games against that network, in which it has one
    side or, as `seats` may say, the others.
    """
    try:
        import numpy as np
        import torch

        from paiyou.learn.devices import device_named
        from paiyou.learn.imitation import demonstrations
        from paiyou.learn.imitation.cloning import check_steps, imitate
        from paiyou.learn.imitation.corrections import corrected_games
        from paiyou.learn.runs import checkpoints
        from paiyou.learn.runs.weights import frozen_player
    except ModuleNotFoundError as missing:
        raise ValueError(f"imitation needs the package {missing.name}: pip install 'paiyou[train]'") from None
    if passes < 0:
        raise ValueError(f"passes must be 0 or more, not {passes}")
    check_steps(at_once, learning_rate)
    require_cores(cores)
    require_place(on)
    if against and not start:
        raise ValueError("games against a network need an imitation that plays them: name it by start")
    if seats not in ("side", "others"):
        raise ValueError(f"seats must be side or others, not {seats!r}")
    where = device_named(device)
    if (folder / checkpoints.WEIGHTS).exists():
        raise ValueError(f"there are weights in {folder}; name another folder")
    spec = demonstrations.spec_for_imitation(game)
    # Read before games are recorded for minutes: there may be something wrong with it.
    imitator = frozen_player(start, spec, where, network) if start else None
    players = f"{start} against {against}" + (" alone" if seats == "others" else "") if against else ""
    file = folder / DEMONSTRATIONS
    if file.exists():
        kept = demonstrations.Demonstrations.load(file)
        if (kept.game, kept.agent, kept.first, len(kept), kept.players) != (spec.name, agent, seed, games, players):
            raise ValueError(
                f"{file} holds {len(kept)} games of {kept.players or kept.agent} at {kept.game} "
                f"from seed {kept.first}, with {kept.agent} asked, not those wanted; name another folder"
            )
    elif imitator and against:
        opponent = frozen_player(against, spec, where)
        demonstrations.check_recording(agent, game, games, seed)
        with bar(f"asking {agent}", games) as advance:
            kept = corrected_games(
                agent, spec, imitator, opponent, games, seed, where, cores=cores, others=seats == "others",
                progress=advance, on=on,
            )  # fmt: skip
        kept = replace(kept, players=players)
        kept.save(file)
    else:
        with bar(f"recording {agent}", games) as advance:
            kept = demonstrations.record_agent(agent, game, games, seed, cores, advance, on=on)
        kept.save(file)
    agreement = []
    if passes:
        with bar(f"imitating {agent}", passes * games) as advance:
            try:
                agreement = imitate(
                    kept, folder, device=where, passes=passes, at_once=at_once, learning_rate=learning_rate,
                    start=start, kind=network, progress=advance,
                )  # fmt: skip
            except torch.OutOfMemoryError:
                raise ValueError(
                    f"the GPU's memory does not hold {at_once} games at once; imitate with at_once below that"
                ) from None
    return Imitation(folder, len(kept), int(np.count_nonzero(kept.choices)), agreement)
