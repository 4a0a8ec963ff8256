"""Thousands of games of one trick spec at once, as tensors on any device.

All games move in lockstep, by *places* counted from the seat that opens: at every step the same place plays in each of
them. Who takes a trick leads the next one, so a game waits until his place comes round, three steps at most; a
finished game is dealt again at once and waits for place 0. The engine's rules are those of `core/families/trick`, to
which differential tests pin them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import torch
from torch import Tensor

from paiyou.games.trick_spec import TrickSpec
from paiyou.learn.dealing import seeds_of_games
from paiyou.learn.trick.card_tensors import MOST_CARDS, CardTensors, card_tensors, unpack
from paiyou.learn.trick.deals import deals
from paiyou.learn.trick.facts import Facts, Moves
from paiyou.learn.trick.score import CardScore


@dataclass
class Positions:
    """Decisions in compact form, one row each: what the replay buffer stores, and what facts are computed from.

    Columns are sets of cards, bit i for card i, and have one entry for each place, unless they say otherwise.
    """

    kept: ClassVar[dict[str, torch.dtype]] = {
        "void": torch.uint8,
        "led_suits": torch.uint8,
        "best": torch.int8,
        "speaking": torch.int8,
    }
    """Columns that fit into less than 64 bits where many are kept."""

    hands: Tensor
    """Hands now [N, S]."""
    dealt: Tensor
    """Hands at the beginning; what a seat played is what it no longer holds [N, S]."""
    taken: Tensor
    """Cards of the tricks taken [N, S]."""
    led: Tensor
    """Cards led [N, S]."""
    thrown: Tensor
    """Cards played off the suit led [N, S]."""
    trick: Tensor
    """The card in the trick in progress [N, S]."""
    exposed: Tensor
    """Cards shown before the first lead [N]."""
    void: Tensor
    """Suits of which everybody knows a place to hold no card but known ones, a set of suits [N, S]."""
    led_suits: Tensor
    """Suits led in earlier tricks, a set of suits [N]."""
    best: Tensor
    """The number of the card that takes the trick so far; -1 where the place to move leads [N]."""
    speaking: Tensor
    """How many places have still to say what they expose; 0 once cards are played [N]."""
    tricks: Tensor
    """The card that each place played to each trick, its number and one more; 0 for none. Int8 [N, tricks, S]."""


class TrickBatch:
    """A batch of games in lockstep.

    Example::

        games = TrickBatch(game_spec("gongzhu"), 1024, seed=1)
        while games.episode.sum() < 10_000:
            row, action = games.legal()
            games.play(choose(games.network_inputs(games.at, games.seat, row, action)))
    """

    def __init__(
        self, spec: TrickSpec, number: int, seed: int | Tensor, device: torch.device | str = "cpu", quiet: float = 0.0
    ) -> None:
        """`seed` is that of the first game, those of the others follow; or there is one for each."""
        if not 0 <= quiet <= 1:
            raise ValueError(f"quiet is a share of the games, 0 to 1, not {quiet}")
        if quiet and not spec.exposures:
            raise ValueError(f"nothing is exposed in {spec.name}; leave quiet out")
        if number < 1:
            raise ValueError(f"the number of games must be at least 1, not {number}")
        self.spec = spec
        self.number = number
        self.quiet = round(1000 * quiet)
        """Games of a thousand in which nothing may be exposed, though the rules allow it; the seed decides."""
        self.cards: CardTensors = card_tensors(spec, device)
        self.device = self.cards.device
        self.score = CardScore(spec).to(self.device)
        self.seat = 0
        """The place that plays at this step, counted from each game's opener."""
        self.deal_seed = seeds_of_games(seed, number, self.device)
        """The seed of each game's deal; a game that ends goes on with the seed `number` later."""
        self.episode = torch.zeros(number, dtype=torch.int64, device=self.device)
        """How many games have ended in each row of the batch."""
        self.payoffs = torch.zeros(number, spec.seats, dtype=torch.int32, device=self.device)
        """Every place's points in the games that the last step ended; else 0."""
        self.won = torch.zeros(number, spec.seats, dtype=torch.float32, device=self.device)
        """Every place's share of the win in those: 1 for the team with the most points, shared where teams tie."""
        self.ended = torch.zeros(number, dtype=torch.bool, device=self.device)
        """The games that the last step ended."""
        zeros = torch.zeros(number, dtype=torch.int64, device=self.device)
        places = torch.zeros(number, spec.seats, dtype=torch.int64, device=self.device)
        self.at = Positions(
            hands=places.clone(), dealt=places.clone(), taken=places.clone(), led=places.clone(),
            thrown=places.clone(), trick=places.clone(), exposed=zeros.clone(), void=places.clone(),
            led_suits=zeros.clone(), best=zeros.clone(), speaking=zeros.clone(),
            tricks=torch.zeros(number, spec.hand_size, spec.seats, dtype=torch.int8, device=self.device),
        )  # fmt: skip
        self.turn = zeros.clone()
        """The place to move."""
        self.opener = zeros.clone()
        """The seat that place 0 is."""
        teams = torch.tensor(spec.teams, device=self.device)
        self._allied = (teams[:, None] == teams).to(torch.int32)
        self._heads = self._allied.tril().sum(dim=1) == 1
        """The first place of every team."""
        if self.device.type == "cuda":
            from paiyou.learn.trick.kernels.redeal import redeal_on_gpu

            redeal_on_gpu(self, torch.ones_like(self.ended), scored=False)
        else:
            self._deal(torch.arange(number, device=self.device))

    @property
    def active(self) -> Tensor:
        """The games in which this step's place is to move; the others wait for theirs."""
        return self.turn == self.seat

    def legal(self) -> tuple[Tensor, Tensor]:
        """The legal moves of the active games: rows of the batch and actions, in order."""
        return self.start_listing()()

    def start_listing(self) -> Callable[[], tuple[Tensor, Tensor]]:
        """Start listing the legal moves; the returned function waits for them, so that other work fits in between."""
        if self.device.type == "cuda":
            from paiyou.learn.trick.kernels.legal import LegalMoves

            return LegalMoves(self, self.at, self.seat, self.active).pairs
        return lambda: self._legal(self.at, self.seat, self.active)

    def legal_in(self, at: Positions, seat: int, which: Tensor) -> tuple[Tensor, Tensor]:
        """The legal moves of a place in some of the compact positions, which a mask names: rows and actions."""
        if self.device.type == "cuda":
            from paiyou.learn.trick.kernels.legal import LegalMoves

            return LegalMoves(self, at, seat, which).pairs()
        return self._legal(at, seat, which)

    def network_inputs(self, at: Positions, seat: int, row: Tensor, action: Tensor) -> tuple[Facts, Moves]:
        """What the place `seat` knows in each of some positions, and its moves as pairs (row, action)."""
        return facts(self.cards, at, seat), moves(self.cards, row, action)

    def play(self, actions: Tensor) -> None:
        """Play one action in every active game (those of waiting games are not looked at) and go to the next place."""
        at, seat, cards, seats = self.at, self.seat, self.cards, self.spec.seats
        after = (seat + 1) % seats
        if self.device.type == "cuda":
            from paiyou.learn.trick.kernels.play import play_on_gpu
            from paiyou.learn.trick.kernels.redeal import redeal_on_gpu

            play_on_gpu(self, actions)
            redeal_on_gpu(self, self.ended)
            self.seat = after
            return
        active = self.active
        actions = torch.where(active, actions, 0)
        moved = torch.where(active, cards.action_cards[actions], 0)
        exposing = at.speaking > 0
        at.exposed = at.exposed | torch.where(exposing, moved, 0)
        at.speaking = at.speaking - (active & exposing).long()
        card = torch.where(exposing, 0, moved)
        played = card != 0
        # While a place leads, every card is of the suit led.
        thrown = card & ~cards.suit_cards[at.best]
        follows = played & (thrown == 0)
        # A card off the suit led shows a void; so does an exposed one in its suit's first trick, where it had to wait.
        early = follows & (card & at.exposed & cards.chosen != 0)
        own_suit = cards.suit_bit[actions.clamp(max=len(self.spec.cards))]
        void = torch.where(thrown != 0, cards.suit_bit[at.best], torch.where(early, own_suit & ~at.led_suits, 0))
        at.void[:, seat] |= void
        at.hands[:, seat] ^= card
        at.led[:, seat] |= torch.where(at.best < 0, card, 0)
        at.thrown[:, seat] |= thrown
        at.trick[:, seat] |= card
        # The cards left say which trick this is; the sum leaves alone what already lies there.
        left = unpack(at.hands[:, seat], len(self.spec.cards)).sum(dim=1, keepdim=True)
        number = torch.where(played, actions + 1, 0).to(torch.int8)
        at.tricks[:, :, seat].scatter_add_(1, (self.spec.hand_size - 1 - left).clamp(min=0), number[:, None])
        best = torch.where(follows, torch.maximum(at.best, actions), at.best)
        # The trick is over where the next place has led it.
        over = played & (at.trick[:, after] != 0)
        takes = at.trick >> best.clamp(min=0)[:, None] & over[:, None]
        at.taken = at.taken | takes * at.trick.sum(dim=1, keepdim=True)
        at.trick = torch.where(over[:, None], 0, at.trick)
        at.led_suits = at.led_suits | torch.where(over, cards.suit_bit[best], 0)
        at.best = torch.where(over, -1, best)
        self.turn = torch.where(over, takes.argmax(dim=1), torch.where(active, after, self.turn))
        self.ended = over & (at.hands[:, seat] == 0)
        self.episode = self.episode + self.ended
        self.deal_seed = self.deal_seed + self.number * self.ended
        self.payoffs = torch.zeros_like(self.payoffs)
        self.won = torch.zeros_like(self.won)
        self.seat = after
        rows = self.ended.nonzero(as_tuple=True)[0]
        if len(rows):
            self.payoffs[rows], self.won[rows] = self._results(rows)
            self._deal(rows)

    def state(self) -> dict[str, object]:
        """All of it, for a checkpoint."""
        tensors = {name: value for name, value in vars(self).items() if isinstance(value, Tensor) and name[0] != "_"}
        return {"seat": self.seat, **tensors, "at": dict(vars(self.at))}

    def load(self, state: dict[str, Any]) -> None:
        """Go on from a checkpoint's state."""
        self.seat = int(state["seat"])
        for name, value in vars(self).items():
            if isinstance(value, Tensor) and name[0] != "_":
                setattr(self, name, state[name].clone())
        self.at = Positions(**{name: value.clone() for name, value in state["at"].items()})

    def _legal(self, at: Positions, seat: int, which: Tensor) -> tuple[Tensor, Tensor]:
        """`legal_in` in plain torch."""
        cards = self.cards
        hand = at.hands[:, seat]
        plays = legal_cards(cards, hand, at.exposed, at.led_suits, at.best)
        number = len(self.spec.cards)
        exposing = at.speaking > 0
        plays = torch.where(which & ~exposing, plays, 0)
        fits = plays[:, None] & cards.action_cards[:number] != 0
        if self.spec.exposures:
            shows = (which & exposing)[:, None] & (~hand[:, None] & cards.action_cards[number:] == 0)
            fits = torch.cat([fits, shows], dim=1)
        row, action = fits.nonzero(as_tuple=True)
        return row, action

    def _results(self, rows: Tensor) -> tuple[Tensor, Tensor]:
        """Points and shares of the win in games that are over."""
        score, spec = self.spec.score, self.spec
        taken = unpack(self.at.taken[rows], len(spec.cards))
        payoffs = self.score(taken, unpack(self.at.exposed[rows], len(spec.cards))[:, None])
        if score.trick:
            payoffs = payoffs + taken.sum(dim=-1, dtype=torch.int32) // spec.seats * score.trick
        payoffs = payoffs - score.par
        of_team = (payoffs[:, None] * self._allied).sum(dim=2)
        first = of_team == of_team.amax(dim=1, keepdim=True)
        teams = (first & self._heads).sum(dim=1, keepdim=True)
        return payoffs, first / teams

    def _deal(self, rows: Tensor) -> None:
        """Deal some games anew."""
        at = self.at
        new = deals(self.spec, self.deal_seed[rows])
        at.dealt[rows] = new.hands
        at.hands[rows] = new.hands
        self.opener[rows] = new.opener
        self.turn[rows] = 0
        for tensor in (at.taken, at.led, at.thrown, at.trick, at.exposed, at.void, at.led_suits, at.tricks):
            tensor[rows] = 0
        at.best[rows] = -1
        if self.spec.exposures:
            at.speaking[rows] = torch.where(is_quiet(self.deal_seed[rows], self.quiet), 0, self.spec.seats)
        else:
            at.speaking[rows] = 0


