"""Triton kernels beside their plain twins, and compiled for a GPU that is not here."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
import triton


def output_of(program: Path, device: str, games: int, steps: Mapping[str, int], **variables: str) -> str:
    """What a comparison of named games, each for some steps, prints.

    A process of its own, since Triton reads its settings when it is imported; one for all games, since it imports long.
    """
    command = [sys.executable, str(program), device, str(games)]
    command += [word for name, number in steps.items() for word in (str(number), name)]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


TYPES = {
    torch.int64: "*i64", torch.int32: "*i32", torch.int8: "*i8", torch.bool: "*i1",
    torch.float32: "*fp32", torch.bfloat16: "*bf16",
}  # fmt: skip


def compile_only(kernel: Any, *args: Any, grid: Any, warmup: bool, num_warps: int, **named: Any) -> None:
    """Stands in for a launch: the kernel is compiled for an H100 or H200 from the types of what it is handed."""
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    assert grid
    assert not warmup
    handed = dict(zip(kernel.arg_names, args, strict=False)) | named
    assert set(handed) == set(kernel.arg_names)
    fixed = {(number,): handed[item.name] for number, item in enumerate(kernel.params) if item.is_constexpr}
    signature = {
        item.name: "constexpr" if item.is_constexpr
        else TYPES[handed[item.name].dtype] if isinstance(handed[item.name], torch.Tensor)
        else "i32"
        for item in kernel.params
    }  # fmt: skip
    source = ASTSource(kernel, signature, constexprs=fixed)
    compiled = triton.compile(source, target=GPUTarget("cuda", 90, 32), options={"num_warps": num_warps})
    assert ".target sm_90" in compiled.asm["ptx"]
    compiled_kernels.append(kernel.fn.__name__)


compiled_kernels: list[str] = []
