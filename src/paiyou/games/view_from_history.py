"""A seat's view from what a person at a real table knows: the own hand, the moves so far, the cards shown.

The other hands are filled in somehow, so that the game can be played through again, and then forgotten: a View does not
hold them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from random import Random

from paiyou.games.climbing_family import CLIMBING
from paiyou.games.climbing_spec import ClimbingSpec
from paiyou.games.family import KNOWN_CARDS
from paiyou.games.game import Game
from paiyou.games.protocol import Hand, State, View
from paiyou.games.trick_family import TRICK

TRIES = 10_000
"""How often other hands are filled in before giving up."""
PATIENCE = 200
"""After so many swaps in vain the cards are shuffled anew."""

Cards = Counter[str]
History = Sequence[tuple[int, str]]


def view_of(game: Game, seat: int, hand: Hand, history: History = (), bottom: Hand = "") -> View:
    """What a seat knows in a game from the deal on.

    `hand` are its cards now, `history` all moves so far, `bottom` the cards the landlord took face up.

    Example: `view_of(game, 1, "3456789TJQKA2BR33", [(0, "44")], bottom="567")`.
    """
    if not 0 <= seat < game.seats:
        raise ValueError(f"seat must be 0 to {game.seats - 1}, not {seat}")
    for mover, _ in history:
        if not 0 <= mover < game.seats:
            raise ValueError(f"the history names seat {mover}; seats are 0 to {game.seats - 1}")
    cards = game.family.part(KNOWN_CARDS)(game)
    cards.lay_out(seat, _count(hand), history, _count(bottom))
    first, random = _first_to_move(game, seat, history), Random(0)
    order: list[str] = []
    reached, furthest, vain, kept = -1, -1, PATIENCE, ""
    for _ in range(TRIES):
        if vain >= PATIENCE:
            candidate, reached, vain = cards.arrange(random), -1, 0
        else:
            candidate = _with_a_swap(order, random)
        state, moves, problem = _replay(cards.start(first, candidate), history)
        if moves == len(history):
            return state.view(seat)
        # It may be the cards that were filled in, such as a pass of one who must beat: a few others may do better.
        vain = 0 if moves > reached else vain + 1
        if moves >= reached:
            order, reached = candidate, moves
        if moves > furthest:
            furthest, kept = moves, problem
    raise ValueError(f"no other hands were found that agree with this hand and history: {kept}")


def _first_to_move(game: Game, seat: int, history: History) -> int:
    """Seat 0, unless an auction or a card decides: then whoever moved first, or the seat that asks."""
    decided = getattr(game.spec, "lead_card", None) is not None or game.spec.auction is not None
    return 0 if not decided else history[0][0] if history else seat


def _replay(state: State, history: History) -> tuple[State, int, str]:
    """Plays a history as far as it goes; how far that is, and why no further."""
    for number, (mover, move) in enumerate(history):
        if state.turn != mover:
            return state, number, f"the history lets seat {mover} play {move} when it is seat {state.turn}'s turn"
        try:
            state.play(move)
        except ValueError as error:
            return state, number, str(error)
    return state, len(history), ""


def _with_a_swap(order: list[str], random: Random) -> list[str]:
    if len(order) < 2:
        return order
    one, other = random.sample(range(len(order)), 2)
    swapped = list(order)
    swapped[one], swapped[other] = swapped[other], swapped[one]
    return swapped


def _count(cards: Hand) -> Cards:
    """Cards of a string or a list; in a climbing game every character is a card."""
    if isinstance(cards, str):
        return Counter(cards.split() if " " in cards.strip() or len(cards.split()) > 1 else list(cards.strip()))
    return Counter(cards)


class KnownCards(ABC):
    """The cards of one game as far as they are known; a family says what its moves tell."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known: list[Cards] = [Counter() for _ in range(game.seats)]
        """What each seat is known to have been dealt."""
        self.sizes: list[int] = []
        """How many cards each seat was dealt."""
        self.rest: Cards = Counter()
        """Cards that nobody has seen."""

    def claim(self, seat: int, cards: Cards, what: str) -> None:
        """Give cards to a seat; ValueError where the deck has no more of them."""
        missing = cards - self.rest
        if missing:
            raise ValueError(f"{what} has {' '.join(sorted(missing.elements()))}, which the deck has no more of")
        self.rest -= cards
        self.known[seat] += cards

    def own_hand(self, seat: int, hand: Cards, played: Cards) -> None:
        """Give the seat that asks its cards; ValueError where it must hold more or fewer."""
        self.claim(seat, hand, "the hand")
        wanted = self.sizes[seat] - played.total()
        if hand.total() != wanted:
            raise ValueError(f"seat {seat} must hold {wanted} cards after this history, not {hand.total()}")

    def arrange(self, random: Random) -> list[str]:
        """The unseen cards in the order in which the seats are given what they lack; the last are left over."""
        rest = list(self.rest.elements())
        random.shuffle(rest)
        for seat, known in enumerate(self.known):
            if known.total() > self.sizes[seat]:
                raise ValueError(f"seat {seat} has played more cards than it was dealt")
        return rest

    def fill(self, order: list[str]) -> tuple[list[Cards], list[str]]:
        """Every seat's deal, and the cards left over."""
        hands, place = [], 0
        for seat, known in enumerate(self.known):
            missing = self.sizes[seat] - known.total()
            hands.append(known + Counter(order[place : place + missing]))
            place += missing
        return hands, order[place:]

    @abstractmethod
    def lay_out(self, seat: int, hand: Cards, history: History, bottom: Cards) -> None:
        """Put down all that is known."""

    @abstractmethod
    def start(self, first: int, order: list[str]) -> State:
        """The beginning of the game with the unseen cards given out in this order."""


