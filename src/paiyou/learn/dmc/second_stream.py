"""Work that runs on a GPU beside other work."""

from __future__ import annotations

from typing import Any

import torch


class SecondStream:
    """A second stream of work on a GPU: what is begun inside `with` runs beside the rest until `join`.

    On a CPU all work is done where it stands.

    The tensors that the work reads must live until `join`: memory that is freed may be given to the first stream.
    """

    def __init__(self, device: torch.device) -> None:
        self._stream: Any = torch.cuda.Stream(device) if device.type == "cuda" else None  # type: ignore[no-untyped-call]
        self._context: Any = None

    @property
    def apart(self) -> bool:
        """Whether there is a second stream."""
        return self._stream is not None

    def __enter__(self) -> None:
        if self._stream is not None:
            self._stream.wait_stream(torch.cuda.current_stream())
            self._context = torch.cuda.stream(self._stream)
            self._context.__enter__()

    def __exit__(self, *_: object) -> None:
        if self._context is not None:
            self._context.__exit__(None, None, None)

    def join(self) -> None:
        """Let the first stream wait for the second."""
        if self._stream is not None:
            torch.cuda.current_stream().wait_stream(self._stream)
