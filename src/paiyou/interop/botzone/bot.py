"""The program that Botzone starts: one line of JSON in, one line out, once or for the whole game.

Plain mode: the line holds all requests so far and what was answered; the program answers the last one and ends. In the
mode that keeps running it asks, behind its first answer, to stay; from then on every line is the next request alone.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from paiyou.interop.botzone.observed_game import ObservedGame
from paiyou.interop.botzone.player import Player

if TYPE_CHECKING:
    from paiyou.interop.botzone.player import Read

KEEP_RUNNING = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


class Conversation:
    """One game with Botzone, line by line."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._observed = ObservedGame(player.game)

    def answer(self, line: str) -> list[str]:
        """The lines to write: the answer, and where the bot keeps running, that it does."""
        given = json.loads(line)
        request = given
        if "requests" in given:
            self._observed = ObservedGame(self._player.game)
            *earlier, request = given["requests"]
            for place, before in enumerate(earlier):
                self._observed.add_request(before)
                self._observed.add_answer(given["responses"][place])
        self._observed.add_request(request)
        response = self._player.answer(self._observed)
        self._observed.add_answer(response)
        lines = [json.dumps({"response": response})]
        return [*lines, KEEP_RUNNING] if self._player.keep_running else lines


def main(read: Read) -> None:
    """Play one game by standard input and output."""
    player = Player(read)
    conversation = Conversation(player)
    for line in iter(sys.stdin.readline, ""):
        if not line.strip():
            continue
        print("\n".join(conversation.answer(line)), flush=True)
        if not player.keep_running:
            return
