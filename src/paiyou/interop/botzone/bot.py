"""The program that Botzone starts: one line of JSON in, one line out, once or for the whole game.

Plain mode: the line holds all requests so far and what was answered; the program answers the last one and ends. In the
mode that keeps running it asks, behind its first answer, to stay; from then on every line is the next request alone.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from paiyou.interop.botzone.player import Player
from paiyou.interop.botzone.told import Told

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from paiyou.interop.botzone.player import Read

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def answer_all(player: Player, lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Answer every line, or only the first where the bot does not keep running."""
    told = Told(player.game)
    for line in lines:
        if not line.strip():
            continue
        given = json.loads(line)
        if "requests" in given:
            told = Told(player.game)
            *earlier, now = given["requests"]
            for place, request in enumerate(earlier):
                told.hear(request)
                told.answer(given["responses"][place])
        else:
            now = given
        told.hear(now)
        response = player.answer(told)
        told.answer(response)
        write(json.dumps({"response": response}))
        if not player.keep_running:
            return
        write(KEEP_RUNNING)


def main(read: Read) -> None:
    """Play one game by standard input and output."""
    answer_all(Player(read), iter(sys.stdin.readline, ""), lambda line: print(line, flush=True))
