from collections import Counter
from itertools import combinations

import pytest

import paiyou
from paiyou.games.all_deals import all_deals


def test_mini_has_the_papers_number_of_deals():
    found = all_deals(paiyou.game("mini-doudizhu"))
    assert len(found) == len({hands for hands, _ in found}) == 8_832
    assert sum(ways for _, ways in found) == 10_501_920


def test_ways_are_those_of_dealing_single_cards():
    game = paiyou.game("mini-doudizhu:ranks=2,hand=3")
    deck = "".join(symbol * game.spec.rank_of_card.count(rank) for rank, symbol in enumerate(game.spec.symbols))
    dealt = Counter()
    for mine in combinations(range(len(deck)), 3):
        rest = [card for card in range(len(deck)) if card not in mine]
        for theirs in combinations(rest, 3):
            dealt["".join(deck[card] for card in mine), "".join(deck[card] for card in theirs)] += 1
    assert dict(all_deals(game)) == dict(dealt)


def test_other_games_are_refused():
    for name in ("doudizhu", "four-card"):
        with pytest.raises(ValueError, match=r"all deals are listed (for games of two|in climbing games)"):
            all_deals(paiyou.game(name))
