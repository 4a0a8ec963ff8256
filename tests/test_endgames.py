"""The endgame solver beside a plain minimax, and on puzzles with known answers."""

import os
import random
import re
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import paiyou
from paiyou.cli.show.solution import print_solution

GAMES = [
    "doudizhu",
    "doudizhu:douzero",
    "doudizhu:pagat",
    "doudizhu:botzone2",
    "mini-doudizhu",
    "zhengshangyou",
    "paodekuai",
]

POSITIONS = int(os.environ.get("PAIYOU_SOLVER_POSITIONS", "400"))
"""For each game; a longer run is asked for in the environment."""


class Minimax:
    """Who wins by trying everything: one seat, the attacker, against all others. Knows only moves() and play()."""

    def __init__(self, attacker):
        self.attacker = attacker
        self.known = {}

    def wins(self, state):
        if state.over:
            return state.winner == self.attacker
        key = (tuple(state.hands), state.turn, state.last)
        if key not in self.known:
            results = (self.wins(after(state, move)) for move in state.moves())
            self.known[key] = any(results) if state.turn == self.attacker else all(results)
        return self.known[key]


def after(state, move):
    state = state.copy()
    state.play(move)
    return state


def attackers(game):
    return range(game.seats) if game.teams == (0, 1, 2) else [0]


def side(game, seat):
    return None if seat is None else game.teams[seat]


def expected(game, state):
    """The winning side, or None, and all winning moves, by minimax."""
    for attacker in attackers(game):
        minimax = Minimax(attacker)
        won = minimax.wins(state)
        if not won and len(attackers(game)) > 1:
            continue
        winning = side(game, attacker) if won else next(team for team in game.teams if team != side(game, attacker))
        if side(game, state.turn) != winning:
            return winning, []
        return winning, [move for move in state.moves() if minimax.wins(after(state, move)) == won]
    return None, []


def check(game, state):
    """Solve a position and compare everything; returns the winning side."""
    before = state.copy()
    solution = paiyou.solve(state)
    assert state == before
    winning, moves = expected(game, state)
    assert solution.moves == moves, state
    if winning is None:
        assert (solution.winner, solution.line) == (None, []), state
        return None
    assert side(game, solution.winner) == winning, state
    played = state.copy()
    for seat, move in solution.line:
        assert played.turn == seat
        won = side(game, seat) == winning
        if won:
            assert move in expected(game, played)[1], (state, played)
        played.play(move)
    assert played.over
    assert played.winner == solution.winner
    return winning


def random_position(game, rng, most=10):
    """A few random cards each, half the time with a combo on the table; more of few ranks than chance would deal."""
    symbols = game.spec.symbols
    ranks = rng.sample(symbols, rng.randint(3, len(symbols)))
    if rng.random() < 0.3:  # neighbours, for the sake of chains
        first = rng.randrange(max(1, len(symbols) - 6))
        ranks = symbols[first : first + 7]
    deck = [symbols[rank] for rank in game.spec.rank_of_card if symbols[rank] in ranks]
    rng.shuffle(deck)
    cards = rng.randint(game.seats, min(most, len(deck)))
    hands = [[card] for card in deck[: game.seats]]
    weights = [rng.random() + 0.1 for _ in hands]
    for card in deck[game.seats : cards]:
        hand = rng.choices(hands, weights)[0]
        if len(hand) < game.spec.hand_size:
            hand.append(card)
    hands = ["".join(hand) for hand in hands]
    turn = rng.randrange(game.seats)
    if rng.random() < 0.5:
        short = [move for move in game.actions[1:] if len(move) <= 6]
        for _ in range(100):
            try:
                seat = (turn + rng.randint(1, game.seats - 1)) % game.seats
                move = rng.choice(short if rng.random() < 0.5 else short[:60])
                return game.start(hands, turn=turn, last=(seat, move))
            except ValueError:
                continue  # cards of it are in a hand, or somebody would have had to beat it
    return game.start(hands, turn=turn)


@pytest.mark.parametrize("name", GAMES)
def test_equals_minimax(name):
    game, rng = paiyou.game(name), random.Random(name)
    found = Counter()
    for _ in range(POSITIONS):
        state = random_position(game, rng)
        found[check(game, state), state.last is None] += 1
    # Both sides win, on the lead and behind a combo; nobody wins where everyone is on his own.
    sides = {*game.teams} | ({None} if len(attackers(game)) > 1 else set())
    assert {winner for winner, _ in found} == sides
    assert min(sum(count for (_, lead), count in found.items() if lead is which) for which in (True, False)) > 20


