"""The batch of trick games on torch beside the C++ engine: the loops of all tests that compare the two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import product
from typing import Any

import torch

from paiyou.games.game import Game
from paiyou.games.trick_spec import Exposure, TrickScore, TrickSpec
from paiyou.learn.trick.batched_game import TrickBatch
from paiyou.learn.trick.facts import Facts

OPTIONS = {
    "expose": ("on", "off"),
    "partners": ("off", "on"),
    "must_lead_c2": ("off", "on"),
    "ha_doubles": ("suit", "card"),
    "pig_flip": ("slam", "full", "never"),
}
EVERY_GONGZHU = [
    "gongzhu:" + ",".join(f"{name}={value}" for name, value in zip(OPTIONS, values, strict=True))
    for values in product(*OPTIONS.values())
]
"""All 48 ways to play it."""


def odd_game(name: str, suits: Sequence[str], seats: int, hand_size: int, **rules: Any) -> Game:
    """A game of a deck that is given suit by suit, as letter and ranks."""
    cards = tuple(suit[0] + rank for suit in suits for rank in suit[1:])
    cards_of = {field: rules.pop(field, "").split() for field in ("exposable", "open_cards", "lead_card")}
    exposable = [cards.index(card) for card in cards_of["exposable"]]
    given = {
        "teams": tuple(range(seats)),
        "score": TrickScore(points=tuple(range(-3, len(cards) - 3)), trick=5, par=2),
        **rules,
    }
    return Game(
        TrickSpec(
            name=name,
            suits="".join(suit[0] for suit in suits),
            cards=cards,
            seats=seats,
            hand_size=hand_size,
            lead_card=cards.index(cards_of["lead_card"][0]) if cards_of["lead_card"] else None,
            exposures=tuple(
                Exposure(card, doubles=tuple(range(card, len(cards), 2)), doubles_set=card % 2 == 0)
                for card in exposable
            ),
            # The cards go to the seats in turn.
            open_cards=tuple(
                tuple(cards.index(card) for card in cards_of["open_cards"][seat::seats]) for seat in range(seats)
            )
            if cards_of["open_cards"]
            else (),
            **given,
        )
    )


ODD_GAMES = [
    odd_game("two", ["A123456", "B12345"], seats=2, hand_size=4, exposable="A6 A5 B1"),
    odd_game(
        "three", ["A1234", "B123", "C12", "D1", "E1", "F1", "G1", "H12"], seats=3, hand_size=5, lead_card="C2",
        exposable="A1 A3 A4 B1 B2 C2 F1 H1", must_lead_card=True,
        score=TrickScore(
            points=(1, -2, 3, -4, 5, -6, 7, -8, 9, -10, 11, -12, 13, -14, 15), whole_set=(0, 1), whole_set_points=40,
            flips=(2, 4, 6), flip_when=(3,), multiplier=8, factor=3, exposed_factor=-5, alone=17, exposed_alone=19,
            company=(0, 1, 2, 3), trick=-1, par=4,
        ),
    ),
    odd_game("open", ["A12345", "B12345", "C12345"], seats=3, hand_size=4, open_cards="A1 A2 B3 C4 C5 C1 A5",
             exposable="A1 C3", teams=(0, 1, 1)),
    odd_game("pairs", [suit + "0123456789abcdef" for suit in "ABC"] + ["D0123456789abcde"], seats=4,
             hand_size=15, teams=(0, 0, 1, 1), exposable="A0 A1 A2 B0 B1"),
    odd_game("opened", ["A1234", "B1234"], seats=4, hand_size=2, lead_card="B1", open_cards="A1 B2 A3 B4",
             teams=(1, 0, 1, 0), exposable="B1 A3"),
]  # fmt: skip
"""Decks, teams, open cards, piles, exposures and scores as no listed game has them."""


def random_actions(row: torch.Tensor, action: torch.Tensor, games: int, random: torch.Generator) -> torch.Tensor:
    """A random move of each game: shuffle the pairs, the last of each game stays."""
    order = torch.randperm(len(row), generator=random)
    chosen = torch.zeros(games, dtype=torch.int64)
    chosen[row[order]] = action[order]
    return chosen


def shares(payoffs: Sequence[int], teams: Sequence[int]) -> list[float]:
    """Every seat's share of the win."""
    points = {team: sum(own for own, of in zip(payoffs, teams, strict=True) if of == team) for team in teams}
    first = [team for team in points if points[team] == max(points.values())]
    return [1 / len(first) if team in first else 0.0 for team in teams]


