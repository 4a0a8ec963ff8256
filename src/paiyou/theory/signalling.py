"""Telling a partner something by a card, on a hand small enough to search every plan (lecture, "rational behaviors").

North leads, South is his partner; East and West are the others, take no part in the talk and see all cards. South has
the ace of clubs and a small heart and diamond; North has two small clubs and one red ace, and East has the other. South
will take the first club and must then lead the suit of North's ace: three tricks if he does, one if not. Whether North
leads the three or the two of clubs makes no difference to the trick. So it can say which ace he has, if both agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import product

from paiyou.games.game import Game
from paiyou.games.protocol import State
from paiyou.games.trick_spec import TrickScore, TrickSpec, numbers

CARDS = ("HA", "H2", "HQ", "DA", "D2", "DQ", "CA", "CK", "CQ", "C3", "C2", "S4")
PARTNERS = (0, 2)
Alike = Callable[[str], str]
"""What the others make of a card that is played."""


def signalling_hand() -> Game:
    """Three tricks, twelve cards; only who has which red ace is unknown."""
    deck = tuple(sorted(CARDS, key=lambda card: ("HDCS".index(card[0]), "23456789TJQKA".index(card[1]))))
    hands = (("C2", "C3"), ("CK", "S4"), ("CA", "H2", "D2"), ("CQ", "HQ", "DQ"))
    spec = TrickSpec(
        name="signalling",
        title="A hand for a signal",
        suits="HDCS",
        cards=deck,
        seats=4,
        hand_size=3,
        teams=(0, 1, 0, 1),
        open_cards=tuple(numbers(deck, hand) for hand in hands),
        score=TrickScore(points=(0,) * len(deck), trick=1),
    )
    return Game(spec)


def told_apart(card: str) -> str:
    """Every card is what it is."""
    return card


def small_clubs_alike(card: str) -> str:
    """A partner who does not look at which small club was led."""
    return "C2" if card == "C3" else card


def joint_value(deals: Sequence[State], alike: Alike = told_apart) -> float:
    """The tricks that the best joint plan of seats 0 and 2 makes on average, against opponents who see all cards.

    A plan is a move for everything that a partner may see: his hand and the cards played, as far as they are not
    `alike`. Opponents may do something else in every deal.
    """
    return _best(tuple(deals), alike) / len(deals)


def _best(states: Sequence[State], alike: Alike) -> float:
    """Summed over states in which the same cards have been seen."""
    if states[0].over:
        return float(sum(_tricks(state) for state in states))
    ours = states[0].turn in PARTNERS
    values = (
        sum(_best(group, alike) for group in _after(states, moves, alike))
        for moves in (_plans(states) if ours else product(*(state.moves() for state in states)))
    )
    return max(values) if ours else min(values)


def _plans(states: Sequence[State]) -> Iterator[tuple[str, ...]]:
    """A move for every state, the same wherever the hand is the same."""
    hands = list(dict.fromkeys(_hand(state) for state in states))
    options = {_hand(state): state.moves() for state in states}
    for moves in product(*(options[hand] for hand in hands)):
        chosen = dict(zip(hands, moves, strict=True))
        yield tuple(chosen[_hand(state)] for state in states)


def _after(states: Sequence[State], moves: Sequence[str], alike: Alike) -> list[tuple[State, ...]]:
    """The states behind the moves, those together in which the same was seen."""
    groups: dict[str, list[State]] = defaultdict(list)
    for state, move in zip(states, moves, strict=True):
        after = state.copy()
        after.play(move)
        groups[alike(move)].append(after)
    return [tuple(group) for group in groups.values()]


def _hand(state: State) -> str:
    return " ".join(map(str, state.hands[state.turn]))


def _tricks(state: State) -> float:
    payoffs = state.payoffs
    assert payoffs is not None
    return sum(payoffs[seat] for seat in PARTNERS)


def red_aces(game: Game) -> list[State]:
    """The two deals: North has the ace of hearts, or of diamonds."""
    view = game.deal(seed=0).view(2)
    deals = [state for state, _ in view.deals(10)]
    return sorted(deals, key=lambda state: "HA" not in state.hands[0])
