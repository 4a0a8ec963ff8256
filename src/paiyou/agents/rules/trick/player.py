"""The rule-based player of trick games: it ducks, dumps and counts, and says what each card is worth in points.

A card's value is what this trick brings, weighed with the chance to take it, and the outlook of the rest of the hand.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, cast

from paiyou.agents.base import Evaluation, Unit
from paiyou.agents.rules.trick.counting import Pack, Situation, cards_in
from paiyou.agents.rules.trick.exposing import Exposing, ExposingWeights
from paiyou.agents.rules.trick.future import Future, FutureWeights
from paiyou.agents.rules.trick.worth import Worth, WorthWeights
from paiyou.games.game import Game
from paiyou.games.protocol import View
from paiyou.games.trick_family import TRICK

if TYPE_CHECKING:
    from paiyou._core import TrickView


GOOD = 15.0
"""A trick worth more than this everyone wants."""


@dataclass(frozen=True)
class Weights:
    """How the player weighs this trick against others, and what it thinks of the other players."""

    worth: WorthWeights = field(default_factory=WorthWeights)
    future: FutureWeights = field(default_factory=FutureWeights)
    exposing: ExposingWeights = field(default_factory=ExposingWeights)
    neutral_beat: float = 0.3
    """How often a player who can will beat a card in a trick that holds nothing."""
    careless_beat: float = 0.15
    """How often he does so in a bad trick though he need not."""
    throws: float = 0.9
    """How much of the worst that he may hold a player out of the suit really throws."""
    sheep_falls: float = 0.17
    """How often a player who holds a good card lets it fall under a higher one."""
    shed: float = 0.001
    """What a point of the card itself counts, so that of cards that are alike the worst goes first."""
    set_lead: float = 7.0
    """What it is worth to lead low from the set's suit, before others throw its cards on my tricks."""
    sheep_lead: float = 6.0
    """What it costs to lead low to a good card that another holds, and what it brings to lead the highest card."""
    pair: float = 1.0
    """With partners: what a point that another seat takes counts beside one that I take."""
    flush: float = 7.0
    """What it is worth to lead below a bad card that others hold, with nothing above it in hand."""


class TrickRules:
    """Plays by rules and by counting; every decision follows from the View alone."""

    def __init__(self, game: Game, weights: Weights | None = None) -> None:
        self.spec = spec = TRICK.spec_of(game, "these rules are for players")
        self.weights = weights or Weights()
        self._allied = partial(game.family.allied, spec)
        self.pack = Pack(spec)
        self.worth = Worth(spec, self.pack, self.weights.worth)
        self.exposing = Exposing(spec, self.pack, self.weights.exposing)

    def choose(self, view: View) -> str:
        """The move with the highest value."""
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        return self.evaluate(view)[0][0]

    def evaluate(self, view: View) -> Evaluation:
        """Every legal move with the points it promises from here on, best first; exposures with what they gain."""
        trick_view = cast("TrickView", view)
        moves = trick_view.moves()
        if not moves:
            raise ValueError("there is no move to choose: this seat is not to move")
        situation = Situation(self.pack, trick_view, self._allied)
        if trick_view.exposing:
            values = self._exposing_values(moves, situation)
        else:
            values = Decision(self, situation).values([self.pack.number[move] for move in moves])
        return sorted(((move, value, 1.0) for move, value in zip(moves, values, strict=True)), key=lambda row: -row[1])

    def unit(self, view: View) -> Unit:
        """Points; exposures are weighed by rules of thumb."""
        return "order" if cast("TrickView", view).exposing else "points"

    def _exposing_values(self, moves: list[str], situation: Situation) -> list[float]:
        """What each exposure gains."""
        points, _ = self.worth.shown_points(tuple(situation.exposed))
        number = self.pack.number
        shown = [tuple(number[name] for name in move.split()[1:] if name in number) for move in moves]
        return [self.exposing.gain(situation.hand, cards, points) for cards in shown]