@pytest.mark.parametrize(
    ("name", "hands"),
    [
        # A table that forgets which combo lies there, or the half of it, takes these for others.
        ("doudizhu", ["7JK2", "7TA2", "8JAA"]),
        ("doudizhu", ["4JKB", "59K2", "5TQK"]),
        ("doudizhu", ["6TJA", "38JK", "89TJ"]),
        ("paodekuai", ["39JQ", "3472", "36TA"]),
        ("paodekuai", ["78JK", "58QQ", "47TJ"]),
        ("zhengshangyou", ["3459K", "45TQ2", "356JQ"]),
        ("zhengshangyou", ["458T", "347K", "489J"]),
        ("zhengshangyou", ["5TQQK", "8TJQA", "3345K"]),
        # Three aces without kickers are for the end: a pair of kings first leaves them in the middle.
        ("paodekuai", ["34567AAAKK", "45678", "92"]),
    ],
)
def test_positions_that_look_alike(name, hands):
    game = paiyou.game(name)
    check(game, game.start(hands))


@pytest.mark.parametrize("name", GAMES)
def test_positions_that_tell_of_others_equal_a_plain_search(name):
    """Too large for minimax: with and without what is seen of ranks that are alike, and of cards that lie worse."""
    game, rng = paiyou.game(name), random.Random(name)
    saved = 0
    for _ in range(POSITIONS // 4):
        state = random_position(game, rng, most=20)
        seen, plain = paiyou.solve(state), paiyou.solve(state, plain=True)
        assert side(game, seen.winner) == side(game, plain.winner), state
        assert seen.moves == plain.moves, state
        saved += plain.nodes - seen.nodes
    assert (
        saved > 0 or game.spec.must_beat
    )  # where beating is a duty, only ranks are alike: seldom in positions so small


@pytest.mark.parametrize(
    "hands",
    [
        # Ranks in the same order, but for a chain, a longer one, one of trios with kickers that are a trio, the jokers.
        ["34567K", "88A", "9Q2"],
        ["34568K", "77A", "9Q2"],
        ["3456789K", "TJA", "TQ22"],
        ["333444555777A", "88866KK", "9992QQ"],
        ["444555666777A", "88833KK", "9992QQ"],
        ["56BR", "77Q2", "88A"],
        ["56AB", "77Q2", "88R"],
        ["55667799K", "8TTAA", "8JJ22"],
    ],
)
def test_chains_and_jokers_are_not_taken_for_others(hands):
    game = paiyou.game("doudizhu")
    for turn in range(3):
        state = game.start(hands, turn=turn)
        assert paiyou.solve(state).moves == paiyou.solve(state, plain=True).moves


@pytest.mark.parametrize(
    "hands",
    [
        # A proof that forgets who could not answer the combo before it, or how the peasants' cards lie to each other,
        # takes other positions for these.
        ["4457TQ22", "3469TTKA", "3679JKKA"],
        ["479TJJK2", "3589TAA2", "335789TQ"],
        ["48TJJJKA", "356778KA", "5789TQQ2"],
        ["36TKKA22", "4479TTJK", "4569AABR"],
        ["344478QA", "336788J2", "3589KKAA"],
        ["36888TQA", "3357TJKA", "45TJQKK2"],
    ],
)
def test_proofs_tell_of_no_more_positions_than_they_are_good_for(hands):
    state = paiyou.game("doudizhu").start(hands)
    seen, plain = paiyou.solve(state), paiyou.solve(state, plain=True)
    assert (seen.winner == 0, seen.moves) == (plain.winner == 0, plain.moves)
    assert 3 * seen.nodes < plain.nodes


def test_a_proof_remembers_that_only_a_bomb_could_answer():
    # Nobody but the bomb beats 88: that his own 88 does not is part of why it wins.
    state = paiyou.game("doudizhu:pagat").start(["34445667777889", "34555668899", "39"])
    seen, plain = paiyou.solve(state), paiyou.solve(state, plain=True)
    assert (seen.winner == 0, seen.moves) == (plain.winner == 0, plain.moves)


@pytest.mark.parametrize(
    "hands",
    [
        # Jokers are ranks like others where no hand has both, and a rocket where one has.
        ["3469KB", "4578QR", "55TJJ2"],
        ["3469BR", "4578QK", "55TJJ2"],
        ["346622", "4578QB", "55TJJR"],
        ["55667B", "34789R", "TTJQKA"],
    ],
)
def test_jokers_apart_and_together(hands):
    game = paiyou.game("doudizhu")
    for turn in range(3):
        state = game.start(hands, turn=turn)
        seen, plain = paiyou.solve(state), paiyou.solve(state, plain=True)
        assert (seen.winner == 0, seen.moves) == (plain.winner == 0, plain.moves)


@pytest.mark.parametrize(
    ("hands", "winner", "moves"),
    [
        # The 3 or the 5 may be beaten, but nothing beats the 2 then, and the other is last. The 2 first leaves both.
        (["352", "4A", "6K"], 0, ["3", "5"]),
        # The 2 does not take back what a bomb beat, nor what a peasant goes out with.
        (["352", "46666", "9K"], 1, []),
        (["352", "A", "6K"], 1, []),
        # Two tricks, since nobody goes out with two combos.
        (["35722", "469A", "68JK"], 0, ["3", "5", "7"]),
    ],
)
def test_a_trick_may_be_given_away_and_taken_back(hands, winner, moves):
    game = paiyou.game("doudizhu")
    state = game.start(hands)
    solution = paiyou.solve(state)
    assert (game.teams[solution.winner], solution.moves) == (winner, moves)
    check(game, state)


@pytest.mark.parametrize("name", GAMES)
def test_larger_positions_agree_with_those_one_move_later(name):
    """Too large for minimax: a move is among the winning ones exactly where its side still wins behind it."""
    game, rng = paiyou.game(name), random.Random(name)
    for _ in range(15):
        state = random_position(game, rng, most=18)
        solution = paiyou.solve(state)
        assert bool(solution.moves) == (side(game, solution.winner) == side(game, state.turn))
        for move in state.moves():
            later = after(state, move)
            winner = later.winner if later.over else paiyou.solve(later).winner
            assert (side(game, winner) == side(game, state.turn)) == (move in solution.moves), (state, move)


PUZZLES = [
    # The 2 stands and the 3 is the last card; after the 3 first, an ace goes out.
    ("doudizhu", ["23", "A", "K"], {}, 0, ["2"]),
    # On the king of seat 2 a pass lets the ace of seat 1 go out.
    ("doudizhu", ["23", "A", "44"], {"last": (2, "K")}, 0, ["2"]),
    # A bomb takes the trick but leaves two cards, and a 2 waits behind either: the four go with both, as last cards.
    ("doudizhu", ["333356", "2", "2"], {}, 0, ["333356"]),
    # Either joker stands, so does the rocket, and then the 3 is last. The 3 first meets a 2.
    ("doudizhu", ["3BR", "2", "2"], {}, 0, ["B", "R", "BR"]),
    # The landlord's last card is a ten: no single below it may be led, and the pair cannot be beaten.
    ("doudizhu", ["T", "33", "44J"], {"turn": 2}, 2, ["J", "44"]),
    # A peasant leads low, and his partner goes out before the landlord's turn comes.
    ("doudizhu", ["KK", "34", "5"], {"turn": 1}, 2, ["3", "4"]),
    # The partner holds the trick with a 2 and has one card left: let him. Taking it with the joker wins too, since the
    # pair of threes is all that is left then.
    ("doudizhu", ["44", "33R", "5"], {"turn": 1, "last": (2, "2")}, 2, ["pass", "R"]),
    # Four trios in a row answer a plane of three with solos, as in DouZero's program, and in no other game.
    ("doudizhu:douzero", ["666777888999", "A", "K"], {"last": (1, "333444555TJQ")}, 0, ["666777888999"]),
    ("doudizhu", ["666777888999", "A", "K"], {"last": (1, "333444555TJQ")}, 1, []),
    # With an answer as a duty, the 5 draws the nine from seat 1, the ten takes it, and the 4 is last. After the 4 seat
    # 1 answers with his 5 and seat 2 goes out; after the ten the nine takes the rest.
    ("paodekuai", ["45T", "59", "7"], {}, 0, ["5"]),
    # With free passes seat 1 lets seat 2 go out on the 5.
    ("paodekuai:must_beat=off", ["45T", "59", "7"], {}, None, []),
    # Seat 0 decides who wins, but not himself: on the 3 seat 1 goes out, on the 6 seat 2.
    ("zhengshangyou", ["36", "4", "7"], {}, None, []),
    # Seat 1 has whatever is led.
    ("zhengshangyou", ["36", "7", "4"], {}, 1, []),
    # Two of a kind cannot be answered by the other, and one card stays for later.
    ("mini-doudizhu", ["335", "6R"], {}, 0, ["33"]),
]


@pytest.mark.parametrize(("name", "hands", "options", "winner", "moves"), PUZZLES)
def test_puzzles(name, hands, options, winner, moves):
    game = paiyou.game(name)
    state = game.start(hands, **options)
    solution = paiyou.solve(state)
    assert (solution.winner, solution.moves) == (winner, moves)
    check(game, state)


def test_losers_hold_out_as_long_as_they_can():
    """The pair of threes would be answered with the last cards at once; single cards take longer."""
    solution = paiyou.solve(paiyou.game("mini-doudizhu").start(["334", "55"]))
    assert (solution.winner, solution.moves) == (1, [])
    assert solution.line[0][1] in ("3", "4")
    assert len(solution.line) >= 4


def test_the_landlord_may_sit_anywhere():
    game = paiyou.game("doudizhu:bidding=123")
    for seed in range(40):
        state = game.deal(seed)
        rng = random.Random(seed)
        while not state.over and (state.bidding or sum(map(len, state.hands)) > 18):
            state.play(rng.choice(state.moves()))
        if state.over:
            continue
        solution = paiyou.solve(state)
        played = state.copy()
        for _, move in solution.line:
            played.play(move)
        assert (played.winner == state.landlord) == (solution.winner == state.landlord)
        won = (state.turn == state.landlord) == (solution.winner == state.landlord)
        assert bool(solution.moves) == won
        if state.landlord != 0 and won:
            return
    raise AssertionError("no seed made another seat the landlord")


def test_limits_are_said():
    game = paiyou.game("doudizhu")
    state = game.deal(3)
    before = state.copy()
    with pytest.raises(ValueError, match=r"not solved within max_nodes=1000 \(1,000 positions.*allow more"):
        paiyou.solve(state, max_nodes=1000)
    with pytest.raises(ValueError, match=r"not solved within seconds=0.05"):
        paiyou.solve(state, seconds=0.05)
    assert state == before
    # A search that needs no more than its limit is not stopped.
    state = game.start(["3469K2", "4578QA", "55TJJQ"])
    nodes = paiyou.solve(state).nodes
    assert nodes > 10
    assert paiyou.solve(state, max_nodes=nodes).nodes == nodes
    with pytest.raises(ValueError, match="max_nodes"):
        paiyou.solve(state, max_nodes=nodes - 1)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: paiyou.game("doudizhu:bidding=123").deal(1), "the auction is not finished"),
        (lambda: paiyou.game("gongzhu").deal(1), "climbing game.*not a TrickState"),
        (lambda: paiyou.game("doudizhu").deal(1).view(0), "not a ClimbingView"),
        (lambda: after(paiyou.game("doudizhu").start(["3", "4", "5"]), "3"), "the game is over"),
        (lambda: "33 44 55", "not a str"),
    ],
)
def test_what_cannot_be_solved(make, words):
    with pytest.raises(ValueError, match=words):
        paiyou.solve(make())


