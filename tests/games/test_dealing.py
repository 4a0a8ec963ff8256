"""One seed is one deal in C++ and NumPy, and deals are fair."""

import numpy as np
import pytest
from scipy import stats

import paiyou
from paiyou.games.dealing import deals, random_word, random_words, shuffles, trick_deals
from paiyou.games.packing import write_cards
from paiyou.games.registry import game_spec

SEEDS = np.array([0, 1, 2, 7, 2**31, 2**63, 2**64 - 1, *range(100, 300)], dtype=np.uint64)


@pytest.mark.parametrize(
    "name",
    [
        "doudizhu",
        "doudizhu:bidding=123",
        "doudizhu:botzone2,bidding=123",
        "mini-doudizhu",
        "zhengshangyou",
        "paodekuai",
    ],
)
def test_numpy_and_the_core_deal_the_same_cards(name):
    game = paiyou.game(name)
    spec = game.spec
    dealt = deals(spec, SEEDS)
    for row, seed in enumerate(SEEDS):
        state = game.deal(int(seed))
        hands = [write_cards(int(cards), spec.symbols) for cards in dealt.hands[row]]
        pile = write_cards(int(dealt.pile[row]), spec.symbols)
        assert state.bottom == pile
        assert state.turn == dealt.opener[row]
        if spec.pile == "landlord" and spec.auction is None:
            hands[0] = "".join(sorted(hands[0] + pile, key=spec.symbols.index))
        assert state.hands == hands


@pytest.mark.parametrize("name", ["gongzhu", "four-card"])
def test_numpy_and_the_core_deal_the_same_tricks(name):
    game = paiyou.game(name)
    cards = game.spec.cards
    dealt = trick_deals(game.spec, SEEDS)

    def names(word):
        return [card for place, card in enumerate(cards) if int(word) >> place & 1]

    for row, seed in enumerate(SEEDS):
        state = game.deal(int(seed))
        assert state.hands == [names(word) for word in dealt.hands[row]]
        assert state.bottom == names(dealt.pile[row])
        assert state.turn == dealt.opener[row]


def test_seeds_wrap_at_64_bits():
    game = paiyou.game("doudizhu")
    assert game.deal(-1) == game.deal(2**64 - 1)
    assert game.deal(2**64 + 5) == game.deal(5)
    assert game.deal(5) != game.deal(6)
    assert game.deal(np.uint64(5)) == game.deal(5)
    with pytest.raises(ValueError, match="a seed is a whole number, not str"):
        game.deal("5")


def test_words_are_the_same_one_by_one():
    words = random_words(SEEDS[:5], np.arange(10, dtype=np.uint64))
    assert [[int(word) for word in row] for row in words] == [
        [random_word(int(seed), counter) for counter in range(10)] for seed in SEEDS[:5]
    ]


def test_every_card_comes_to_every_place_equally_often():
    order = shuffles(np.arange(20_000, dtype=np.uint64), 54)
    table = np.array([np.bincount(order[:, place], minlength=54) for place in range(54)])
    # 53 x 53 free cells; both rows and columns sum to the number of deals.
    statistic = ((table - 20_000 / 54) ** 2 / (20_000 / 54)).sum()
    assert stats.chi2.sf(statistic, 53 * 53) > 0.001


def test_neighbouring_cards_are_independent():
    order = shuffles(np.arange(30_000, dtype=np.uint64), 12)
    pairs = np.bincount(order[:, 0] * 12 + order[:, 1], minlength=144).reshape(12, 12)
    counts = pairs[~np.eye(12, dtype=bool)]
    assert pairs.trace() == 0
    assert stats.chisquare(counts).pvalue > 0.001


def test_cards_with_suits_are_the_hands():
    for name in ("doudizhu", "zhengshangyou", "mini-doudizhu", "doudizhu:bidding=123"):
        game = paiyou.game(name)
        for seed in range(5):
            state = game.deal(seed)
            everything = []
            while not state.over:
                for seat, hand in enumerate(state.hands):
                    cards = state.cards(seat)
                    assert "".join(card[-1] for card in cards) == hand
                    everything += cards if not state.history else []
                state.play(state.moves()[-1])
            assert len(everything) == len(set(everything))


def test_specs_need_no_compiled_core():
    import subprocess
    import sys

    script = (
        "import sys; sys.modules['paiyou._core'] = None\n"
        "import numpy as np, paiyou\n"
        "from paiyou.games.registry import game_spec\n"
        "from paiyou.games.dealing import deals\n"
        "spec = game_spec('paodekuai')\n"
        "assert len(spec.actions) == 81280\n"
        "assert deals(spec, np.arange(3, dtype=np.uint64)).hands.shape == (3, 3)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    assert game_spec("doudizhu").pile_size == 3