class Decision:
    """One card to play: what the trick holds, what may still fall, who may take it."""

    def __init__(self, player: TrickRules, situation: Situation) -> None:
        self.pack, self.situation, self.weights = player.pack, situation, player.weights
        self.worth = player.worth.to_me(situation)
        self.pigs, self.sheep, self.whole_set = player.worth.pigs, player.worth.sheep, player.worth.whole_set
        pack = self.pack
        self.per_trick = float(player.spec.score.trick)
        self.future = Future(player.worth, situation, self.worth, self.weights.future)
        self.on_table = self.per_trick + sum(self.worth[card] for _, card in situation.trick)
        self.above_pig = [
            any(pack.higher[card] & situation.hand for card in cards_in(situation.unseen & self.pigs & of_suit))
            for of_suit in pack.of_suit
        ]
        self.risky = [
            any(self.worth[card] < -5 for card in cards_in(situation.unseen & of_suit)) for of_suit in pack.of_suit
        ]
        self._throws: dict[int, float] = {}

    def values(self, cards: list[int]) -> list[float]:
        """What each of some cards promises, in points."""
        situation, pack = self.situation, self.pack
        suits = [situation.hand & of_suit for of_suit in pack.of_suit]
        outlooks = [self.future.of_suit(suit, mine) for suit, mine in enumerate(suits)]
        discards = [self.future.discards(suit, mine) for suit, mine in enumerate(suits)]
        result = []
        for card in cards:
            suit = pack.suit_of[card]
            mine = suits[suit] & ~(1 << card)
            rest, free = outlooks.copy(), discards.copy()
            rest[suit], free[suit] = self.future.of_suit(suit, mine), self.future.discards(suit, mine)
            value = self.this_trick(card) + self.future.total(rest, free)
            if situation.partners:
                value += self.for_the_pair(card)
            value -= self.weights.shed * self.worth[card]
            if situation.led is None:
                value += self.leading(card, suit)
            result.append(value)
        return result

    def leading(self, card: int, suit: int) -> float:
        """What leading a card does for tricks to come."""
        situation, pack, weights = self.situation, self.pack, self.weights
        unseen = situation.unseen & pack.of_suit[suit]
        value = 0.0
        if unseen & self.pigs & pack.higher[card] and not self.above_pig[suit]:
            value += weights.flush
        if unseen & self.sheep:
            value += -weights.sheep_lead if pack.higher[card] & unseen else weights.sheep_lead
        if unseen & self.whole_set and pack.higher[card] & unseen:
            value += weights.set_lead
        return value

    def this_trick(self, card: int) -> float:
        """What the trick brings if this card is played to it."""
        situation, pack = self.situation, self.pack
        suit = pack.suit_of[card]
        if situation.led is not None and (suit != situation.led or card < situation.best):
            return 0.0
        holds = self.on_table + self.worth[card]
        chance = 1.0
        brings = holds
        for seat in situation.later:
            chance *= 1.0 - self.beats(seat, card, suit, holds)
            brings += self.adds(seat, card, suit)
        if self.is_surely_beaten(card, holds):
            return 0.0
        return chance * brings

    def for_the_pair(self, card: int) -> float:
        """What the trick brings the pair when another seat takes it, less what it brings the other pair.

        What I take myself is counted elsewhere; what my partner takes is as good, and what an enemy takes as bad.
        """
        situation, pack, weights = self.situation, self.pack, self.weights
        suit = pack.suit_of[card]
        holds = self.on_table + self.worth[card]
        leads = situation.led is None or (suit == situation.led and card > situation.best)
        best, best_suit = (card, suit) if leads else (situation.best, pack.suit_of[situation.best])
        stands, total = 1.0, 0.0
        # Going backwards, the last seat that beats the card takes the trick.
        for seat in reversed(situation.later):
            takes = stands * self.beats(seat, best, best_suit, holds)
            stands -= takes
            total += takes * (1.0 if seat in situation.partners else -1.0)
        if not leads:
            total += stands * (1.0 if situation.winner in situation.partners else -1.0)
        return weights.pair * total * holds

    def is_surely_beaten(self, card: int, holds: float) -> bool:
        """Whether a good trick goes to a higher card that must lie in one of the hands still to play."""
        situation = self.situation
        everyone = len(situation.later) == len(situation.others) and situation.nothing_aside
        return everyone and holds > GOOD and bool(self.pack.higher[card] & situation.unseen)

    def beats(self, seat: int, card: int, suit: int, holds: float) -> float:
        """The chance that a later seat takes the trick from this card."""
        situation = self.situation
        can = 1.0 - situation.lacks(seat, self.pack.higher[card], suit)
        if can == 0.0 or holds > GOOD or self.per_trick > 0:
            return can
        must = can * situation.lacks(seat, self.pack.lower[card], suit)
        more = self.risky[suit] and seat != situation.later[-1]
        would = self.weights.careless_beat if more or holds < -5 else self.weights.neutral_beat
        return must + (can - must) * would

    def adds(self, seat: int, card: int, suit: int) -> float:
        """What a later seat brings to the trick if this card takes it."""
        situation, worth = self.situation, self.worth
        void = situation.lacks(seat, self.pack.of_suit[suit], suit)
        under = self.pack.lower[card] & situation.unseen
        follows = 0.0
        for other in cards_in(under):
            value = worth[other]
            if self.pigs >> other & 1:
                follows += situation.holds(seat, other) * value
            elif self.sheep >> other & 1:
                follows += situation.holds(seat, other) * value * self.weights.sheep_falls
            else:
                follows += value / under.bit_count()
        return (1.0 - void) * follows + void * self.throws(seat)

    def throws(self, seat: int) -> float:
        """What a seat out of the suit throws on a trick of mine: the worst card it may hold; a partner spares me."""
        if seat in self.situation.partners:
            return 0.0
        if seat not in self._throws:
            bad = sorted((self.worth[card], card) for card in cards_in(self.situation.unseen) if self.worth[card] < 0)
            rest, total = 1.0, 0.0
            for value, card in bad[:8]:
                chance = self.situation.holds(seat, card)
                total += rest * chance * value
                rest *= 1.0 - chance
            self._throws[seat] = total * self.weights.throws
        return self._throws[seat]
