"""A game as a bot has observed it on Botzone so far, and the decision that follows from it as a view.

Cards are 0 to 53 as in our decks, 4 * rank + suit, jokers 52 and 53. Seats are counted from the landlord here (0 the
landlord, 1 plays next, 2 last), so that the views are those of games without an auction.
"""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from paiyou.games.climbing_spec import ClimbingSpec
    from paiyou.interop.botzone.packed_game import PackedGame

SEATS = 3


class ObservedGame:
    """One game from one seat: requests as they come, and what was answered."""

    def __init__(self, game: ClimbingSpec | PackedGame) -> None:
        self._game = game
        self.bids: list[int] | None = None
        """While it bids: the bids before."""
        self.cards: list[int] = []
        """Its own cards by number, those played taken out."""
        self.public: list[int] = []
        self.place = 0
        """Its seat, counted from the landlord."""
        self.history: list[tuple[int, str]] = []
        self._playing = False

    def add_request(self, request: Mapping[str, Any]) -> None:
        """A request: of a bid, or of a move with what the two before have played."""
        if "bid" in request:
            self.bids, self.cards = list(request["bid"]), list(request["own"])
            return
        self.bids = None
        before: Sequence[Sequence[int]] = request["history"]
        if not self._playing:
            self._begin(request, before)
            before = before[SEATS - 1 - self.place :]  # nobody has played before the landlord
        for step, cards in enumerate(before):
            seat = (self.place - len(before) + step) % SEATS
            self.history.append((seat, self._text(cards) or "pass"))

    def _begin(self, request: Mapping[str, Any], before: Sequence[Sequence[int]]) -> None:
        self._playing = True
        self.cards, self.public = list(request["own"]), list(request["publiccard"])
        if "landlord" in request:
            self.place = (request["pos"] - request["landlord"]) % SEATS
            if self.place == 0:
                self.cards += self.public  # only the 17 cards of the deal are listed
        elif len(self.cards) > self._game.hand_size:
            self.place = 0
        else:
            self.place = 2 if before[0] else 1  # the landlord never passes his first move

    def add_answer(self, response: Any) -> None:
        """What was answered to the last request: a bid, or cards."""
        if self.bids is not None:
            return
        for card in response:
            self.cards.remove(card)
        self.history.append((self.place, self._text(response) or "pass"))

    def cards_of(self, move: str) -> list[int]:
        """A move as cards by number: the lowest suits of the hand."""
        left, found = sorted(self.cards), []
        for symbol in "" if move == "pass" else move:
            card = next(card for card in left if self._symbol(card) == symbol)
            left.remove(card)
            found.append(card)
        return found

    def view(self) -> Any:
        """What is known now that a card is to be played; the names are those of the core's view."""
        game = self._game
        played = ["", "", ""]
        bombs = 0
        for seat, move in self.history:
            if move != "pass":
                played[seat] += move
                number = game.action_numbers.get(move, 0)  # a combo that our table does not have is no bomb
                bombs += int(game.table.power[number] > 0)
        seen = Counter("".join(played)) + Counter(self._text(self.cards))
        public = Counter(self._text(self.public))
        sizes = [game.hand_size + len(self.public), game.hand_size, game.hand_size]
        return SimpleNamespace(
            seat=self.place,
            landlord=0,
            hand=self._text(self.cards),
            unseen=self._sorted(Counter(self._text(game.deck)) - seen),
            counts=[sizes[seat] - len(cards) for seat, cards in enumerate(played)],
            played=[self._sorted(Counter(cards)) for cards in played],
            known=[self._sorted(public - Counter(played[0])), "", ""],
            public=self._sorted(public),
            history=list(self.history),
            last=next((entry for entry in reversed(self.history[-2:]) if entry[1] != "pass"), None),
            bombs=bombs,
        )

    def _symbol(self, card: int) -> str:
        return self._game.symbols[self._game.rank_of_card[card]]

    def _text(self, cards: Iterable[int]) -> str:
        return self._sorted(Counter(self._symbol(card) for card in cards))

    def _sorted(self, cards: Counter[str]) -> str:
        return "".join(symbol * cards[symbol] for symbol in self._game.symbols)
