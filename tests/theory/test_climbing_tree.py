"""The core's tree of a climbing game is the one that a walk through its states gives."""

from collections import defaultdict

import pytest

import paiyou
from paiyou import _core
from paiyou.games.all_deals import all_deals
from paiyou.theory.climbing_tree import ClimbingTree, number_of_hands
from paiyou.theory.dealt_tree import DealtTree, tree_of


def described(tree):
    """The game in words that do not depend on the order of the walk: sequences by view and move, ends by sequences."""
    names, sets = [], []
    for player in (0, 1):
        keys, named = [], ["empty"]
        for number in range(tree.form.information_sets(player)):
            view = tree.view(player, number)
            assert (view.turn, view.seat) == (player, player)
            keys.append(view.key)
            named += [(view.key, move) for move in tree.moves(player, number)]
        parents = [named[parent] for parent in tree.form.parents(player)]
        assert len(set(keys)) == len(keys)
        names.append(named)
        sets.append(dict(zip(keys, parents, strict=True)))
    ends = defaultdict(float)
    for first, second, payoff in zip(*tree.form.ends(), strict=True):
        ends[names[0][first], names[1][second]] += payoff
    return sets, ends


@pytest.mark.parametrize("options", ["ranks=2,hand=1", "ranks=2,hand=3", "ranks=1,hand=3", "ranks=3,hand=3"])
def test_core_and_walk_agree(options):
    game = paiyou.game(f"mini-doudizhu:{options}")
    core = ClimbingTree(game)
    walked = DealtTree(game, [(game.start(list(hands)), float(ways)) for hands, ways in all_deals(game)])
    (core_sets, core_ends), (walked_sets, walked_ends) = described(core), described(walked)
    assert core_sets == walked_sets
    assert core_ends.keys() == walked_ends.keys()
    assert all(core_ends[pair] == pytest.approx(walked_ends[pair], rel=1e-6) for pair in core_ends)


def counted(state):
    """Decisions and ends of one deal, by copying states."""
    if state.over:
        return 0, 1
    decisions, ends = 1, 0
    for move in state.moves():
        after = state.copy()
        after.play(move)
        more = counted(after)
        decisions, ends = decisions + more[0], ends + more[1]
    return decisions, ends


def test_a_tree_of_few_deals_has_the_decisions_and_ends_of_each():
    game = paiyou.game("mini-doudizhu:hand=5")
    states = [game.start([mine, theirs]) for mine in ("3345B", "34566") for theirs in ("34456", "5566R")]
    tree = _core.ClimbingTree(game.core, [(state, 1.0) for state in states], 10**9)
    decisions, ends = map(sum, zip(*map(counted, states), strict=True))
    assert (tree.decisions, tree.form.number_of_ends) == (decisions, ends)
    twice = _core.ClimbingTree(game.core, [(state, 0.5) for state in states + states], 10**9)
    assert [column.tolist() for column in twice.form.ends()] == [column.tolist() for column in tree.form.ends()]


@pytest.mark.parametrize("options", ["ranks=2,hand=5", "ranks=4,hand=7", "ranks=1,hand=1"])
def test_hands_are_counted_without_listing_them(options):
    game = paiyou.game(f"mini-doudizhu:{options}")
    assert number_of_hands(game) == len({hands[0] for hands, _ in all_deals(game)})


def test_hands_of_four():
    tree = tree_of("mini-doudizhu:hand=4")
    assert tree.deals == 4629
    assert [tree.form.information_sets(player) for player in (0, 1)] == [81_345, 100_738]
    assert tree.form.number_of_ends == 1_450_280
    assert tree.core.decisions == 3_142_557


def test_what_has_no_tree_is_refused():
    with pytest.raises(ValueError, match="doudizhu has 3 players"):
        tree_of("doudizhu")
    with pytest.raises(ValueError, match="'mini-doudizhu:hand=4', a Game or a Tree, not 7"):
        tree_of(7)
    with pytest.raises(ValueError, match=r"ranks=13 has 2,[0-9]* different hands; equilibria are found up to 1,000"):
        tree_of("mini-doudizhu:ranks=13,hand=4")
    with pytest.raises(ValueError, match="more than 1000 ends"):
        ClimbingTree(paiyou.game("mini-doudizhu:hand=4"), max_ends=1000)
    game = paiyou.game("mini-doudizhu:hand=3")
    full, played = game.deal(1), game.deal(1)
    played.play(played.moves()[0])
    for deals, sentence in (
        ([], "there must be a deal"),
        ([(full, 0.0)], "above 0"),
        ([(full, float("inf"))], "above 0"),
        ([(full, "much")], "pairs"),
        ([(paiyou.game("mini-doudizhu").deal(1), 1.0)], "of this game"),
        ([(game.start(["34", "55"]), 1.0)], "full hands"),
        ([(played, 1.0)], "full hands"),
        ([(game.start(["334", "556"], turn=1), 1.0)], "seat 0 is about to begin"),
    ):
        with pytest.raises(ValueError, match=sentence):
            _core.ClimbingTree(game.core, deals, 1000)
    three = paiyou.game("zhengshangyou")
    with pytest.raises(ValueError, match="two players"):
        _core.ClimbingTree(three.core, [(three.deal(1), 1.0)], 1000)
    tree = tree_of("mini-doudizhu:ranks=2,hand=2")
    for player, number, sentence in ((0, 12, "no such information set"), (2, 0, "no player 2")):
        with pytest.raises(ValueError, match=sentence):
            tree.position(player, number)
