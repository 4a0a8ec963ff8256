"""Games that networks play in a batch, kept move by move: a GPU plays 200,000 of them in seconds."""

from __future__ import annotations

from typing import cast

import numpy as np
import torch
from numpy.typing import NDArray

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.family import LEARN
from paiyou.learn.batch import Batch
from paiyou.learn.climbing.deals import deals
from paiyou.learn.imitation.demonstrations import Actions, kind_of_actions, spec_for_imitation
from paiyou.learn.imitation.recorded_games import RecordedGames, check_climbing
from paiyou.learn.selfplay.batched_match import NetworkPlayer, Player
from paiyou.learn.selfplay.choosing import decide
from paiyou.learn.selfplay.forced_moves import decide_skipping_forced
from paiyou.learn.selfplay.memory import remember_for

FIRST = 6_000_000_000
"""The first game's seed: far from the deals of training, evaluation and matches."""
AT_ONCE = {"cuda": 65_536, "cpu": 512}


def self_play(
    game: str, player: NetworkPlayer, name: str, games: int, first: int = FIRST, device: torch.device | str = "cpu",
    temperature: float = 0.0,
) -> RecordedGames:  # fmt: skip
    """Games of the seeds `first` and on in which networks have every seat; `name` is what they are called.

    With a `temperature` moves are drawn: the scale of the noise on values, in units of a win.
    Example: `self_play("doudizhu:douzero", frozen_player(Path("runs/wp"), spec, device), "wp", 200_000)`.
    """
    device, spec = torch.device(device), spec_for_imitation(game)
    check_climbing(spec)
    if games < 1:
        raise ValueError(f"games must be 1 or more, not {games}")

    ask = decide if device.type == "cuda" else decide_skipping_forced

    def move(batch: Batch, row: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
        return ask(batch, player.network(batch.seat), player.head, row, action, temperature=temperature)

    torch.manual_seed(first)
    batch: Batch = spec.family.part(LEARN).batch(spec, min(AT_ONCE[device.type], games), first, device)
    remember_for(batch, player.networks)
    played, length = play_and_record(batch, move, games, first)
    dealt = deals(cast(ClimbingSpec, spec), torch.arange(first, first + games))
    columns = (dealt.hands.numpy(), dealt.pile.numpy(), dealt.opener.numpy().astype(np.int8))
    return RecordedGames(spec.name, name, *columns, played, length)


@torch.no_grad()
def play_and_record(batch: Batch, player: Player, games: int, first: int) -> tuple[Actions, NDArray[np.int32]]:
    """Every game from its deal to its end: the actions [games, moves], zeros after the end, and the lengths [games]."""
    spec, device = batch.spec, batch.device
    # The last row takes what is not asked for.
    played = torch.zeros(games + 1, spec.family.part(LEARN).longest_game(spec), dtype=torch.int32, device=device)
    length = torch.zeros(games + 1, dtype=torch.int32, device=device)
    move = torch.zeros(batch.number, dtype=torch.int64, device=device)
    steps = 0
    while True:
        place = (batch.deal_seed - first).clamp(max=games)
        # Reading results synchronises with the GPU, so it is not done at every step.
        if steps % 64 == 0 and bool((place == games).all()):
            break
        steps += 1
        row, action = batch.start_listing()()
        chosen = player(batch, row, action)
        active = batch.active
        at = torch.where(active, place, games)
        played[at, move] = chosen.to(torch.int32)
        length[at] += 1
        batch.play(chosen)
        move = torch.where(batch.ended, 0, move + active)
    most = int(length[:games].max())
    return played[:games, :most].cpu().numpy().astype(kind_of_actions(spec)), length[:games].cpu().numpy()
