"""Quick estimates for a hand: the number of moves that empty it, and the best combo of every group.

Both are sums over a thermometer encoding of the hand (for each rank, has it at least one, two, three, four cards?), so
a batch is a matrix product: exact in small integers, fast on a CPU, and exportable with a network.
On a GPU `kernels/hand_shapes.py` does the same without the large matrices.

The estimate of `moves_left`: take away up to three chains, each time the one that leaves the least; what is left goes
by ranks, solos and pairs riding on trios and quads where the game has kickers; a rocket is one move. It is not always
the least (a chain may be better split), and where a quad takes a solo and a pair it says one too few.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.hand_shapes import shapes

LEVELS = 4
"""Most cards of a rank that a hand holds."""
ROUNDS = 3
"""Chains that `moves_left` takes away at most."""
TIES = 256
"""More than there are chains: cost times this plus a chain's number orders chains by cost, then by number."""


class HandShapes(nn.Module):
    """`moves_left` and `best_keys` of batches of hands, given as counts by rank."""

    levels: Tensor
    chain_counts: Tensor
    chain_sizes: Tensor
    chain_kickers: Tensor
    chain_sums: Tensor
    member_sums: Tensor
    member_sizes: Tensor
    rocket: Tensor

    def __init__(self, spec: ClimbingSpec) -> None:
        super().__init__()
        self.spec = spec
        found = shapes(spec)
        self.trio_kickers, self.quad_kickers = found.trio_kickers, found.quad_kickers
        chains, ranks = found.chain_counts.shape
        self.chains = chains
        levels = np.arange(1, LEVELS + 1)
        # at_least[r, l] of a hand, times these, summed: how many ranks would have at least l cards without the chain,
        # and how many of the chain's thermometer marks the hand has.
        marks = (found.chain_counts[:, :, None] >= levels).astype(np.float32)
        without = np.zeros((LEVELS, chains, ranks, LEVELS), dtype=np.float32)
        for level in range(LEVELS):
            for chain in range(chains):
                for rank in range(ranks):
                    needed = level + int(found.chain_counts[chain, rank])
                    if needed < LEVELS:
                        without[level, chain, rank, needed] = 1
        sums = np.concatenate([marks[None], without]).reshape((1 + LEVELS) * chains, ranks * LEVELS)
        members = (found.member_counts[:, :, :, None] >= levels).astype(np.float32)
        sizes = np.where(found.member_counts[:, :, 0] == 9, 99, np.minimum(found.member_counts, 4).sum(axis=2))

        def keep(name: str, values: np.ndarray, dtype: torch.dtype = torch.float32) -> None:
            self.register_buffer(name, torch.from_numpy(np.ascontiguousarray(values)).to(dtype), persistent=False)

        keep("levels", levels - 0.5)
        keep("chain_counts", found.chain_counts)
        keep("chain_sizes", found.chain_counts.sum(axis=1))
        keep("chain_kickers", found.chain_kickers)
        keep("chain_sums", sums.T)
        keep("member_sums", members.reshape(-1, ranks * LEVELS).T)
        keep("member_sizes", sizes)
        keep("rocket", found.rocket)

    def _thermometer(self, counts: Tensor) -> Tensor:
        return (counts.unsqueeze(-1) > self.levels).float().flatten(-2)

    def _turns(self, at_least: list[Tensor], kickers: Tensor, rocket: Tensor) -> Tensor:
        """Moves without chains, from the number of ranks that have at least one, two, three, four cards."""
        one, _, three, four = at_least
        trios, quads = three - four, four
        loose = one - three - 2 * rocket
        room = kickers + self.trio_kickers * trios + self.quad_kickers * quads
        return trios + quads + rocket + (loose - room).clamp(min=0)

    def moves_left(self, counts: Tensor) -> Tensor:
        """About how many moves empty each hand [M, R] -> [M], float32 of whole numbers."""
        counts = counts.float()
        rocket = ((counts >= self.rocket).all(dim=-1) & (self.rocket.sum() > 0)).float()
        marks = torch.unflatten(self._thermometer(counts), -1, (-1, LEVELS))
        kickers = torch.zeros_like(rocket)
        best = self._turns(list(marks.sum(dim=-2).unbind(dim=-1)), kickers, rocket)
        if self.chains == 0:
            return best
        number = torch.arange(self.chains, device=counts.device)
        for taken in range(1, ROUNDS + 1):
            sums = torch.unflatten(self._thermometer(counts) @ self.chain_sums, -1, (1 + LEVELS, self.chains))
            held, *without = sums.unbind(dim=-2)
            cost = self._turns(without, kickers[:, None] + self.chain_kickers, rocket[:, None])
            # No chain in the hand: a cost that never wins, and nothing is taken away.
            ranked = torch.where(held == self.chain_sizes, cost, 99.0) * TIES + number
            least = ranked.amin(dim=-1)
            cost = (least / TIES).floor()
            chain = (least - cost * TIES).long()
            some = (cost < 99).float()
            best = torch.minimum(best, taken + cost)
            counts = counts - some[:, None] * self.chain_counts[chain]
            kickers = kickers + some * self.chain_kickers[chain]
        return best

    def best_keys(self, counts: Tensor) -> Tensor:
        """The highest key of each group in each hand, plus one; 0 where it has none [N, R] -> [N, G] float32."""
        groups, keys = self.member_sizes.shape
        held = torch.unflatten(self._thermometer(counts.float()) @ self.member_sums, -1, (groups, keys))
        number = torch.arange(1, keys + 1, device=counts.device, dtype=torch.float32)
        return torch.where(held == self.member_sizes, number, 0.0).amax(dim=-1)
