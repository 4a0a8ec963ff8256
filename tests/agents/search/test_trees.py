"""The Monte Carlo tree searchers: legal, blind to hidden cards, the same on any number of threads, and right."""

import random
import warnings

import pytest

import paiyou
from interrupts import interrupted
from paiyou.reproduce.whitehouse_branching import by_suit
from positions import GAMES, TRICK_GAMES, reach

SPECS = ["uct:trees=4,iterations=20", "cheat-uct:trees=4,iterations=20", "isuct:iterations=60", "rave:iterations=60"]


def seen(agent, state):
    return state if agent.clairvoyant else state.view(state.turn)


def nodes(tree):
    yield tree
    for child in tree["children"]:
        yield from nodes(child)


@pytest.mark.parametrize("name", GAMES + TRICK_GAMES)
@pytest.mark.parametrize("spec", SPECS)
def test_all_legal_moves_are_evaluated_and_no_others(name, spec):
    game = paiyou.game(name)
    agent = paiyou.agent(spec, game)
    rng = random.Random(name + spec)
    for seed in range(6):
        state = game.deal(seed)
        while not state.over:
            legal = state.moves()
            found = agent.evaluate(seen(agent, state))
            assert sorted(move for move, _, _ in found) == sorted(legal)
            iterations = agent.statistics["iterations"]
            assert iterations == (80 if "uct:trees" in spec else 60)
            # The visit that added a body to the tree chose no kickers there: it is no visit of a whole move.
            bodies = len(legal) if name.startswith(("doudizhu", "paodekuai")) else 0
            assert iterations - 4 * bodies <= sum(weight for _, _, weight in found) <= iterations
            state.play(rng.choice([found[0][0], rng.choice(legal)]))


@pytest.mark.parametrize("name", GAMES + TRICK_GAMES)
@pytest.mark.parametrize("spec", [spec for spec in SPECS if not spec.startswith("cheat")])
def test_hidden_cards_of_the_real_deal_change_nothing(name, spec):
    game = paiyou.game(name)
    agent = paiyou.agent(spec, game)
    changed = 0
    for seed in range(40):
        state = reach(game, seed, seed % (3 if name == "four-card" else 24))
        if state.over:
            continue
        view = state.view(state.turn)
        other = view.sample(seed)
        changed += other.hands != state.hands
        assert agent.evaluate(view) == agent.evaluate(other.view(other.turn))
    assert changed > (5 if name == "four-card" else 10)  # where seat 1 knows everything


@pytest.mark.parametrize(
    "spec", ["uct:trees=7,iterations=30", "isuct:trees=5,iterations=50", "rave:trees=3,iterations=50"]
)
@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:bidding=123", "zhengshangyou", "gongzhu"])
def test_the_number_of_threads_changes_nothing(name, spec):
    game = paiyou.game(name)
    for seed in range(5):
        state = reach(game, seed, 3 * seed)
        if state.over:
            continue
        results = [
            paiyou.agent(f"{spec},seed=9,threads={threads}", game).evaluate(state.view(state.turn))
            for threads in (1, 2, 3)
        ]
        assert results[0] == results[1] == results[2]


def test_another_seed_is_another_search():
    game = paiyou.game("doudizhu")
    view = game.deal(seed=3).view(0)
    one, other = (paiyou.agent(f"isuct:iterations=500,seed={seed}", game).evaluate(view) for seed in (1, 2))
    assert one != other


def test_a_search_does_not_depend_on_what_was_asked_before():
    game = paiyou.game("zhengshangyou")
    agent = paiyou.agent("isuct:iterations=200", game)
    view = game.deal(seed=3).view(game.deal(seed=3).turn)
    first = agent.evaluate(view)
    agent.evaluate(reach(game, 5, 4).view(reach(game, 5, 4).turn))
    assert agent.evaluate(view) == first


