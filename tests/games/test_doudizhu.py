from collections import Counter

import pytest

import paiyou
from paiyou.games.registry import game_spec

COUNTS = {
    "solo": 15,
    "pair": 13,
    "trio": 13,
    "trio+solo": 182,
    "trio+pair": 156,
    "solo chain": 36,
    "pair chain": 52,
    "trio chain": 45,
    "plane+solo": 21_822,
    "plane+pair": 2_939,
    "quad+2 solos": 1_326,
    "quad+2 pairs": 858,
    "bomb": 13,
    "rocket": 1,
    "pass": 1,
}


def counts(name):
    return game_spec(name).table.count_by_category()


def test_the_default_set_is_table_3_of_paper_003():
    assert counts("doudizhu") == COUNTS
    assert len(paiyou.game("doudizhu").actions) == 27_472


@pytest.mark.parametrize(
    ("preset", "changes", "total"),
    [
        # Nine sets of four trios in a row are trio chains that may also answer a plane of three: 24,331 with them.
        ("douzero", {"plane+solo": 24_331 - 9, "quad+2 solos": 1_339}, 29_985),
        ("pagat", {"plane+solo": 7_161, "quad+2 solos": 1_170}, 12_655),
        (
            "botzone",
            {
                "plane+solo": 8_044,
                "quad+2 solos": 1_183,
                "shuttle": 38,
                "shuttle+solo": 6_028,
                "shuttle+pair": 1_805,
            },
            21_422,
        ),
        (
            "botzone2",
            {
                "plane+solo": 8_044,
                "quad+2 solos": 1_183,
                "shuttle": 38,
                "shuttle+solo": 17_105,
                "shuttle+pair": 3_630,
            },
            34_324,
        ),
    ],
)
def test_counts_of_the_other_sets(preset, changes, total):
    assert counts(f"doudizhu:{preset}") == COUNTS | changes
    assert len(paiyou.game(f"doudizhu:{preset}").actions) == total


def test_planes_with_solos_by_length():
    table = game_spec("doudizhu").table
    by_group = Counter(table.groups[group] for group in table.group[1:])
    assert [by_group[f"plane+solo/{length}"] for length in (2, 3, 4, 5)] == [968, 3_282, 7_184, 10_388]
    assert [by_group[f"plane+pair/{length}"] for length in (2, 3, 4)] == [605, 1_200, 1_134]


def test_touching_trios_give_the_card_sets_of_openspiel():
    # Its 22,588 plane ids stand for 22,205 sets of cards, nine of which are trio chains here.
    assert counts("doudizhu:touching_trio=on")["plane+solo"] == 22_205 - 9


@pytest.mark.parametrize("preset", ["default", "douzero", "pagat", "botzone", "botzone2"])
def test_a_set_of_cards_is_one_action(preset):
    actions = paiyou.game(f"doudizhu:{preset}").actions
    assert len(set(actions)) == len(actions)


def test_douzero_does_not_recognise_3838_of_its_own_moves():
    table = game_spec("doudizhu:douzero").table
    assert int((table.stands_group == len(table.groups)).sum()) == 3_838


def play(state, *moves):
    for move in moves:
        state.play(move)
    return state


def test_stakes():
    game = paiyou.game("doudizhu")
    # Both sides have played: one stake.
    assert play(game.start(["33K", "455", "667"]), "3", "5", "6", "K", "pass", "pass", "3").payoffs == [2, -1, -1]
    # A bomb and the rocket double it.
    state = play(game.start(["34444K", "5BR", "66"]), "3", "5", "pass", "4444", "BR")
    assert state.bombs == 2
    assert state.payoffs == [-2 * 4, 4, 4]


def test_spring_and_anti_spring():
    game, plain = paiyou.game("doudizhu"), paiyou.game("doudizhu:douzero")
    spring = (["3344", "55", "66"], ["33", "pass", "pass", "44"])
    assert play(game.start(spring[0]), *spring[1]).payoffs == [4, -2, -2]
    assert play(plain.start(spring[0]), *spring[1]).payoffs == [2, -1, -1]
    anti = (["34", "5K", "66"], ["3", "K", "pass", "pass", "5"])
    assert play(game.start(anti[0]), *anti[1]).payoffs == [-4, 2, 2]
    assert play(plain.start(anti[0]), *anti[1]).payoffs == [-2, 1, 1]


def test_what_beats_what():
    game = paiyou.game("doudizhu")

    def answers(last, hand):
        return set(game.start(["3", hand, "4"], turn=1, last=(0, last)).moves())

    assert answers("K", "AA2B") == {"pass", "A", "2", "B"}
    assert answers("B", "222R") == {"pass", "R"}
    assert answers("5557", "6667") == {"pass", "6667"}
    assert answers("34567", "456789") == {"pass", "45678", "56789"}
    assert answers("KKKK", "AAAABR") == {"pass", "AAAA", "BR"}
    assert answers("BR", "AAAA2222") == {"pass"}
    assert answers("KKKK55", "AAAA66") == {"pass", "66AAAA", "AAAA"}  # four with two is no bomb
    assert answers("555666", "777888") == {"pass", "777888"}
    assert answers("55566678", "7778889T") == {"pass", "7778889T"}


def test_shuttles():
    """Neighbouring quads on Botzone: a kind of their own, which a bomb beats and which is none."""
    hands = ["33334444556678", "9", "T"]
    default, one, two = (
        set(paiyou.game(name).start(hands).moves()) for name in ("doudizhu", "doudizhu:botzone", "doudizhu:botzone2")
    )
    assert "33334444" not in default
    assert "33334444" in one & two
    assert {"3333444456", "333344445566"} <= one - two  # one wing per quad
    assert {"333344445678"} <= two - one  # two wings per quad, all different
    game = paiyou.game("doudizhu:botzone")

    def answers(last, hand):
        state = game.start(["3", hand, "4"], turn=1, last=(0, last))
        assert state.bombs == (last == "5555")
        return set(state.moves())

    assert answers("55556666", "77778888") == {"pass", "77778888", "7777", "8888"}
    assert answers("55556666", "9999") == {"pass", "9999"}
    assert answers("5555666678", "9999T") == {"pass", "9999"}
    assert answers("5555", "77778888") == {"pass", "7777", "8888"}


def test_douzero_counts_no_bid():
    game = paiyou.game("doudizhu:douzero,bidding=123")
    state = game.deal(1)
    state.play("bid 3")
    assert state.stake == 1
    while not state.over:
        state.play(state.moves()[-1])
    assert abs(state.payoffs[state.landlord]) == 2 * 2**state.bombs


@pytest.mark.parametrize(
    "name",
    ["doudizhu", "doudizhu:douzero", "doudizhu:pagat", "doudizhu:botzone", "doudizhu:botzone2"],
)
def test_random_play_has_the_known_figures(name):
    """Uniform random play: the landlord wins 34.3%, 61 plies a game, 0.35 bombs (DouZero's engine, 3,000 deals)."""
    totals = paiyou.game(name).core.playouts(20_000, 1)
    share = totals["first_seat_wins"] / totals["games"]
    # 3,000 deals leave an interval of 1.7 points on either side; ours adds 0.7.
    assert abs(share - 0.343) < 0.017 + 0.007
    assert abs(totals["moves"] / totals["games"] - 61) < 1.0
    assert abs(totals["bombs"] / totals["games"] - 0.35) < 0.03
