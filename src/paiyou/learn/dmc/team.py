"""Several processes that learn together, one per GPU, started by `torchrun`; one process alone is a team of one."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

import torch
from torch import Tensor, distributed


def processes_here() -> int:
    """How many processes `torchrun` has started; one where it has not."""
    return int(os.environ.get("WORLD_SIZE", "1")) if "RANK" in os.environ else 1


@dataclass(frozen=True)
class Team:
    """The process group, and its collective operations."""

    rank: int = 0
    size: int = 1

    @staticmethod
    def join(device: torch.device) -> Team:
        """The team that `torchrun` names in the environment, or a team of one."""
        if processes_here() == 1:
            return Team()
        # No timeout while the first process waits for its last matches.
        distributed.init_process_group("nccl" if device.type == "cuda" else "gloo", timeout=timedelta(days=1))
        return Team(distributed.get_rank(), distributed.get_world_size())

    @property
    def share(self) -> Callable[[Sequence[Tensor]], None] | None:
        """Averages gradients over the team; None where there is nobody else."""
        return _average if self.size > 1 else None

    def total(self, number: int, device: torch.device) -> int:
        """All-reduce: the sum over the processes."""
        if self.size == 1:
            return number
        numbers = torch.tensor(number, device=device)
        distributed.all_reduce(numbers)
        return int(numbers)

    def first(self, number: float, device: torch.device) -> float:
        """Broadcast: the number of the first process, so that all decide alike."""
        if self.size == 1:
            return number
        numbers = torch.tensor(number, dtype=torch.float64, device=device)
        distributed.broadcast(numbers, 0)
        return float(numbers)

    def least(self, number: int, device: torch.device) -> int:
        """All-reduce: the minimum over the processes."""
        if self.size == 1:
            return number
        numbers = torch.tensor(number, device=device)
        distributed.all_reduce(numbers, distributed.ReduceOp.MIN)
        return int(numbers)

    def wait(self) -> None:
        """A barrier."""
        if self.size > 1:
            distributed.barrier()

    def leave(self) -> None:
        """Leave the process group."""
        if self.size > 1:
            distributed.barrier()
            distributed.destroy_process_group()
            # Its threads release their last work a moment after that is done, and need Python for it: where Python is
            # gone by then, the process aborts (PyTorch's pull request 179291). What is collected here joins them.
            gc.collect()


def _average(gradients: Sequence[Tensor]) -> None:
    flat = torch.cat([gradient.flatten() for gradient in gradients])
    distributed.all_reduce(flat)
    flat /= distributed.get_world_size()
    begin = 0
    for gradient in gradients:
        gradient.copy_(flat[begin : begin + gradient.numel()].view_as(gradient))
        begin += gradient.numel()
