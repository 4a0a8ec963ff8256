"""`minimax`, `alphabeta` and `expectiminimax` on the games of the package, dealt open."""

import random
from functools import cache

import pytest

import paiyou
from interrupts import interrupted
from paiyou.games.all_deals import all_deals
from paiyou.games.climbing_spec import ClimbingSpec
from positions import GAMES, TRICK_GAMES, reach

METHODS = ["minimax", "alphabeta", "expectiminimax"]
ALL_GAMES = GAMES + TRICK_GAMES


def small_position(game, rng, cards, ranks=4):
    """A position from small random hands, rich in bombs or in cards with points, after a few moves."""
    spec = game.spec
    while True:
        if isinstance(spec, ClimbingSpec):
            chosen = rng.sample(range(len(spec.symbols)), min(ranks + spec.seats - 2, len(spec.symbols)))
            deck = [spec.symbols[rank] for rank in spec.rank_of_card if rank in chosen]
            cards_here = min(cards, len(deck) // spec.seats)
        else:
            counting = [card for card, points in zip(spec.cards, spec.score.points, strict=True) if points]
            deck = [*counting, *rng.sample(spec.cards, min(12, len(spec.cards)))]
            deck = list(dict.fromkeys(deck))
            cards_here = min(cards, len(deck) // spec.seats, spec.hand_size - 1)
        rng.shuffle(deck)
        hands = [deck[seat * cards_here : (seat + 1) * cards_here] for seat in range(spec.seats)]
        if isinstance(spec, ClimbingSpec):
            state = game.start(["".join(hand) for hand in hands], turn=rng.randrange(spec.seats))
        else:
            shown = [card for card in ("SQ", "DJ", "CT", "HA") if rng.random() < 0.3 and "expose" not in game.name]
            exposed = (
                shown if "gongzhu" in game.name and any(card in hand for hand in hands for card in shown) else None
            )
            if exposed is not None:
                exposed = [card for card in exposed if any(card in hand for hand in hands)]
            state = game.start(hands, turn=rng.randrange(spec.seats), exposed=exposed)
        for _ in range(rng.randint(0, 3)):
            if not state.over:
                state.play(rng.choice(state.moves()))
        if not state.over:
            return state


def table_of(text, state, game):
    agent = paiyou.agent(text, game)
    moves = agent.evaluate(state)
    return {move: value for move, value, _ in moves}, agent.statistics, moves


def allies(game, state, seat, other):
    """Who wins together, told by the rules rather than by the searcher's code."""
    if seat == other:
        return True
    landlord = getattr(state, "landlord", None)
    return landlord is not None and "doudizhu" in game.name and landlord not in (seat, other)


def brute(game, state, root):
    """Plain minimax over copies of states."""
    if state.over:
        return state.payoffs[root]
    found = []
    for move in state.moves():
        after = state.copy()
        after.play(move)
        found.append(brute(game, after, root))
    return max(found) if allies(game, state, root, state.turn) else min(found)


def brute_all(state):
    """Max-n, the first of equal moves."""
    if state.over:
        return state.payoffs
    best = None
    for move in state.moves():
        after = state.copy()
        after.play(move)
        found = brute_all(after)
        if best is None or found[state.turn] > best[state.turn]:
            best = found
    return best


@pytest.mark.parametrize("name", ALL_GAMES)
def test_small_positions_have_the_values_of_brute_force(name):
    game, rng = paiyou.game(name), random.Random(f"brute {name}")
    for _ in range(8):
        state = small_position(game, rng, 2 if game.seats > 2 else 3)
        everyone = {}
        for move in state.moves():
            after = state.copy()
            after.play(move)
            everyone[move] = (brute(game, after, state.turn), brute_all(after)[state.turn])
        for method in METHODS:
            values, statistics, _ = table_of(method, state, game)
            assert statistics["solved"]
            assert values == {move: paranoid for move, (paranoid, _) in everyone.items()}
        for table in ("on", "off"):
            values, _, _ = table_of(f"minimax:players=maxn,table={table}", state, game)
            assert values == {move: own for move, (_, own) in everyone.items()}


@pytest.mark.parametrize("name", ALL_GAMES)
def test_alpha_beta_has_the_values_of_minimax(name):
    """To the end where it is near, and cut off at every depth: pruning, ordering and the table change no value."""
    game, rng = paiyou.game(name), random.Random(f"equal {name}")
    solved = 0
    for number in range(250):
        state = small_position(game, rng, rng.randint(2, 4))
        depth, rest = rng.randint(1, 6), rng.choice(["", ",quiescence=off", ",reward=win"])
        cut = f"depth={depth},max_nodes=5000000{rest}"
        expected, statistics, moves = table_of(f"minimax:{cut}", state, game)
        for text in (
            f"alphabeta:{cut}",
            f"alphabeta:{cut},table=off",
            f"minimax:{cut},table=on",
            f"expectiminimax:{cut}",
        ):
            values, found, ordered = table_of(text, state, game)
            assert values == expected
            assert ordered == moves
            # Pruning may leave out all that would have been estimated, and so be sure at a lesser depth.
            assert found["depth"] <= statistics["depth"]
            assert found["solved"] >= statistics["solved"]
        if number % 5 == 0:
            wide, statistics, moves = table_of("minimax:max_nodes=300000", state, game)
            if statistics["solved"]:
                solved += 1
                values, found, ordered = table_of("alphabeta", state, game)
                assert found["solved"]
                assert (values, ordered) == (wide, moves)
    assert solved > 20


@pytest.mark.parametrize("name", ALL_GAMES)
def test_a_table_tells_apart_what_differs(name):
    """One table for many positions of the same games; without any table each has the same value."""
    game, rng = paiyou.game(name), random.Random(f"table {name}")
    for _ in range(6):
        start = small_position(game, rng, 4 if game.seats < 4 else 3, ranks=2)
        met = []
        for _ in range(30):
            state = start.copy()
            while not state.over:
                met.append(state.copy())
                state.play(rng.choice(state.moves()))
        met = rng.sample(met, min(len(met), 60))
        alone = [table_of("alphabeta:table=off", state, game)[2][0][1] for state in met]
        assert game.core.minimax_values(met) == alone
        for state, value in zip(met[:10], alone, strict=False):
            assert table_of("alphabeta:max_nodes=1000000", state, game)[2][0][1] == value


def after(state, *moves):
    for move in moves:
        state.play(move)
    return state


def same_cards_other_past():
    """Pairs of positions with the same cards and the same seat to lead, whose results differ by how they came about."""
    doudizhu, paodekuai, gongzhu = paiyou.game("doudizhu"), paiyou.game("paodekuai"), paiyou.game("gongzhu")
    calm = ("pass", "pass")
    hands = ["33332R", "4", "6"]
    yield (
        "bombs",
        doudizhu,
        after(doudizhu.start(hands), "33", *calm, "33", *calm),
        after(doudizhu.start(hands), "3333", *calm),
    )
    yield (
        "a landlord's plays",
        doudizhu,
        doudizhu.start(["JQ", "K", "A"]),
        after(doudizhu.start(["345678JQ", "K", "A"]), "345678", *calm),
    )
    hands = ["33336AA", "45", "78"]
    yield (
        "unbeaten bombs",
        paodekuai,
        after(paodekuai.start(hands), "33", *calm, "33", *calm),
        after(paodekuai.start(hands), "3333", *calm),
    )
    hands = [["C2", "D9", "S3"], ["C3", "D5", "S4"], ["SQ", "H5", "S7"], ["C4", "D3", "S6"]]
    yield (
        "cards taken",
        gongzhu,
        after(gongzhu.start(hands), "C2", "C3", "SQ", "C4", "D3", "D9", "D5", "H5"),
        after(gongzhu.start(hands), "C2", "C3", "H5", "C4", "D3", "D9", "D5", "SQ"),
    )


PASTS = list(same_cards_other_past())


@pytest.mark.parametrize(("game", "one", "other"), [past[1:] for past in PASTS], ids=[past[0] for past in PASTS])
def test_positions_with_the_same_cards_and_another_past_have_their_own_values(game, one, other):
    assert (one.hands, one.turn, one.last) == (other.hands, other.turn, other.last)
    values = [table_of("alphabeta:table=off", state, game)[2][0][1] for state in (one, other)]
    assert values[0] != values[1]
    assert game.core.minimax_values([one, other]) == values
    assert game.core.minimax_values([other, one]) == values[::-1]


@pytest.mark.parametrize("name", ALL_GAMES)
def test_deals_at_every_stage_have_the_values_of_minimax_when_cut_off(name):
    """Fresh deals too, bidding and exposing included."""
    game, rng = paiyou.game(name), random.Random(name)
    for seed in range(10):
        state = reach(game, seed, rng.choice([0, 0, 1, 3, 8, 20]))
        if state.over:
            continue
        expected, statistics, moves = table_of("minimax:depth=2,max_nodes=3000000", state, game)
        assert not statistics["full"]
        assert table_of("alphabeta:depth=2,max_nodes=3000000", state, game)[0] == expected
        assert table_of("expectiminimax:depth=2,max_nodes=3000000", state, game)[2] == moves


@pytest.mark.parametrize("name", ALL_GAMES)
@pytest.mark.parametrize("method", [*METHODS, "alphabeta:values=best", "minimax:players=maxn", "alphabeta:reward=win"])
def test_moves_are_legal_at_every_stage(name, method):
    """With hardly any positions to spend, too: each agent plays a few games with itself."""
    game = paiyou.game(name)
    for seed in range(3):
        limit = ("," if ":" in method else ":") + f"max_nodes={(1, 50, 400)[seed]}"
        agent = paiyou.agent(method + limit, game)
        state = game.deal(seed)
        while not state.over:
            legal = state.moves()
            moves = agent.evaluate(state)
            assert sorted(move for move, _, _ in moves) == sorted(legal)
            assert agent.statistics["nodes"] <= (1, 50, 400)[seed]
            state.play(moves[0][0])


@pytest.mark.parametrize("name", ALL_GAMES)
def test_a_limit_of_positions_gives_the_answer_of_the_last_finished_depth(name):
    game = paiyou.game(name)
    depths = set()
    for seed, limit in ((1, 100), (2, 1_000), (3, 5_000), (4, 30_000)):
        state = reach(game, seed, 2 if game.name == "four-card" else 4)
        if state.over:  # everybody has declined
            continue
        for method in ("minimax", "alphabeta", "alphabeta:players=maxn"):
            comma = "," if ":" in method else ":"
            _, statistics, moves = table_of(f"{method}{comma}max_nodes={limit}", state, game)
            depths.add(statistics["depth"])
            if statistics["depth"] > 0:
                again = table_of(f"{method}{comma}depth={statistics['depth']}", state, game)
                assert again[2] == moves
    assert len(depths) > 1


def test_the_same_question_has_the_same_answer_with_any_seed_and_threads():
    game = paiyou.game("gongzhu")
    state = reach(game, 5, 10)
    answers = [
        paiyou.agent(f"alphabeta:max_nodes=3000{more}", game).evaluate(state) for more in ("", ",seed=7", ",threads=3")
    ]
    assert answers[0] == answers[1] == answers[2]


def test_bombs_and_springs_are_in_the_values():
    """A bomb doubles whenever it falls, but only who leads it keeps the peasants from playing: a spring on top."""
    game = paiyou.game("doudizhu")
    values, _, _ = table_of("alphabeta", game.start(["33334", "55", "66"]), game)
    assert values["3333"] == max(values.values()) == 2 * 2 * 2
    assert values["4"] == 2 * 2
    values, _, _ = table_of("alphabeta:reward=win", game.start(["33334", "55", "66"]), game)
    assert max(values.values()) == 1


def test_they_see_states_and_nothing_else():
    game, other = paiyou.game("mini-doudizhu"), paiyou.game("doudizhu")
    for method in METHODS:
        agent = paiyou.agent(method, game)
        assert agent.clairvoyant
        with pytest.raises(ValueError, match="takes a state of mini-doudizhu, not ClimbingView"):
            agent.choose(game.deal(1).view(0))
        with pytest.raises(ValueError, match="a state of another game"):
            agent.choose(other.deal(1))
    over = game.start(["3", "4"])
    over.play("3")
    with pytest.raises(ValueError, match="the game is over"):
        paiyou.agent("minimax", game).choose(over)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("minimax:depth=0", "depth must be at least 1, not 0"),
        ("minimax:max_nodes=0", "max_nodes must be at least 1, not 0"),
        ("minimax:seconds=0", "seconds must be above 0"),
        ("minimax:seconds=nan", "seconds must be above 0"),
        ("minimax:threads=0", "threads must be at least 1"),
        ("minimax:players=nobody", "players must be one of paranoid, maxn"),
        ("minimax:reward=fame", "reward must be one of points, win"),
        ("minimax:values=best", "unknown option of minimax"),
        ("alphabeta:weights=nowhere.json", "cannot be read: No such file"),
    ],
)
def test_options_that_make_no_sense_are_refused(text, message):
    with pytest.raises(ValueError, match=message):
        paiyou.agent(text, "mini-doudizhu")