def steps_beside_the_engine(game: Game, batch: TrickBatch, states: list[Any], seed: int) -> Iterator[None]:
    """Random play without end from the batch's games and the engine's states of the same games, before every step.

    Every deal, legal move and payoff is compared on the way.
    """
    spec, games = batch.spec, batch.number
    names = [*spec.cards, *spec.exposure_moves]
    number_of = {text: number for number, text in enumerate(names)}
    random = torch.Generator().manual_seed(seed)
    while True:
        openers = batch.opener.tolist()
        row, action = batch.legal()
        expected = {
            (place, number_of[move])
            for place, state in enumerate(states)
            if (state.turn - openers[place]) % spec.seats == batch.seat
            for move in state.moves()
        }
        assert set(zip(row.tolist(), action.tolist(), strict=True)) == expected
        assert len(row) == len(expected)
        yield
        chosen = random_actions(row.cpu(), action.cpu(), games, random)
        active = batch.active.tolist()
        seeds = batch.deal_seed.tolist()
        batch.play(chosen.to(row.device))
        for place in range(games):
            over = False
            if active[place]:
                states[place].play(names[int(chosen[place])])
                over = states[place].over
            assert bool(batch.ended[place]) == over
            if not over:
                continue
            payoffs = states[place].payoffs
            turned = [(openers[place] + other) % spec.seats for other in range(spec.seats)]
            assert batch.payoffs[place].tolist() == [payoffs[seat] for seat in turned]
            won = shares(payoffs, spec.teams)
            assert batch.won[place].tolist() == [torch.tensor(won[seat]).item() for seat in turned]
            states[place] = game.deal(seed=seeds[place] + games)
            assert int(batch.opener[place]) == states[place].turn
        assert not batch.payoffs[~batch.ended].any()
        assert not batch.won[~batch.ended].any()


def sets_of(facts: Facts) -> dict[str, Any]:
    """Facts as sets of cards, one number each, and numbers: what `facts_of_view` gives, for every row."""

    def packed(values: torch.Tensor) -> torch.Tensor:
        return (values.long() << torch.arange(values.shape[-1])).sum(dim=-1)

    whole = ("left", "place", "exposing", "history")
    columns = {field.name: getattr(facts, field.name).cpu() for field in fields(facts)}
    return {name: (value if name in whole else packed(value)).tolist() for name, value in columns.items()}


def facts_of_view(spec: TrickSpec, view: Any, opener: int) -> dict[str, Any]:
    """The facts of a decision from the engine's view alone, cards as sets."""
    seats = spec.seats
    turned = [(view.seat + step) % seats for step in range(seats)]
    number_of = {card: number for number, card in enumerate(spec.cards)}

    def packed(cards: Sequence[str]) -> int:
        return sum(1 << number_of[card] for card in cards)

    played = [(seat, card) for seat, card in view.history if not card.startswith("expose")]
    led, followed, thrown = [0] * seats, [0] * seats, [0] * seats
    led_suits = 0
    for place, (seat, card) in enumerate(played):
        leader = played[place - place % seats][1]
        kind = led if place % seats == 0 else followed if card[0] == leader[0] else thrown
        kind[seat] |= packed([card])
        if place // seats < len(played) // seats:
            led_suits |= 1 << spec.suits.index(leader[0])
    hidden = set(view.unseen) - {card for known in view.known for card in known}
    may_hold = [
        packed([card for card in hidden if card[0] not in view.voids[seat]] + view.known[seat]) for seat in range(seats)
    ]
    may_hold[view.seat] = packed(view.hand)
    history = [[0] * seats for _ in range(spec.hand_size)]
    for place, (seat, card) in enumerate(played):
        history[place // seats][(seat - view.seat) % seats] = number_of[card] + 1
    trick = {seat: packed([card]) for seat, card in view.trick}
    by_seat = {
        "may_hold": may_hold,
        "holds": [packed(cards) for cards in view.known],
        "taken": [packed(cards) for cards in view.taken],
        "led": led,
        "followed": followed,
        "thrown": thrown,
        "trick": [trick.get(seat, 0) for seat in range(seats)],
        "left": view.counts,
    }
    return {
        "hand": packed(view.hand),
        **{name: [values[seat] for seat in turned] for name, values in by_seat.items()},
        "exposed": packed(view.exposed),
        "led_suits": led_suits,
        "place": (view.seat - opener) % seats,
        "exposing": int(view.exposing),
        "history": history,
    }


def batch_from(spec: TrickSpec, states: Sequence[Any], opener: int) -> TrickBatch:
    """A batch of the engine's states, which have one history from their deal on, by playing it again."""
    games = TrickBatch(spec, len(states), seed=0)
    numbers = {card: number for number, card in enumerate(spec.cards)}
    history = states[0].history
    for row, state in enumerate(states):
        assert state.history == history
        for place in range(spec.seats):
            seat = (opener + place) % spec.seats
            cards = [*state.hands[seat], *(card for who, card in history if who == seat and card in numbers)]
            games.at.dealt[row, place] = games.at.hands[row, place] = sum(1 << numbers[card] for card in cards)
    games.opener[:] = opener
    actions = {text: number for number, text in enumerate([*spec.cards, *spec.exposure_moves])}
    for seat, move in history:
        while games.seat != (seat - opener) % spec.seats:
            assert not games.active.any()
            games.play(torch.zeros(len(states), dtype=torch.int64))
        assert games.active.all()
        games.play(torch.full((len(states),), actions[move]))
    while not games.active.any():
        games.play(torch.zeros(len(states), dtype=torch.int64))
    return games
