"""Positions with the facts that Wu et al. 2022 give of its two examples (section 5.3); its Fig. 6 is not in our text.

First: trick 2, East leads and holds SQ, several hearts that cost much and one club, C6, which is the move.
Second: trick 11, North has led DQ and West, out of diamonds, has thrown a spade; of the diamonds South has not seen
only DJ and D4 are left, and DA is the move, to catch the sheep from East.

Everything else is drawn, and rule players expose and play up to the position. A game in which the facts do not come
about is thrown away and another dealt. For the first example nothing is arranged but the facts: the hand is dealt at
random among those that may have them, and trick 1 is played as the players like. For the second, which would come about
once in many thousand games, the diamonds are dealt so that it can; the players keep back the cards of the facts up to
trick 11, where they may, and North leads DQ whatever it likes; West's spade is its own choice.

What the text leaves open is read so: hearts that cost much are jack to ace (Wu et al., Table 1: the lower ones cost ten
or nothing), several are three or more; the spade is not the pig; South has a second diamond, or there would be no
choice, and one below DQ, or it would catch the sheep as well; East holds DJ and North D4, as the text concludes; DJ was
not shown, or everybody would know.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from paiyou.games.dealing import random_word
from paiyou.games.gongzhu import CARDS
from paiyou.games.protocol import State, View
from paiyou.games.registry import game as find_game
from paiyou.reproduce.gongzhu import GAME, SEATS, player

if TYPE_CHECKING:
    from paiyou._core import TrickState, TrickView

NORTH, WEST, SOUTH, EAST = range(len(SEATS))
HIGH_HEARTS = ("HJ", "HQ", "HK", "HA")
SEVERAL = 3
LOW_DIAMONDS = ("D2", "D3", "D5", "D6", "D7", "D8", "D9", "DT")
TRIES = 20_000
"""Games dealt for one position before giving up; some hundreds at most are needed."""

Hands = list[list[str]]


@dataclass(frozen=True)
class Position:
    """What the seat to move sees, and the paper's move."""

    view: View
    move: str

    @property
    def chance(self) -> float:
        """Of a random move."""
        return 1 / len(self.view.moves())


def discard(seed: int) -> Position:
    """East gets rid of its only club."""
    return _find(seed, _hands_to_discard, tricks=1, fits=lambda view: _leads_from(cast("TrickView", view)), move="C6")


def catch(seed: int) -> Position:
    """South takes North's trick, for the sheep that East must play."""
    return _find(seed, _hands_to_catch, tricks=10, fits=lambda view: _may_catch(cast("TrickView", view)), move="DA")


EXAMPLES: dict[str, Callable[[int], Position]] = {"trick 2, East leads C6": discard, "trick 11, South plays DA": catch}


def _leads_from(view: TrickView) -> bool:
    hand = view.hand
    clubs = [card for card in hand if card[0] == "C"]
    hearts = sum(card in HIGH_HEARTS for card in hand)
    leads = view.seat == EAST and not view.trick and len(hand) == 12
    return leads and clubs == ["C6"] and "SQ" in hand and hearts >= SEVERAL and {"C6"} < set(view.moves())


def _may_catch(view: TrickView) -> bool:
    if view.seat != SOUTH or len(view.hand) != 3 or "DJ" in view.exposed:
        return False
    diamonds = {card for card in view.unseen if card[0] == "D"}
    led = [(seat, card) for seat, card in view.trick]
    return (
        len(led) == 2
        and led[0] == (NORTH, "DQ")
        and led[1][0] == WEST
        and led[1][1][0] == "S"
        and led[1][1] != "SQ"
        and diamonds == {"DJ", "D4"}
        and {"DA"} < set(view.moves())
    )


def _hands_to_discard(chance: random.Random) -> tuple[Hands, set[str]]:
    """East gets SQ and C6, and whatever it is dealt besides, if that can still come to the facts after one trick."""
    others = [card for card in CARDS if card not in ("SQ", "C6")]
    while True:
        own = ["SQ", "C6", *chance.sample(others, 11)]
        clubs, hearts = sum(card[0] == "C" for card in own), sum(card in HIGH_HEARTS for card in own)
        if clubs <= 2 and hearts >= SEVERAL:
            return _dealt_round({EAST: own}, chance), set()


def _hands_to_catch(chance: random.Random) -> tuple[Hands, set[str]]:
    """The diamonds of the end in their hands; the others lie where they are likely to be gone by then."""
    low = chance.sample(LOW_DIAMONDS, chance.choice((1, 1, 2)))
    own = {NORTH: ["DQ", "D4"], WEST: [], SOUTH: ["DA", *low], EAST: ["DJ"]}
    kept = {card for hand in own.values() for card in hand}
    spare = [card for card in CARDS if card[0] == "D" and card not in kept]
    chance.shuffle(spare)
    for number, card in enumerate(spare):  # nobody has to follow suit with what is wanted later
        own[number % len(SEATS)].append(card)
    return _dealt_round(own, chance), kept


def _dealt_round(own: dict[int, list[str]], chance: random.Random) -> Hands:
    """Full hands: what is given, and the other cards at random."""
    given = {card for hand in own.values() for card in hand}
    rest = [card for card in CARDS if card not in given]
    chance.shuffle(rest)
    hands = [list(own.get(seat, ())) for seat in range(len(SEATS))]
    for hand in hands:
        while len(hand) < 13:
            hand.append(rest.pop())
    return hands


def _find(
    seed: int, deal: Callable[[random.Random], tuple[Hands, set[str]]], tricks: int, fits: Callable[[View], bool],
    move: str,
) -> Position:  # fmt: skip
    """The first game of a seed in which the facts come about."""
    for attempt in range(TRIES):
        word = random_word(seed, attempt)
        hands, kept = deal(random.Random(word))
        state = _opening(hands)
        view = _play_on(state, kept, tricks, word)
        if view is not None and fits(view):
            return Position(view, move)
    raise ValueError(f"no position with the facts of the paper's example was found in {TRIES:,} games of seed {seed}")


def _opening(hands: Sequence[Sequence[str]]) -> State:
    turn = next(seat for seat, hand in enumerate(hands) if "C2" in hand)
    return find_game(GAME).start([list(hand) for hand in hands], turn=turn)


def _play_on(state: State, kept: set[str], tricks: int, seed: int) -> View | None:
    """The view of whoever is to move when the tricks are over and the next one has come to the seat that is asked.

    Nothing where a card that is wanted later had to be played.
    """
    agents = [player("rules", seat) for seat in range(len(SEATS))]
    for seat, agent in enumerate(agents):
        agent.begin(random_word(seed, 1_000 + seat))
    now = cast("TrickState", state)
    asked = EAST if tricks == 1 else SOUTH
    while not now.over:
        played = sum(move in _ALL for _, move in now.history)
        if played >= 4 * tricks:
            lying = played - 4 * tricks
            leader = EAST if asked == EAST else NORTH
            if now.turn == asked and lying == (asked - leader) % 4:
                return now.view(asked)
            if lying == 0 and now.turn != leader:
                return None
            if lying == 0 and "DQ" in now.moves():
                now.play("DQ")
                continue
        view = now.view(now.turn)
        moves = view.moves()
        free = [move for move in moves if move not in kept]
        if not free:
            return None
        wanted = agents[now.turn].choose(view)
        if wanted not in free:
            wanted = next(move for move, _, _ in agents[now.turn].evaluate(view) if move in free)
        now.play(wanted)
    return None


_ALL = frozenset(CARDS)