def test_ctrl_c_ends_a_search():
    game = paiyou.game("doudizhu")
    for ask in (
        lambda: paiyou.agent("minimax:max_nodes=1000000000000", game).choose(game.deal(1)),
        lambda: game.core.minimax_values([game.deal(1)], max_nodes=10**12),
    ):
        with interrupted():
            ask()


def test_a_clock_takes_the_place_of_the_limit():
    game = paiyou.game("doudizhu")
    agent = paiyou.agent("alphabeta:seconds=0.05", game)
    assert agent.choose(game.deal(1)) in game.deal(1).moves()
    assert not agent.statistics["full"]


@cache
def mini_deals():
    return all_deals(paiyou.game("mini-doudizhu"))


def test_all_mini_deals():
    """8,832 deals, and player 1 wins 0.70714 of them by weight (Whitehouse et al. 2011)."""
    game = paiyou.game("mini-doudizhu")
    states = [game.start(list(hands)) for hands, _ in mini_deals()]
    values = game.core.minimax_values(states)
    assert len(values) == 8_832
    assert set(values) == {-1.0, 1.0}
    won = sum(ways for (_, ways), value in zip(mini_deals(), values, strict=True) if value > 0)
    assert won / sum(ways for _, ways in mini_deals()) == pytest.approx(0.70714, abs=0.000005)
    for number in range(0, 8_832, 500):
        assert paiyou.agent("alphabeta", game).evaluate(states[number])[0][1] == values[number]


def test_values_of_many_states_are_those_of_each():
    game, rng = paiyou.game("doudizhu"), random.Random(3)
    states = [small_position(game, rng, 3) for _ in range(40)]
    assert game.core.minimax_values(states) == [
        paiyou.agent("alphabeta", game).evaluate(state)[0][1] for state in states
    ]
    with pytest.raises(ValueError, match="state 1 is not solved within max_nodes=1000 positions"):
        game.core.minimax_values([states[0], game.deal(1)], max_nodes=1000)
