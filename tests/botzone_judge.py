"""A small judge for Botzone's Dou Dizhu, by the rules page: it deals, asks bots by lines of JSON, and finds faults.

Which combos are legal is the engine's business (the presets `botzone` and `botzone2`); that a bot has the cards it lays
down, says a number when it bids, and is asked as Botzone asks, is this judge's.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import paiyou

Ask = Callable[[str], str]
"""A line to a bot, and its answer."""

GAMES = {"FightTheLandlord": "doudizhu:botzone", "FightTheLandlord2": "doudizhu:botzone2,bidding=123"}


class FaultError(Exception):
    """A bot has broken a rule."""


class Bot:
    """One seat: what it was asked and what it said, and how a line is made of that."""

    def __init__(self, ask: Ask, *, keep_running: bool = False) -> None:
        self._ask, self._keep_running = ask, keep_running
        self.requests: list[Any] = []
        self.responses: list[Any] = []

    def listen(self, request: Any) -> None:
        """For tests that want to hear what is asked."""

    def spoken(self, response: Any) -> None:
        """And what is answered."""

    def answer(self, request: Any) -> Any:
        self.requests.append(request)
        self.listen(request)
        whole = not self._keep_running or len(self.requests) == 1
        line = {"requests": self.requests, "responses": self.responses} if whole else request
        said = json.loads(self._ask(json.dumps(line)))
        assert set(said) <= {"response", "debug", "data", "globaldata"}
        self.responses.append(said["response"])
        self.spoken(said["response"])
        return said["response"]


class Judge:
    """One game on one deal."""

    def __init__(self, name: str, seed: int) -> None:
        self.game = paiyou.game(GAMES[name])
        self.state: Any = self.game.deal(seed)
        spec: Any = self.game.spec
        number = dict(zip(spec.card_names, spec.deck, strict=True))
        self.symbol = {card: spec.symbols[rank] for card, rank in zip(spec.deck, spec.rank_of_card, strict=True)}
        self.dealt = [[number[card] for card in self.state.cards(seat)] for seat in range(3)]
        self._bidding = spec.auction is not None
        # Without an auction the landlord holds his twenty cards from the beginning.
        held = {card for hand in self.dealt for card in hand}
        self.public = [card for card in spec.deck if card not in held] if self._bidding else []
        if not self._bidding:
            left = list(self.state.bottom)
            for card in self.dealt[0]:
                if self.symbol[card] in left:
                    left.remove(self.symbol[card])
                    self.public.append(card)
        self.cards = [list(hand) for hand in self.dealt]

    def play(self, bots: list[Bot]) -> list[int]:
        """The payoffs of the game; `FaultError` where a bot breaks a rule."""
        said: list[int] = []
        while self.state.bidding:
            bid = bots[self.state.turn].answer({"own": self.dealt[self.state.turn], "bid": list(said)})
            if not isinstance(bid, int) or f"bid {bid}" not in self.state.moves():
                raise FaultError(f"bid {bid} after {said}")
            said.append(bid)
            self.state.play(f"bid {bid}")
        landlord = self.state.landlord
        if self._bidding:
            self.cards[landlord] += self.public
        down: list[list[int]] = [[], []]
        asked: set[int] = set()
        while not self.state.over:
            seat = self.state.turn
            request: dict[str, Any] = {"history": [list(cards) for cards in down[-2:]]}
            if seat not in asked:
                asked.add(seat)
                request |= {"own": self.dealt[seat], "publiccard": self.public}
                if self._bidding:
                    request |= {"landlord": landlord, "pos": seat, "finalbid": self.state.stake}
            down.append(self._lay_down(seat, bots[seat].answer(request)))
        return list(self.state.payoffs)

    def _lay_down(self, seat: int, cards: Any) -> list[int]:
        if not isinstance(cards, list) or not set(cards) <= set(self.cards[seat]) or len(set(cards)) != len(cards):
            raise FaultError(f"seat {seat} does not hold {cards}")
        try:
            self.state.play("".join(self.symbol[card] for card in cards) or "pass")
        except ValueError as refusal:
            raise FaultError(f"seat {seat}: {refusal}") from None
        for card in cards:
            self.cards[seat].remove(card)
        return list(cards)