class TestTheTree:
    """Every count in a tree follows from the iterations that went through it."""

    @pytest.mark.parametrize("name", ["mini-doudizhu", "doudizhu", "paodekuai", "gongzhu:expose=off"])
    @pytest.mark.parametrize(
        "spec", ["isuct:iterations=800", "isuct:iterations=800,count=available", "rave:iterations=800"]
    )
    def test_counts_agree(self, name, spec):
        game = paiyou.game(name)
        state = reach(game, 4, 5)
        tree = paiyou.agent(spec, game).tree(state.view(state.turn), depth=30)
        assert tree["visits"] == 800
        for node in nodes(tree):
            children = node["children"]
            assert len({child["move"] for child in children}) == len(children)
            # The visit that made a node went on at random; at the root there was none such.
            into_children = sum(child["visits"] for child in children)
            assert into_children in (node["visits"], node["visits"] - 1, 0)
            for child in children:
                assert 1 <= child["visits"] <= child["available"] <= node["visits"]
                if game.name != "gongzhu:expose=off":  # whose rewards are points, usually from 0 to 1
                    assert 0 <= child["total"] <= child["visits"]
                if spec.startswith("rave"):
                    assert child["visits"] <= child["heard"] <= child["available"]
                    if game.name != "gongzhu:expose=off":
                        assert 0 <= child["heard_total"] <= child["heard"]

    def test_availability_on_a_hand_made_tree(self):
        """Seat 0 can only pass. Seat 1 holds two of 3, B and R, each pair as likely as the others, and leads."""
        game = paiyou.game("mini-doudizhu:ranks=2,hand=3")
        state = game.start(["34", "3B"], turn=0, last=(1, "4"), bottom="R")
        assert {state.view(0).sample(seed).hands[1] for seed in range(100)} == {"3B", "3R", "BR"}
        tree = paiyou.agent("isuct:iterations=3001", game).tree(state.view(0), depth=4)
        (passing,) = tree["children"]
        assert passing["visits"] == passing["available"] == 3001
        # The first visit made the node and went on at random; each of the others offered two leads.
        leads = {child["move"]: child for child in passing["children"]}
        assert leads.keys() == {"3", "B", "R"}
        assert sum(lead["visits"] for lead in leads.values()) == 3000
        # A lead is not counted before it is in the tree, which takes a visit each at the most.
        assert 2 * 3000 - 3 <= sum(lead["available"] for lead in leads.values()) <= 2 * 3000
        for lead in leads.values():
            assert abs(lead["available"] - 2000) < 5 * (3000 * 2 / 9) ** 0.5  # five standard deviations
        # Behind R nobody can answer: seat 0 passes whatever the deal, and seat 1's last card is 3 or B, one of the two.
        (answer,) = leads["R"]["children"]
        assert (answer["move"], answer["visits"], answer["available"]) == ("pass", *[leads["R"]["visits"] - 1] * 2)
        ends = {child["move"]: child for child in answer["children"]}
        assert ends.keys() == {"3", "B"}
        assert sum(end["available"] for end in ends.values()) == answer["visits"] - 1
        assert all(end["available"] == end["visits"] for end in ends.values())

    def test_rave_hears_moves_made_later(self):
        """Seat 0 plays both its cards in every iteration, one now and one later: both are heard every time."""
        game = paiyou.game("mini-doudizhu")
        tree = paiyou.agent("rave:iterations=100", game).tree(game.start(["56", "3"]).view(0), depth=1)
        first, second = tree["children"]
        assert (first["heard"], first["heard_total"]) == (100, 100)
        assert (second["heard"], second["heard_total"]) == (99, 99)  # not in the tree in the first iteration
        assert first["visits"] + second["visits"] == 100

    def test_rave_hears_only_moves_the_deal_allows(self):
        """A card that must wait for its suit is not an alternative now, even if it is played later."""
        game = paiyou.game("gongzhu:expose=off")
        state = reach(game, 11, 14)
        tree = paiyou.agent("rave:iterations=3000", game).tree(state.view(state.turn), depth=3)
        for node in nodes(tree):
            assert all(child["heard"] <= child["available"] for child in node["children"])

    @pytest.mark.parametrize("name", ["zhengshangyou", "doudizhu", "gongzhu:expose=off"])
    def test_rave_may_weigh_moves_not_tried_yet(self, name):
        """All moves are in the tree at once, and those that fared badly later on are left alone."""
        game = paiyou.game(name)
        view = reach(game, 4, 3).view(reach(game, 4, 3).turn)
        agent = paiyou.agent("rave:iterations=300,untried=rave,grouped=off", game)
        tree = agent.tree(view, depth=4)
        assert {child["move"] for child in tree["children"]} == set(view.moves())
        assert sum(child["visits"] for child in tree["children"]) == 300
        for node in nodes(tree):
            for child in node["children"]:
                assert child["visits"] <= child["heard"] <= child["available"]
        left_alone = [
            child for node in nodes(tree) for child in node["children"] if child["visits"] == 0 < child["heard"]
        ]
        assert left_alone
        usual = paiyou.agent("rave:iterations=300,grouped=off", game).tree(view, depth=4)
        assert all(child["visits"] > 0 for node in nodes(usual) for child in node["children"])

    def test_moves_not_tried_yet_without_rave_are_tried_first(self):
        game = paiyou.game("zhengshangyou")
        view = game.deal(seed=3).view(game.deal(seed=3).turn)
        moves = len(view.moves())
        tree = paiyou.agent(f"rave:iterations={moves},k=0,untried=rave", game).tree(view, depth=1)
        assert [child["visits"] for child in tree["children"]] == [1] * moves

    def test_a_full_tree_weighs_what_it_holds(self):
        game = paiyou.game("doudizhu")
        agent = paiyou.agent("rave:iterations=500,untried=rave,max_nodes=60", game)
        with pytest.warns(RuntimeWarning, match="max_nodes"):
            evaluated = agent.evaluate(game.deal(seed=2).view(0))
        assert agent.statistics["nodes"] == 60
        assert {move for move, _, _ in evaluated} == set(game.deal(seed=2).moves())
        with pytest.raises(ValueError, match="untried must be one of first, rave"):
            paiyou.agent("rave:untried=never", game)


