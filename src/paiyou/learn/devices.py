"""Choosing the device: a GPU where there is one."""

from __future__ import annotations

import os

import torch


def device_named(name: str = "") -> torch.device:
    """`cuda` or `cpu`, or the better one that is here; with several GPUs, each process of a team has its own."""
    try:
        device = torch.device(name or ("cuda" if torch.cuda.is_available() else "cpu"))
    except RuntimeError:
        raise ValueError(f"there is no device {name!r}; there are cuda and cpu") from None
    if device.type != "cuda":
        return device
    if not torch.cuda.is_available():
        raise ValueError("there is no GPU here that torch can use; train with device=cpu")
    if device.index is not None:
        return device
    own = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")))
    torch.cuda.set_device(own)
    return own


def describe(device: torch.device) -> str:
    """The device as a person knows it."""
    return torch.cuda.get_device_name(device) if device.type == "cuda" else "CPU"