def is_quiet(seeds: Tensor, of_thousand: int) -> Tensor:
    """Which deals are among so many of a thousand; neighbouring seeds do not go together."""
    return (seeds * 40503 >> 8) % 1000 < of_thousand


def legal_cards(cards: CardTensors, hand: Tensor, exposed: Tensor, led_suits: Tensor, best: Tensor) -> Tensor:
    """The cards that hands may play, as sets: follow suit if able; an exposed card waits until its suit was led."""
    spec = cards.spec
    follow = hand & cards.suit_cards[best]
    if spec.exposures:
        # An exposed card waits while its suit has not been led and its holder has another, unexposed card of it.
        others = (hand & ~exposed)[:, None] & cards.exposure_suits
        waits = (others != 0) & (led_suits[:, None] & cards.exposure_bits == 0)
        follow_now = follow & ~(torch.where(waits, cards.exposure_cards, 0).sum(dim=1) & exposed)
    else:
        follow_now = follow
    legal = torch.where(follow != 0, follow_now, hand)
    if spec.must_lead_card and spec.lead_card is not None:
        # The holder of the card leads first, so nobody else leads while no suit has been.
        forced = (led_suits == 0) & (best < 0)
        legal = torch.where(forced, hand & (1 << spec.lead_card), legal)
    return legal


