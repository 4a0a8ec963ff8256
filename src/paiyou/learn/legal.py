"""All legal moves of a batch of positions, as pairs (position, action)."""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.learn.tables import Tables, contains, total_cards


def legal_moves(tables: Tables, hands: Tensor, standing: Tensor, active: Tensor) -> tuple[Tensor, Tensor]:
    """The legal moves of the active positions: their rows and actions, in no particular order.

    `standing` is the action to beat, 0 where the hand leads.
    """
    if hands.is_cuda and not tables.spec.must_beat:
        from paiyou.learn.kernels.legal import legal_moves_on_gpu

        return legal_moves_on_gpu(tables, hands, standing, active)
    return legal_moves_on_torch(tables, hands, standing, active)


def legal_moves_on_torch(tables: Tables, hands: Tensor, standing: Tensor, active: Tensor) -> tuple[Tensor, Tensor]:
    """`legal_moves` in plain torch, on any device."""
    leading = (standing == 0)[:, None]
    power = tables.power[standing][:, None]
    beats = (tables.candidate_power > power) | (
        (tables.candidate_power == power)
        & (tables.candidate_group == tables.stands_group[standing][:, None])
        & (tables.candidate_key > tables.stands_key[standing][:, None])
    )
    fits = active[:, None] & torch.where(leading, tables.candidate_leads, beats)
    fits &= contains(hands[:, None], tables.candidate_cards)
    if bool(tables.candidate_whole.any()):
        fits &= (tables.candidate_whole == 0) | (tables.candidate_whole == total_cards(hands)[:, None])
    row, candidate = fits.nonzero(as_tuple=True)
    # Every candidate becomes its whole block of actions; those whose kickers are not in the hand drop out.
    count = tables.candidate_count[candidate]
    row = row.repeat_interleave(count)
    place = torch.arange(len(row), device=row.device) - (count.cumsum(0) - count).repeat_interleave(count)
    action = tables.candidate_first[candidate].repeat_interleave(count) + place
    kept = contains(hands[row], tables.cards[action])
    row, action = row[kept], action[kept]
    passing = active & ~leading[:, 0]
    if tables.spec.must_beat:
        # No passing with a combo without power that beats; what lies on the table has none itself (rules A.3).
        duty = torch.zeros_like(active)
        duty[row[tables.power[action] == 0]] = True
        passing &= ~duty
    passers = passing.nonzero(as_tuple=True)[0]
    return torch.cat([row, passers]), torch.cat([action, torch.zeros_like(passers)])
