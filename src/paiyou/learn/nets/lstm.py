"""An LSTM that reads sequences of one length, in a way that a CUDA graph can capture."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn.functional import linear


def last_output(lstm: nn.LSTM, sequence: Tensor) -> Tensor:
    """The last output [N, memory] of an LSTM of one layer over sequences [N, steps, width]."""
    if sequence.is_cuda:  # cuDNN's LSTM cannot be captured in a graph together with mixed precision
        return step_by_step(lstm, sequence)
    remembered: Tensor = lstm(sequence)[0]
    return remembered[:, -1]


def step_by_step(lstm: nn.LSTM, sequence: Tensor) -> Tensor:
    """The same, written out."""
    of_input, of_output, bias, more_bias = lstm.parameters()
    projected = linear(sequence, of_input, bias + more_bias)
    output = memory = torch.zeros(len(sequence), lstm.hidden_size, dtype=projected.dtype, device=projected.device)
    for step in projected.unbind(dim=1):
        enter, keep, new, leave = (step + linear(output, of_output)).chunk(4, dim=1)
        memory = keep.sigmoid() * memory + enter.sigmoid() * new.tanh()
        output = leave.sigmoid() * memory.tanh()
    return output