@pytest.mark.parametrize("limits", [{"max_nodes": 0}, {"max_nodes": 1.5}, {"seconds": 0}, {"seconds": float("nan")}])
def test_bad_limits(limits):
    with pytest.raises(ValueError, match="must be"):
        paiyou.solve(paiyou.game("doudizhu").start(["3", "4", "5"]), **limits)


def test_the_same_position_gives_the_same_solution():
    state = paiyou.game("doudizhu").start(["3469K2", "4578QA", "55TJJQ"])
    first, second = paiyou.solve(state), paiyou.solve(state)
    assert (first.moves, first.line, first.nodes) == (second.moves, second.line, second.nodes)


def test_the_page_shows_what_the_command_prints(capsys):
    page = (Path(__file__).parents[1] / "docs" / "solver.md").read_text(encoding="utf-8")
    [(hands, printed)] = re.findall(r"```console\n\$ paiyou solve (.*?)\n(.*?)```", page, re.DOTALL)
    game = paiyou.game("doudizhu")
    state = game.start(hands.split())
    text = StringIO()
    print_solution(game, state, paiyou.solve(state), Console(file=text, width=100))
    shown = text.getvalue().splitlines()
    assert printed.splitlines()[:-1] == shown[:-1]  # the last line has the time
    assert re.fullmatch(r"[\d,]+ positions in \d+\.\d{3} s", shown[-1])
    program, hidden = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names = {}
    exec(compile(program, "solver.md", "exec"), names)
    assert names["solution"].moves == ["6789T"]
    capsys.readouterr()
    exec(compile(hidden, "solver.md", "exec"), {})
    assert capsys.readouterr().out.strip() in hidden
