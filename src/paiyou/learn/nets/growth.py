"""Larger networks that begin with what a smaller one has learnt (Net2Net: Chen, Goodfellow and Shlens, ICLR 2016).

The values stay the same. Wider: a new unit has random input weights and zero output weights; gradients reach the latter
first, and so the unit. Deeper: a new layer is the identity, whose input is non-negative after ReLU; a new residual
block adds zero, and so do new convolutions over ranks and what is read of the past. Heads for the hidden cards and for
the next move may start afresh, or be left out.
Of three outcomes in place of two values, points if won and points if lost both begin as the head for points.
Features that were added to the encoder since, and what the others passed on, have zero weights.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn import functional

from paiyou.learn.nets.networks import BELIEF, Encoder, ValueNetwork, sizes_of
from paiyou.learn.nets.outcomes import FROM_TWO

NEW = ("trunk", "rank_trunk", "history_trunk", "next_move")
"""Parts that change nothing at first, or that nobody plays by."""


def grown(weights: Mapping[str, Tensor], fresh: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """The weights of a small network inside those of a `fresh` one that is as large or larger: the same values.

    Example: `large.load_state_dict(grown(small.state_dict(), large.state_dict()))`.
    """
    old, new = sizes_of(weights), sizes_of(fresh)
    if any(new.get(name, 0) < old[name] for name in old if name not in ("belief", "next_move")):
        large, small = (", ".join(f"{name} {size}" for name, size in sizes.items()) for sizes in (old, new))
        raise ValueError(f"a network can grow and not shrink: {large} cannot become {small}")
    if "history" in old and new["history"] != old["history"]:
        raise ValueError(f"what is read of the past keeps its length: {old['history']} cannot become {new['history']}")
    if "rank_width" in old and new["rank_width"] != old["rank_width"]:
        before, after = old["rank_width"], new["rank_width"]
        raise ValueError(f"convolutions over ranks keep their width: rank_width {before} cannot become {after}")
    result = {}
    for name, value in fresh.items():
        layer = name.split(".")
        if name in weights:
            within = weights[name].to(value)
            if layer[0] == "heads" and len(value) > len(within):
                within = within[list(FROM_TWO)]
        elif layer[0] == "layers" and int(layer[1]) >= old["depth"]:
            within = torch.eye(old["width"]).to(value) if layer[2] == "weight" else torch.zeros(old["width"]).to(value)
        elif name.startswith("declined_in."):
            within = torch.zeros_like(value)
        elif (layer[0] == "belief" and BELIEF not in weights) or layer[0] in NEW:
            within = value
        else:
            raise ValueError(f"these are no weights of the network facts as it is now: they lack {name}")
        result[name] = _inside(within, value)
    return result


def padded_for_new_features(weights: Mapping[str, Tensor], network: ValueNetwork) -> dict[str, Tensor]:
    """Weights from before the encoder's latest features, padded with zeros for today's network; others unchanged."""
    encoder = getattr(network, "encoder", None)
    if not isinstance(encoder, Encoder) or not {"state_in.weight", "move_in.weight"} <= weights.keys():
        return dict(weights)
    now = {"state_in.weight": encoder.state_size, "move_in.weight": encoder.move_size}
    if tuple(weights[name].shape[1] for name in now) not in encoder.earlier:
        return dict(weights)
    return {
        name: functional.pad(value, (0, now[name] - value.shape[1])) if name in now else value
        for name, value in weights.items()
    }


def _inside(small: Tensor, large: Tensor) -> Tensor:
    """The small weights in the corner of the large: old outputs have zero weights for new inputs, new ones random."""
    result = large.clone()
    result[: len(small)] = 0
    result[tuple(slice(size) for size in small.shape)] = small
    return result