class TestChoices:
    """What the searchers find is right where the right answer is known."""

    @pytest.mark.parametrize("name", ["zhengshangyou", "gongzhu", "mini-doudizhu"])
    def test_rave_without_rave_is_uct_over_resampled_deals(self, name):
        game = paiyou.game(name)
        for seed in range(5):
            state = reach(game, seed, seed)
            view = state.view(state.turn)
            plain = paiyou.agent("isuct:iterations=400,c=0.44", game).evaluate(view)
            assert paiyou.agent("rave:iterations=400,k=0,final=visits", game).evaluate(view) == plain
            assert paiyou.agent("rave:iterations=400,final=visits", game).evaluate(view) != plain

    def test_paper_001_as_printed(self):
        """Q_UR = mean + beta c sqrt(ln n(s) / n(s, a)); with k = 0 that is the mean, so its UCT does not explore."""
        game = paiyou.game("zhengshangyou")
        view = game.deal(seed=2).view(game.deal(seed=2).turn)

        def found(options):
            return tuple(paiyou.agent(f"rave:iterations=1000,{options}", game).evaluate(view))

        assert found("literal=on,k=0") == found("c=0,k=0") == found("bonus=rave,k=0") != found("k=0")
        assert found("literal=on") == found("rapid=visits,bonus=rave")
        # With all weight on the RAVE term, the plain mean and the own visits are UCT again.
        assert found("rapid=visits,k=1e12") == found("k=0")
        readings = ("rapid=amaf", "rapid=mean", "rapid=visits", "bonus=rave", "rapid=mean,bonus=rave", "literal=on")
        assert len({found(reading) for reading in readings}) == len(readings)
        with pytest.raises(ValueError, match="literal=on is rapid=visits,bonus=rave: give the one or the others"):
            paiyou.agent("rave:literal=on,bonus=both", game)

    @pytest.mark.parametrize("agent", ["rave", "isuct", "uct"])
    def test_suits_told_apart_are_as_many_branches_as_there_are_sets_of_cards(self, agent):
        game = paiyou.game("zhengshangyou")
        for seed in range(3):
            state = game.deal(seed)
            view = state.view(state.turn)
            moves = by_suit(str(view.hand), view.moves())
            tree = paiyou.agent(f"{agent}:trees=1,iterations={moves},suits=on", game)
            children = tree.tree(view, depth=1)["children"]
            assert [child["visits"] for child in children] == [1] * moves, "each was tried once"
            assert {child["move"] for child in children} == set(view.moves())
            evaluated = tree.evaluate(view)
            assert sorted(move for move, *_ in evaluated) == sorted(view.moves()), "a combo is listed once"

    def test_suits_are_told_apart_only_where_they_fit(self):
        for name, sentence in (("doudizhu", "at most 3,900 combos"), ("gongzhu", "suits=on is for climbing games")):
            game = paiyou.game(name)
            state = game.deal(1)
            with pytest.raises(ValueError, match=sentence):
                paiyou.agent("uct:trees=1,iterations=5,suits=on", game).evaluate(state.view(state.turn))

    def test_strategy_fusion_on_the_four_card_hand(self):
        """The lecture: a club is worth 0 if the hands lie open and -0.5 if not; a six is worth 0 either way."""
        game = paiyou.game("four-card")
        view = game.deal(seed=0).view(0)
        fused = {move: value for move, value, _ in paiyou.agent("uct:trees=40,iterations=2000", game).evaluate(view)}
        assert all(abs(value) < 0.15 for value in fused.values())
        for spec in ("isuct:iterations=40000", "rave:iterations=40000"):
            values = {move: value for move, value, _ in paiyou.agent(spec, game).evaluate(view)}
            assert abs(values["H6"]) < 0.1
            assert abs(values["D6"]) < 0.1
            assert values["C8"] < -0.25
            assert values["C7"] < -0.25
            assert paiyou.agent(spec, game).choose(view) in ("H6", "D6")

    def test_cheating_uct_wins_won_endgames(self):
        """Mini Dou Dizhu from won positions, against every defence: the move must keep the win."""
        game = paiyou.game("mini-doudizhu")
        agent = paiyou.agent("cheat-uct:trees=8,iterations=2000", game)
        tried = 0
        for seed in range(60):
            state = reach(game, seed, 4)
            if state.over or not wins(state) or all(wins_after(state, move) for move in state.moves()):
                continue
            tried += 1
            assert wins_after(state, agent.choose(state)), state
        assert tried >= 10

    def test_values_are_results_of_the_seat(self):
        """Going out wins a peasant one stake; in preset douzero nothing doubles it."""
        game = paiyou.game("doudizhu:douzero")
        state = game.start(["3334445556667778", "9", "TT"], turn=1, last=(0, "8"))
        (best, value, weight), *_ = paiyou.agent("isuct:iterations=200", game).evaluate(state.view(1))
        assert best == "9"
        assert value == 1
        assert weight > 100


