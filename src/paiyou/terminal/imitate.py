"""Imitation in the terminal: an agent's games are recorded, and a network learns its moves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

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
    agent: str, folder: Path, game: str, games: int, seed: int, passes: int, device: str, cores: int | None, bar: Bar
) -> Imitation:
    """Record an agent, or take what was recorded there before, and imitate it."""
    try:
        import torch  # noqa: F401 - said before games are recorded for minutes

        from paiyou.learn import checkpoints, demonstrations
        from paiyou.learn.dmc import Arguments, device_of
        from paiyou.learn.imitation import imitate
    except ModuleNotFoundError as missing:
        raise ValueError(f"imitation needs the package {missing.name}: pip install 'paiyou[train]'") from None
    if passes < 0:
        raise ValueError(f"passes must be 0 or more, not {passes}")
    where = device_of(Arguments(device=device))
    if (folder / checkpoints.WEIGHTS).exists():
        raise ValueError(f"there are weights in {folder}; name another folder")
    file = folder / DEMONSTRATIONS
    asked = (demonstrations.spec_for_imitation(game).name, agent, seed, games)
    if file.exists():
        kept = demonstrations.Demonstrations.load(file)
        found = (kept.game, kept.agent, kept.first, len(kept))
        if found != asked:
            raise ValueError(
                f"{file} holds {found[3]} games of {found[1]} at {found[0]} from seed {found[2]}, "
                "not those asked for; name another folder"
            )
    else:
        with bar(f"recording {agent}", games) as advance:
            kept = demonstrations.record_agent(agent, game, games, seed, cores, advance)
        kept.save(file)
    agreement = []
    if passes:
        with bar(f"imitating {agent}", passes * games) as advance:
            agreement = imitate(kept, folder, device=where, passes=passes, progress=advance)
    return Imitation(folder, len(kept), int(kept.length.sum()), agreement)
