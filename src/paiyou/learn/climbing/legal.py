"""All legal moves of a batch of positions, as pairs (position, action)."""

from __future__ import annotations

import torch
from torch import Tensor

from paiyou.learn.climbing.combo_tensors import ComboTensors, contains, total_cards


def legal_moves(combos: ComboTensors, hands: Tensor, standing: Tensor, active: Tensor) -> tuple[Tensor, Tensor]:
    """The legal moves of the active positions: their rows and actions, in no particular order.

    `standing` is the action to beat, 0 where the hand leads.
    """
    if hands.is_cuda:
        from paiyou.learn.climbing.kernels.legal import LegalMoves

        # Not in the room of self-play, whose moves may be waiting there to be fetched.
        return LegalMoves(combos, hands, standing, active, room="asked").pairs()
    return legal_moves_on_torch(combos, hands, standing, active)


def legal_moves_on_torch(
    combos: ComboTensors, hands: Tensor, standing: Tensor, active: Tensor
) -> tuple[Tensor, Tensor]:
    """`legal_moves` in plain torch, on any device."""
    leading = (standing == 0)[:, None]
    power = combos.power[standing][:, None]
    beats = (combos.candidate_power > power) | (
        (combos.candidate_power == power)
        & (combos.candidate_group == combos.stands_group[standing][:, None])
        & (combos.candidate_key > combos.stands_key[standing][:, None])
    )
    fits = active[:, None] & torch.where(leading, combos.candidate_leads, beats)
    fits &= contains(hands[:, None], combos.candidate_cards)
    if bool(combos.candidate_whole.any()):
        fits &= (combos.candidate_whole == 0) | (combos.candidate_whole == total_cards(hands)[:, None])
    row, candidate = fits.nonzero(as_tuple=True)
    # Every candidate becomes its whole block of actions; those whose kickers are not in the hand drop out.
    count = combos.candidate_count[candidate]
    row = row.repeat_interleave(count)
    place = torch.arange(len(row), device=row.device) - (count.cumsum(0) - count).repeat_interleave(count)
    action = combos.candidate_first[candidate].repeat_interleave(count) + place
    kept = contains(hands[row], combos.cards[action])
    row, action = row[kept], action[kept]
    passing = active & ~leading[:, 0]
    if combos.spec.must_beat:
        # No passing with a combo without power that beats; what lies on the table has none itself (rules A.3).
        duty = torch.zeros_like(active)
        duty[row[combos.power[action] == 0]] = True
        passing &= ~duty
    passers = passing.nonzero(as_tuple=True)[0]
    return torch.cat([row, passers]), torch.cat([action, torch.zeros_like(passers)])