class ClimbingCards(KnownCards):
    """Combos that were played, and the cards that the landlord took face up."""

    def lay_out(self, seat: int, hand: Cards, history: History, bottom: Cards) -> None:
        """Put down all that is known."""
        spec = CLIMBING.spec_of(self.game, "combos are played")
        self.rest = Counter(spec.symbols[rank] for rank in spec.rank_of_card)
        unknown = bottom - self.rest
        if unknown:
            raise ValueError(f"bottom has {' '.join(sorted(unknown))}, which the deck has not")
        calls = set(spec.auction.calls) if spec.auction else set()
        played = [Counter[str]() for _ in range(spec.seats)]
        for mover, move in history:
            if move not in calls and move != "pass":
                played[mover] += Counter(move)
        self.sizes = [spec.hand_size] * spec.seats
        taker = None if spec.pile == "hidden" else self._landlord(history) if calls else 0
        if taker is None and bottom:
            raise ValueError("bottom is not known: nobody has taken it")
        if taker is not None:
            self.sizes[taker] += spec.pile_size
        for other in range(spec.seats):
            self.claim(other, played[other], f"what seat {other} has played")
        self.own_hand(seat, hand, played[seat])
        if taker is not None and taker != seat:
            # A card he has played counts as one of those he took while there is one of its rank.
            self.claim(taker, bottom - played[taker], "bottom")
        elif taker is not None and bottom - self.known[taker]:
            raise ValueError("bottom must be among the landlord's cards")
        self._bottom, self._taker = bottom, taker if calls else None

    def _landlord(self, history: History) -> int | None:
        """Who has won the auction, found by holding it with any hands; None while it goes on."""
        spec = CLIMBING.spec_of(self.game, "combos are played")
        first = history[0][0] if history else 0
        hands, rest = self._any_hands(spec)
        state = self.game.start(hands, turn=first, bottom=rest)
        for mover, move in history:
            if not state.bidding:  # type: ignore[attr-defined]
                break
            if state.turn != mover:
                raise ValueError(f"the history lets seat {mover} say {move} when it is seat {state.turn}'s turn")
            state.play(move)
        return None if state.bidding or state.over else state.landlord  # type: ignore[attr-defined]

    @staticmethod
    def _any_hands(spec: ClimbingSpec) -> tuple[list[str], str]:
        deck = [spec.symbols[rank] for rank in spec.rank_of_card]
        size = spec.hand_size
        return ["".join(deck[place : place + size]) for place in range(0, spec.seats * size, size)], "".join(
            deck[spec.seats * size :]
        )

    def start(self, first: int, order: list[str]) -> State:
        """The beginning of the game with the unseen cards given out in this order."""
        hands, rest = self.fill(order)
        bottom = "".join(rest) if rest else "".join(self._bottom.elements())
        if self._taker is not None:  # an auction: nobody had taken the cards when it began
            hands[self._taker] = hands[self._taker] - self._bottom
            bottom = "".join(self._bottom.elements())
        return self.game.start(["".join(hand.elements()) for hand in hands], turn=first, bottom=bottom)