def wins(state):
    return any(wins_after(state, move) for move in state.moves())


def wins_after(state, move):
    after = state.copy()
    after.play(move)
    if after.over:
        return True
    return wins(after) if after.turn == state.turn else not wins(after)


class TestLimits:
    def test_max_nodes_bounds_the_tree_and_is_said(self):
        game = paiyou.game("doudizhu")
        agent = paiyou.agent("isuct:iterations=2000,max_nodes=300", game)
        with pytest.warns(RuntimeWarning, match="max_nodes"):
            agent.choose(game.deal(seed=1).view(0))
        assert agent.statistics["full"]
        assert agent.statistics["nodes"] == 300
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            agent.choose(game.deal(seed=1).view(0))  # said once

    def test_seconds_end_a_search(self):
        game = paiyou.game("doudizhu")
        agent = paiyou.agent("uct:seconds=0.05,trees=5", game)
        agent.choose(game.deal(seed=1).view(0))
        assert agent.statistics["iterations"] >= 5
        assert agent.statistics["seconds"] >= 0.05

    def test_iterations_and_seconds_whichever_comes_first(self):
        game = paiyou.game("mini-doudizhu")
        agent = paiyou.agent("isuct:seconds=30,iterations=100", game)
        agent.choose(game.deal(seed=1).view(0))
        assert agent.statistics["iterations"] == 100

    def test_statistics_speak_of_the_search(self):
        game = paiyou.game("gongzhu")
        agent = paiyou.agent("isuct:iterations=500", game)
        agent.choose(game.deal(seed=1).view(game.deal(seed=1).turn))
        assert agent.statistics["iterations"] == 500
        assert agent.statistics["trees"] == 1
        assert 1 < agent.statistics["depth"] <= 500
        assert agent.statistics["nodes"] <= 501
        assert agent.statistics["iterations_per_s"] > 0

    @pytest.mark.parametrize(
        ("spec", "sentence"),
        [
            ("uct:trees=0", "trees must be at least 1, not 0"),
            ("isuct:iterations=0", "iterations must be at least 1, not 0"),
            ("isuct:threads=-1", "threads must be at least 1, not -1"),
            ("isuct:max_nodes=1", "max_nodes must be at least 2, not 1"),
            ("rave:k=-1", "k must be at least 0, not -1.0"),
            ("rave:c=nan", "c must be at least 0, not nan"),
            ("uct:seconds=0", "seconds must be above 0, not 0.0"),
            ("isuct:count=both", "count must be one of parent, available, not 'both'"),
        ],
    )
    def test_bad_options_are_refused(self, spec, sentence):
        with pytest.raises(ValueError, match=sentence):
            paiyou.agent(spec, "doudizhu")

    def test_there_must_be_a_move_to_search(self):
        game = paiyou.game("doudizhu")
        agent = paiyou.agent("isuct", game)
        with pytest.raises(ValueError, match="not to move"):
            agent.choose(game.deal(seed=1).view(1))
        state = reach(game, 1, 1000)
        with pytest.raises(ValueError, match="over"):
            agent.choose(state.view(0))
        with pytest.raises(ValueError, match="another game"):
            agent.choose(paiyou.game("zhengshangyou").deal(seed=1).view(0))

    @pytest.mark.parametrize("spec", ["isuct:iterations=1000000000", "uct:trees=1000000,threads=2"])
    def test_ctrl_c_ends_a_search(self, spec):
        game = paiyou.game("doudizhu")
        agent = paiyou.agent(f"{spec},max_nodes=2000000", game)
        with interrupted():
            agent.choose(game.deal(seed=1).view(0))


