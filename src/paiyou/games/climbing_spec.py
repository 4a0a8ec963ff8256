"""What a climbing game is: plain data that the C++ engine, the batched game on torch and the page all read.

Nothing here needs the compiled core. A spec is made once per game and variant and never changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import ClassVar, Literal

import numpy as np
import numpy.typing as npt

from paiyou.games.climbing_family import CLIMBING, ClimbingFamily
from paiyou.games.packing import MAX_COPIES, MAX_RANKS, write_all_cards
from paiyou.games.teams import check_seats_and_teams, has_partners

SUITS = "HDSC"
"""Suits in the order of card numbers: card = 4 * rank + suit, as on Botzone."""

MOST_CARDS = 63
"""Cards of a deck, which is a set of bits."""

SYMBOLS = "3456789TJQKA2BR"
"""Ranks of climbing games from low to high; B and R are the black and the red joker."""


@dataclass(frozen=True, eq=False)
class ComboTable:
    """Every card-play action of a game as columns; action 0 is the pass.

    Plain combos come first, sorted by power, group and key; then the combos with kickers, one block per body.
    """

    cards: npt.NDArray[np.uint64]
    """Packed rank counts."""
    group: npt.NDArray[np.uint16]
    """Category and length; only combos of one group are compared by key."""
    key: npt.NDArray[np.uint8]
    """The rank that decides within a group."""
    power: npt.NDArray[np.uint8]
    """0 plain, 1 bomb, 2 rocket: more power beats less whatever the group."""
    size: npt.NDArray[np.uint8]
    """Number of cards."""
    body: npt.NDArray[np.int32]
    """Number of the body whose kickers the combo carries; -1 for plain combos."""
    last_only: npt.NDArray[np.bool_]
    """Playable only as the last cards of the hand."""
    stands_group: npt.NDArray[np.uint16]
    """What the combo counts as once it lies on the table: its own group but for DouZero's oddities;
    `len(groups)` is a group that nothing belongs to."""
    stands_key: npt.NDArray[np.uint8]
    body_cards: npt.NDArray[np.uint64]
    body_last_only: npt.NDArray[np.bool_]
    alias_action: npt.NDArray[np.uint32]
    """Actions that may also answer `alias_group` above a lower key than `alias_key`."""
    alias_group: npt.NDArray[np.uint16]
    alias_key: npt.NDArray[np.uint8]
    groups: tuple[str, ...]
    """Names of the groups, such as `"solo"` or `"plane+solo/3"`: the category, then the length where it has one."""

    def __len__(self) -> int:
        return len(self.cards)

    def count_by_category(self) -> dict[str, int]:
        """Number of actions in each category, the pass included."""
        counts = {"pass": 1}
        for group, number in zip(*np.unique(self.group[1:], return_counts=True), strict=True):
            category = self.groups[group].partition("/")[0]
            counts[category] = counts.get(category, 0) + int(number)
        return counts


@dataclass(frozen=True)
class AuctionStep:
    """What a call leads to: another node, or (`next` is None) the end with a landlord and a stake, 0 for a redeal."""

    next: int | None
    landlord: int = 0
    stake: int = 0


@dataclass(frozen=True)
class Auction:
    """How the landlord is chosen, as a transition table. Seats are counted from the one that opens."""

    calls: tuple[str, ...]
    speaker: tuple[int, ...]
    """The seat that speaks at each node."""
    steps: tuple[dict[int, AuctionStep], ...]
    """At each node, the calls that are open and where they lead."""
    random_opener: bool = True
    """Whether the deal's seed draws the seat that opens; else seat 0 does."""

    def node_after(self, calls: Sequence[str]) -> int:
        """The node that these calls lead to; ValueError where one of them was not open, or they end the auction."""
        node = 0
        for call in calls:
            step = self.steps[node].get(self.calls.index(call)) if call in self.calls else None
            if step is None or step.next is None:
                raise ValueError(f"no auction goes on after {', '.join(calls)}: {call} was not open, or ended it")
            node = step.next
        return node

    def claims(self, node: int) -> frozenset[str]:
        """The calls at a node that make sure of a landlord, where until now the cards might still be thrown in."""
        if not self._thrown_in[node]:
            return frozenset()
        return frozenset(
            self.calls[call] for call, step in self.steps[node].items() if not _redeals(step, self._thrown_in)
        )

    @cached_property
    def _thrown_in(self) -> list[bool]:
        """For every node, whether the cards may still be thrown in."""
        found = [False] * len(self.steps)
        for node in reversed(range(len(self.steps))):  # steps only lead forward
            found[node] = any(_redeals(step, found) for step in self.steps[node].values())
        return found


def _redeals(step: AuctionStep, thrown_in: Sequence[bool]) -> bool:
    return step.stake == 0 if step.next is None else thrown_in[step.next]


@dataclass(frozen=True)
class Score:
    """How a finished game is paid."""

    kind: Literal["stake", "cards"] = "stake"
    """`stake`: landlord against the rest; `cards`: losers pay the winner for the cards they are left with."""
    landlord_factor: int = 2
    """The landlord wins or loses this many times the stake, once from or to each of the others: seats - 1."""
    bid: bool = True
    """The stake begins with the bid; else with 1, whatever was bid."""
    spring: bool = False
    """Doubled when neither peasant played a card, or the landlord played only once and lost."""
    last_card_free: bool = False
    """A loser with one card left pays nothing for it."""
    never_played_factor: int = 1
    """A loser who never played pays this many times."""
    unbeaten_bomb: int = 0
    """What every other seat pays for a bomb that takes its trick."""


