"""What a trick game is: plain data that the C++ engine, the batched game on torch and the page all read.

Nothing here needs the compiled core. Cards are numbered by their place in the deck, suit by suit and from low to high.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from paiyou.games.teams import check_seats_and_teams, has_partners
from paiyou.games.trick_family import TRICK, TrickFamily

RANKS = "23456789TJQKA"
"""Ranks of a 52-card pack from low to high."""


@dataclass(frozen=True)
class Exposure:
    """A card that its holder may show before the first lead, and what that does to the score of whoever takes it."""

    card: int
    doubles: tuple[int, ...] = ()
    """Cards whose points count twice."""
    doubles_set: bool = False
    """Whether the bonus for the whole set counts twice."""


@dataclass(frozen=True)
class TrickScore:
    """What the cards a seat has taken are worth; an empty set or None switches a rule off."""

    points: tuple[int, ...]
    """Of every card."""
    whole_set: tuple[int, ...] = ()
    """Taken whole, these cards count `whole_set_points` instead of their points."""
    whole_set_points: int = 0
    flips: tuple[int, ...] = ()
    """The points of these cards change sign for a seat that takes all of `flip_when`."""
    flip_when: tuple[int, ...] = ()
    multiplier: int | None = None
    """The card that multiplies what its taker has scored, by `factor`, or by `exposed_factor` if it was exposed."""
    factor: int = 2
    exposed_factor: int = 4
    alone: int = 0
    """What the multiplier is worth to a taker of no card in `company`."""
    exposed_alone: int = 0
    company: tuple[int, ...] = ()
    trick: int = 0
    """Points for every trick, whatever its cards."""
    par: int = 0
    """Taken off every seat's score at the end."""


@dataclass(frozen=True, kw_only=True)
class TrickSpec:
    """A trick game as data: deck, deal, lead, exposures and score.

    Example: `paiyou.games.gongzhu.spec().number("SQ")` is 23.
    """

    name: str
    """The name with its options, as `paiyou.game` takes it."""
    title: str = ""
    """For people; a listed game has the one of its info."""
    suits: str
    """One letter per suit, in the order of the deck."""
    cards: tuple[str, ...]
    """The deck as suit and rank, sorted by suit and from low to high."""
    seats: int
    hand_size: int
    teams: tuple[int, ...]
    """Team of each seat. Payoffs are points per seat; partners play for their team's less those of the others."""
    score: TrickScore
    lead_card: int | None = None
    """The card whose holder leads first; None: seat 0."""
    must_lead_card: bool = False
    """Whether the first lead must be that card."""
    exposures: tuple[Exposure, ...] = ()
    """What may be exposed, one bit of a mask each; none: play begins with the first lead."""
    open_cards: tuple[tuple[int, ...], ...] = field(default=())
    """Cards always dealt to a seat, as everybody knows."""

    version: int = 1
    """Of the rules; see `GameInfo.version`."""

    family: ClassVar[TrickFamily] = TRICK
    auction: ClassVar[None] = None
    """Nobody bids in a trick game."""

    def __post_init__(self) -> None:
        try:
            self._check()
        except TypeError:
            raise ValueError("spec: a field has the wrong type") from None

    def _check(self) -> None:
        fine = isinstance(self.suits, str) and self.suits.isascii() and len(set(self.suits)) == len(self.suits)
        if not fine:
            raise ValueError("suits must be a string with one plain letter, each different, for each suit")
        if len(set(self.cards)) != len(self.cards) or not all(card[:1] in self.suits and card for card in self.cards):
            raise ValueError("cards must be different strings that begin with the letter of their suit, such as 'SQ'")
        check_seats_and_teams(self.seats, self.teams)
        if len(self.open_cards) not in (0, self.seats):
            raise ValueError(f"open_cards must be empty, or name cards for each of the {self.seats} seats")
        if self.lead_card is not None and not 0 <= self.lead_card < len(self.cards):
            raise ValueError("lead_card must be the number of a card of the deck, or None")

    @property
    def suit_of_card(self) -> tuple[int, ...]:
        """The place of every card's suit in `suits`."""
        return tuple(self.suits.index(card[0]) for card in self.cards)

    @property
    def actions(self) -> tuple[str, ...]:
        """Every card-play action: the cards."""
        return self.cards

    @property
    def exposure_moves(self) -> tuple[str, ...]:
        """What may be said before the first lead, by the mask of the cards exposed; empty where nothing is."""
        names = [self.cards[exposure.card] for exposure in self.exposures]
        masks = range(1 << len(names)) if names else ()
        shown = [[name for bit, name in enumerate(names) if mask >> bit & 1] for mask in masks]
        return tuple(" ".join(["expose", *cards]) if cards else "expose none" for cards in shown)

    @property
    def has_partners(self) -> bool:
        """Whether seats play for each other."""
        return has_partners(self.teams)

    @property
    def pile_size(self) -> int:
        """Cards left over after the deal."""
        return len(self.cards) - self.seats * self.hand_size

    @property
    def counting(self) -> tuple[int, ...]:
        """The cards that a score depends on, by their numbers."""
        score = self.score
        multiplier = () if score.multiplier is None else (score.multiplier,)
        named = {*score.whole_set, *score.flips, *score.flip_when, *score.company, *multiplier}
        return tuple(sorted(named | {card for card, points in enumerate(score.points) if points}))

    def knowable(self, exposable: Iterable[int]) -> tuple[int, ...]:
        """The cards that everybody may know the holder of: those that may be exposed, that lead, or are dealt open."""
        lead = () if self.lead_card is None else (self.lead_card,)
        return tuple(sorted({*exposable, *lead, *(card for own in self.open_cards for card in own)}))

    @property
    def points_unit(self) -> float:
        """About how far results lie from their mean: partners count two hands of their own and two of the others'.

        Wu et al. 2022 count in hundreds of points: another scale, and the same player.
        """
        return 250.0 if self.has_partners else 125.0

    def number(self, card: str) -> int:
        """The number of a card by its name."""
        return self.cards.index(card)


def numbers(cards: tuple[str, ...], names: Iterable[str]) -> tuple[int, ...]:
    """The numbers of some cards of a deck: `numbers(("H2", "H3"), ["H3"])` is `(1,)`."""
    return tuple(cards.index(name) for name in names)