class TestGroups:
    def test_groups_cut_the_branches(self):
        game = paiyou.game("doudizhu")
        for seed in range(200):
            state = reach(game, seed, seed % 7)
            if state.over:
                continue
            whole = game.core.branches(state, grouped=False)
            assert whole == len(state.moves())
            assert game.core.branches(state, grouped=True) <= whole

    def test_a_trio_and_its_kickers_are_two_steps(self):
        game = paiyou.game("doudizhu")
        state = game.start(["333456", "7", "8"])
        # 3 4 5 6, 33, 333, a body for 333 with a solo; 456 is too short for a chain.
        assert game.core.branches(state, grouped=True) == 7
        assert game.core.branches(state, grouped=False) == 9
        tree = paiyou.agent("isuct:iterations=500", game).tree(state.view(0), depth=2)
        (body,) = [child for child in tree["children"] if child["move"].startswith("body")]
        assert {child["move"] for child in body["children"]} == {"3334", "3335", "3336"}

    @pytest.mark.parametrize("name", ["doudizhu", "doudizhu:douzero", "doudizhu:botzone2", "paodekuai"])
    def test_every_whole_move_is_reached_through_the_groups(self, name):
        game = paiyou.game(name)
        rng = random.Random(1)
        for seed in range(12):
            state = reach(game, seed, rng.randrange(20), rng)
            if state.over:
                continue
            agent = paiyou.agent("isuct:iterations=4000,c=50", game)
            assert all(visits > 0 for _, _, visits in agent.evaluate(state.view(state.turn)))


class TestInference:
    """Deals weighed by a model of the others serve every searcher that draws deals."""

    @pytest.mark.parametrize("name", ["doudizhu", "doudizhu:bidding=123", "paodekuai", "gongzhu", "mini-doudizhu"])
    @pytest.mark.parametrize("kind", ["uct:trees=4,iterations=20", "isuct:iterations=60", "rave:iterations=60"])
    def test_it_is_offered_to_all_and_stays_blind(self, name, kind):
        game = paiyou.game(name)
        agent = paiyou.agent(f"{kind},infer=rules,noise=0.2,particles=12", game)
        for seed in range(6):
            state = reach(game, seed, 2 + seed)
            if state.over:
                continue
            view = state.view(state.turn)
            found = agent.evaluate(view)
            assert {move for move, _, _ in found} == set(state.moves())
            assert 0 < agent.statistics["likeliest"] <= 1
            other = view.sample(seed)
            assert agent.evaluate(other.view(other.turn)) == found

    def test_weighted_deals_are_drawn_in_proportion(self):
        game = paiyou.game("mini-doudizhu:ranks=2,hand=3")
        state = game.start(["34", "3B"], turn=0, last=(1, "4"), bottom="R")
        view = state.view(0)
        deals = {deal.hands[1]: deal for deal, _ in view.deals(10)}
        assert deals.keys() == {"3B", "3R", "BR"}

        class Believer:
            def __init__(self):
                self.statistics = {}

            def deals(self, _view, _seed):
                return [(deals["3B"], 0.1), (deals["3R"], 0.9), (deals["BR"], 0.0)]

        agent = paiyou.agent("isuct:iterations=4001", game)
        agent.inference = Believer()
        (passing,) = agent.tree(view, depth=2)["children"]
        leads = {child["move"]: child for child in passing["children"]}
        assert leads.keys() == {"3", "B", "R"}
        assert abs(leads["B"]["available"] - 400) < 5 * (4000 * 0.09) ** 0.5
        assert leads["B"]["available"] + leads["R"]["available"] >= 4000 - 2

    def test_deals_that_do_not_agree_with_the_view_are_refused(self):
        game = paiyou.game("doudizhu")
        view = game.deal(seed=1).view(0)
        options = paiyou.agent("isuct:iterations=10", game)._options | {"seed": 0}
        for deals in (
            [(game.deal(seed=2), 1.0)],
            [(reach(game, 1, 3), 1.0)],
            [],
            [(view.sample(1), 0.0)],
            [(view, 1.0)],
        ):
            with pytest.raises(ValueError, match="deal"):
                game.core.search_trees(view, options, deals)
        for weight in (-1.0, float("nan")):
            with pytest.raises(ValueError, match="weights"):
                game.core.search_trees(view, options, [(view.sample(1), weight)])