class TrickCards(KnownCards):
    """Cards played, exposed and dealt open; suits of which a seat has shown that it has none."""

    def lay_out(self, seat: int, hand: Cards, history: History, bottom: Cards) -> None:
        """Put down all that is known."""
        spec = TRICK.spec_of(self.game, "tricks are played")
        if bottom:
            raise ValueError(f"there are no cards to take in {self.game.name}; leave bottom out")
        self.rest = Counter(spec.cards)
        self.sizes = [spec.hand_size] * spec.seats
        played = [Counter[str]() for _ in range(spec.seats)]
        shown = [Counter[str]() for _ in range(spec.seats)]
        for mover, move in history:
            if move.startswith("expose"):
                shown[mover] += Counter(card for card in move.split()[1:] if card != "none")
            else:
                played[mover][move] += 1
        for other in range(spec.seats):
            self.claim(other, played[other], f"what seat {other} has played")
        self.own_hand(seat, hand, played[seat])
        for other in range(spec.seats):
            self.claim(other, shown[other] - self.known[other], f"what seat {other} has exposed")
            open_cards = Counter(spec.cards[card] for card in spec.open_cards[other]) if spec.open_cards else Counter()
            self.claim(other, open_cards - self.known[other], f"what lies open of seat {other}")
        leader = history[0][0] if history else seat
        if spec.lead_card is not None:
            card = spec.cards[spec.lead_card]
            if self.rest[card]:
                self.claim(leader, Counter([card]), "the first to move")
        self._void = self._find_voids(history)

    def _find_voids(self, history: History) -> list[set[str]]:
        """Suits of which each seat had no card at some point, and so holds none now."""
        void: list[set[str]] = [set() for _ in range(self.game.seats)]
        cards = [(mover, move) for mover, move in history if not move.startswith("expose")]
        for begin in range(0, len(cards), self.game.seats):
            suit = cards[begin][1][0]
            for mover, move in cards[begin : begin + self.game.seats]:
                if move[0] != suit:
                    void[mover].add(suit)
        return void

    def arrange(self, random: Random) -> list[str]:
        """As for any game, but a shown void stays one: the cards with the fewest takers are given out first."""
        rest = super().arrange(random)
        rest.sort(key=lambda card: sum(card[0] not in void for void in self._void))
        room = [size - known.total() for size, known in zip(self.sizes, self.known, strict=True)]
        room.append(len(rest) - sum(room))  # what is left over
        void = [*self._void, set[str]()]
        given: list[list[str]] = [[] for _ in room]
        for card in rest:
            takers = [place for place in range(len(room)) if room[place] > 0 and card[0] not in void[place]]
            # Nobody may hold it: whoever has room gets it for now, and swaps will have to mend it.
            takers = takers or [place for place in range(len(room)) if room[place] > 0]
            taker = random.choices(takers, [room[place] for place in takers])[0]
            given[taker].append(card)
            room[taker] -= 1
        return [card for cards in given for card in cards]

    def start(self, first: int, order: list[str]) -> State:
        """The beginning of the game with the unseen cards given out in this order."""
        hands, rest = self.fill(order)
        return self.game.start([list(hand.elements()) for hand in hands], turn=first, bottom=rest)


def read_history(text: str) -> list[tuple[int, str]]:
    """Moves as a person types them: `"0:33, 1:44, 2:pass"`."""
    moves = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        seat, colon, move = part.partition(":")
        if not colon or not seat.strip().isdecimal() or not move.strip():
            raise ValueError(f"a move of the history is SEAT:MOVE, such as 0:33, not {part[:40]!r}")
        moves.append((int(seat), move.strip()))
    return moves


CLIMBING.supply(KNOWN_CARDS, ClimbingCards)
TRICK.supply(KNOWN_CARDS, TrickCards)