@dataclass(frozen=True, eq=False, kw_only=True)
class ClimbingSpec:
    """A climbing game as data: deck, deal, combos, auction and score.

    Example: `paiyou.games.doudizhu.spec().table.count_by_category()["bomb"]` is 13.
    """

    name: str
    """The name with its options, as `paiyou.game` takes it."""
    title: str = ""
    """For people; a listed game has the one of its info."""
    symbols: str
    """One character per rank, low to high."""
    deck: tuple[int, ...]
    """Every card as 4 * rank + suit; the jokers of a 54-card pack are 52 and 53."""
    seats: int
    hand_size: int
    table: ComboTable
    score: Score
    teams: tuple[int, ...]
    """Team of each seat when seat 0 is the landlord. Where the score is a stake, he plays alone against the rest."""
    pile: Literal["hidden", "landlord"] = "hidden"
    """What happens to the cards left over: nobody sees them, or the landlord takes them face up."""
    must_beat: bool = False
    """No passing while a combo without power beats."""
    lead_card: int | None = None
    """The card (a member of `deck`) whose holder leads first; None: the landlord, or seat 0."""
    auction: Auction | None = None
    rank_of_card: tuple[int, ...] = field(default=())
    """Rank of each card in `deck`; worked out from the card numbers where not given."""
    version: int = 1
    """Of the rules; see `GameInfo.version`."""

    family: ClassVar[ClimbingFamily] = CLIMBING

    def __post_init__(self) -> None:
        try:
            self._check()
        except (TypeError, AttributeError):
            raise ValueError("spec: a field has the wrong type") from None

    def _check(self) -> None:
        check_seats_and_teams(self.seats, self.teams)
        self._check_stake()
        if not self.rank_of_card:
            object.__setattr__(self, "rank_of_card", tuple(min(card // 4, 13) + (card == 53) for card in self.deck))
        if len(self.rank_of_card) != len(self.deck):
            raise ValueError(f"rank_of_card must name a rank for each of the {len(self.deck)} cards of the deck")
        self._check_deck()
        fine = isinstance(self.symbols, str) and self.symbols.isascii() and len(set(self.symbols)) == len(self.symbols)
        if not fine or len(self.symbols) != max(self.rank_of_card) + 1:
            raise ValueError(
                "symbols must be a string with one plain character, each different, for each rank of the deck"
            )

    def _check_stake(self) -> None:
        if self.score.kind != "stake":
            return
        if len(set(self.teams)) != 2 or self.teams.count(self.teams[0]) != 1:
            alone = (0, *[1] * (self.seats - 1))
            raise ValueError(f"with a stake seat 0, the landlord, plays alone: teams must be like {alone}")
        if self.score.landlord_factor != self.seats - 1:
            raise ValueError(
                f"landlord_factor must be {self.seats - 1} with {self.seats} seats, not {self.score.landlord_factor}: "
                "the landlord wins the stake from each of the others, or pays it to each"
            )

    def _check_deck(self) -> None:
        ranks = sorted(set(self.rank_of_card))
        if not ranks or ranks[0] < 0 or ranks[-1] >= MAX_RANKS:
            raise ValueError(f"a deck has 1 to {MAX_RANKS} ranks, numbered from 0 to {MAX_RANKS - 1}")
        most = max(ranks, key=self.rank_of_card.count)
        if self.rank_of_card.count(most) > MAX_COPIES:
            raise ValueError(
                f"a deck has at most {MAX_COPIES} cards of a rank, and there are {self.rank_of_card.count(most)} of "
                f"rank {most}"
            )
        if len(self.deck) > MOST_CARDS:
            raise ValueError(f"a deck has at most {MOST_CARDS} cards, not {len(self.deck)}")
        if self.pile_size < 0:
            raise ValueError(f"{self.seats} hands of {self.hand_size} cards are more than the deck's {len(self.deck)}")

    def __deepcopy__(self, memo: object) -> ClimbingSpec:
        # Never changed, and what is kept for a spec (tables on a GPU, compiled games) is found by it.
        return self

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Every card-play action in its one notation; number 0 is `"pass"`."""
        written = write_all_cards(self.table.cards.tolist(), self.symbols)
        written[0] = "pass"
        return tuple(written)

    @cached_property
    def action_numbers(self) -> dict[str, int]:
        """The number of every action by its notation."""
        return {action: number for number, action in enumerate(self.actions)}

    @property
    def has_partners(self) -> bool:
        """Whether seats that are paid one by one play for each other; with a stake a seat's own points say it all."""
        return self.score.kind == "cards" and has_partners(self.teams)

    @property
    def pile_size(self) -> int:
        """Cards left over after the deal."""
        return len(self.deck) - self.seats * self.hand_size

    @cached_property
    def bidding_key(self) -> str:
        """Stands for all that the worth of a call depends on but the combos: auction, score, deal and version.

        Whoever has learnt to bid in one game bids in any with the same key.
        """
        facts = (self.auction, self.score, self.deck, self.hand_size, self.pile, self.teams, self.version)
        return sha256(repr(facts).encode()).hexdigest()[:16]

    def card_name(self, place: int) -> str:
        """The card at a place of the deck as a person knows it: suit and rank, `"S3"`, or a joker, `"R"`."""
        return self.card_names[place]

    @cached_property
    def card_names(self) -> tuple[str, ...]:
        """All cards of the deck by place: a table that is drawn asks for dozens of them."""
        symbols = [self.symbols[rank] for rank in self.rank_of_card]
        return tuple(
            symbol if symbol in "BR" else SUITS[card % 4] + symbol
            for symbol, card in zip(symbols, self.deck, strict=True)
        )