def facts(cards: CardTensors, at: Positions, seat: int) -> Facts:
    """The facts of compact decisions, all of one place."""
    spec = cards.spec
    number, seats = len(spec.cards), spec.seats
    hand = at.hands[:, seat]
    played = at.dealt ^ at.hands
    holds = at.hands & (at.exposed | cards.seen)[:, None]
    # Cards are in one place each, so a sum is the set of them all.
    hidden = (cards.deck ^ (played.sum(dim=1) + hand)) & ~holds.sum(dim=1)
    may_hold = hidden[:, None] & ~cards.cards_of_suits[at.void.long()] | holds
    may_hold[:, seat] = hand
    by_place = torch.stack(
        [may_hold, holds, at.taken, at.led, played & ~(at.led | at.thrown), at.thrown, at.trick], dim=1
    )
    by_place = by_place.roll(-seat, dims=2).flatten(1)
    one = torch.stack([hand, at.exposed, at.led_suits.long()], dim=1)
    sets = unpack(torch.cat([by_place, one], dim=1), MOST_CARDS)
    may_hold, holds, taken, led, followed, thrown, trick = (
        sets[:, :-3, :number].reshape(-1, 7, seats, number).unbind(dim=1)
    )
    own = sets[:, -3, :number]
    return Facts(
        hand=own,
        may_hold=may_hold,
        holds=holds,
        taken=taken,
        led=led,
        followed=followed,
        thrown=thrown,
        trick=trick,
        exposed=sets[:, -2, :number],
        led_suits=sets[:, -1, : len(spec.suits)],
        # Everyone has as many as the one to move, but for those who have played to this trick.
        left=own.sum(dim=1, keepdim=True) - (at.trick != 0).roll(-seat, dims=1).long(),
        place=torch.full_like(hand, seat),
        exposing=(at.speaking > 0).long(),
        history=at.tricks.roll(-seat, dims=2),
    )


def moves(cards: CardTensors, row: Tensor, action: Tensor) -> Moves:
    """The columns of moves given as pairs (row, action)."""
    return Moves(row, cards.move_card.index_select(0, action), cards.move_exposes.index_select(0, action))
