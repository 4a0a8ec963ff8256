"""The 128 features of the bidding network of DouZero (appendix C.3, Table 6).

| feature | size | here |
|---|---|---|
| cards of the hand | 54 | as many ones for each rank as there are cards of it |
| solos from 3 to A | 12 | ranks of which the hand has just one card |
| pairs from 3 to 2 | 13 | just two |
| trios from 3 to 2 | 13 | just three |
| bombs from 3 to 2, and the rocket | 14 | all four; both jokers |
| number of twos and jokers | 10 | one-hot none to four twos; none to two jokers; the black one, the red one |
| calls before | 12 | for each of four decisions: not made yet, no, yes |

The paper does not say how the numbers of twos and jokers make ten, nor whether a pair counts as solos besides.
"""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.games.climbing_spec import Auction, ClimbingSpec
from paiyou.learn.climbing.combo_tensors import unpack
from paiyou.learn.climbing.encoder import Encoder, one_hot

SIZE = 128
DECISIONS = 4
JOKERS = 2


def hand_features(spec: ClimbingSpec, hands: Tensor) -> Tensor:
    """The features of packed hands but for the calls [N, 116]."""
    counts = unpack(hands, len(spec.symbols)).long()
    suited, jokers = counts[:, :-JOKERS], counts[:, -JOKERS:]
    blocks = [
        Encoder(spec).to(hands.device).card_slots(counts),
        suited[:, :-1] == 1,
        suited == 2,
        suited == 3,
        suited == 4,
        jokers.sum(dim=1, keepdim=True) == JOKERS,
        one_hot(suited[:, -1], 5),
        one_hot(jokers.sum(dim=1), JOKERS + 1),
        jokers,
    ]
    return torch.cat([block.float() for block in blocks], dim=1)


def call_features(auction: Auction) -> Tensor:
    """The features of the calls before each node [nodes, 12]; ValueError for auctions with more than yes and no."""
    if any(len(steps) != 2 for steps in auction.steps):
        raise ValueError("the paper's bidder says yes or no; name a game with such an auction, as bidding=call-rob")
    said: dict[int, tuple[int, ...]] = {0: ()}
    for node, steps in enumerate(auction.steps):
        for yes, call in enumerate(sorted(steps)):
            after = steps[call].next
            if after is not None:
                said[after] = (*said[node], yes)
    rows = torch.zeros(len(auction.steps), DECISIONS, 3)
    for node, calls in said.items():
        for decision in range(DECISIONS):
            rows[node, decision, 1 + calls[decision] if decision < len(calls) else 0] = 1.0
    return rows.flatten(1)
