"""Games written in Python: every way to keep the protocol, and every way not to."""

import copy

import pytest

import paiyou
from paiyou.games.open_game import OpenGame

METHODS = ["minimax", "alphabeta", "expectiminimax"]


class Nim:
    """Take one to three matches; whoever takes the last one wins."""

    def __init__(self, matches=10, turn=0):
        self.matches, self.turn = matches, turn

    @property
    def over(self):
        return self.matches == 0

    @property
    def payoffs(self):
        return [-1, 1] if self.turn == 0 else [1, -1]

    def moves(self):
        return list(range(1, min(3, self.matches) + 1))

    def play(self, move):
        return Nim(self.matches - move, 1 - self.turn)


class ChangingNim(Nim):
    """`play` changes the position; it is copied by copy.deepcopy."""

    def play(self, move):
        self.matches, self.turn = self.matches - move, 1 - self.turn


class CopyingNim(ChangingNim):
    copies = 0

    def copy(self):
        CopyingNim.copies += 1
        return CopyingNim(self.matches, self.turn)

    def __deepcopy__(self, memo):
        raise AssertionError("a position with copy() is not copied otherwise")


class TellingNim(ChangingNim):
    """`play` changes the position and says something besides."""

    def play(self, move):
        super().play(move)
        return True


class FluentNim(ChangingNim):
    """`play` changes the position and returns it."""

    def play(self, move):
        super().play(move)
        return self


class KeyedNim(Nim):
    def play(self, move):
        return KeyedNim(self.matches - move, 1 - self.turn)

    def key(self):
        return self.matches, self.turn


class MethodNim(Nim):
    """Methods where properties are meant."""

    def over(self):
        return self.matches == 0

    def payoffs(self):
        return [-1, 1] if self.turn == 0 else [1, -1]

    def play(self, move):
        return MethodNim(self.matches - move, 1 - self.turn)


KINDS = [Nim, ChangingNim, CopyingNim, TellingNim, FluentNim, KeyedNim, MethodNim]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("method", METHODS)
def test_every_way_to_write_a_game_is_played_right(kind, method):
    """The rest of matches by four is the move, where there is one; the position that is asked about stays as it is."""
    game = OpenGame("nim", kind, seats=2)
    agent = paiyou.agent(method, game)
    for matches in range(1, 9):
        for turn in (0, 1):
            position = kind(matches, turn)
            moves = agent.evaluate(position)
            assert agent.statistics["solved"]
            assert (position.matches, position.turn) == (matches, turn)
            assert {move: value for move, value, _ in moves} == {
                move: 1 if (matches - move) % 4 == 0 else -1 for move in position.moves()
            }
            assert agent.choose(position) == (matches % 4 or 1)


def test_a_key_saves_positions():
    nodes = {}
    for kind in (Nim, KeyedNim):
        agent = paiyou.agent("alphabeta", OpenGame("nim", kind, seats=2))
        agent.choose(kind(12))
        nodes[kind] = agent.statistics["nodes"]
    assert nodes[KeyedNim] < nodes[Nim] / 3


def test_wins_can_count_in_place_of_points():
    class Shares(Nim):
        payoffs = property(lambda _: [3, 3])

        def play(self, move):
            return Shares(self.matches - move, 1 - self.turn)

    game = OpenGame("shares", Shares, seats=2)
    assert paiyou.agent("minimax:reward=win", game).evaluate(Shares(1)) == [(1, 0.5, 1.0)]
    assert paiyou.agent("minimax", game).evaluate(Shares(1)) == [(1, 3.0, 1.0)]


def test_moves_may_be_anything_hashable():
    class Named(Nim):
        def moves(self):
            return [("take", number) for number in super().moves()]

        def play(self, move):
            return Named(self.matches - move[1], 1 - self.turn)

    assert paiyou.agent("alphabeta", OpenGame("nim", Named, seats=2)).choose(Named(7)) == ("take", 3)


class Broken(Nim):
    """A game that goes wrong after a move, in a way to be named."""

    wrong = None

    def play(self, move):
        after = copy.copy(self)
        after.matches, after.turn = self.matches - move, 1 - self.turn
        if after.matches == 3 and self.wrong is not None:
            self.wrong(after)
        return after


def broken(wrong):
    return type("Broken", (Broken,), {"wrong": staticmethod(wrong)})


class SickError(Exception):
    pass


def raise_sick(*_):
    raise SickError("the game is ill")


WRONG = [
    (lambda p: setattr(p, "moves", list), "must have moves, but moves"),
    (lambda p: setattr(p, "moves", lambda: [[1]]), "moves must be hashable.*not list"),
    (lambda p: setattr(p, "turn", 2), "there is no seat 2; seats are 0 to 1"),
    (lambda p: setattr(p, "turn", "x"), "a seat is a whole number, not str"),
    (lambda p: vars(p).update(turn=None, chances=list), "sum to 1, not to 0"),
    (lambda p: vars(p).update(turn=None, chances=lambda: [(1, 0.5), (2, 0.4)]), "sum to 1, not to 0.9"),
    (lambda p: vars(p).update(turn=None, chances=lambda: [(1, 1.5), (2, -0.5)]), "must be 0 or more, not -0.5"),
    (lambda p: vars(p).update(turn=None, chances=lambda: [(1, "much")]), "a probability must be a number, not str"),
    (lambda p: vars(p).update(turn=None, chances=lambda: [1, 2]), "pairs of a move and its probability"),
]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("wrong", "message"), WRONG, ids=[message for _, message in WRONG])
def test_a_game_that_breaks_the_protocol_is_told_so(method, wrong, message):
    kind = broken(wrong)
    agent = paiyou.agent(method, OpenGame("broken", kind, seats=2))
    with pytest.raises(ValueError, match=message):
        agent.choose(kind(7))
    assert agent.choose(Nim(7)) == 3  # and the agent is as good as before


@pytest.mark.parametrize(
    ("payoffs", "message"),
    [
        ([1], "payoffs must be a list of 2 numbers, one for each seat; it has 1"),
        ([1, 2, 3], "it has 3"),
        (None, "not NoneType"),
        ([1, "x"], "must be a number, not str"),
        ([1, float("nan")], "not nan"),
    ],
)
def test_payoffs_that_are_none_are_refused(payoffs, message):
    kind = type("Odd", (Nim,), {"payoffs": property(lambda _: payoffs)})
    kind.play = lambda self, move: kind(self.matches - move, 1 - self.turn)
    with pytest.raises(ValueError, match=message):
        paiyou.agent("minimax", OpenGame("odd", kind, seats=2)).choose(kind(2))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", ["moves", "play", "copy", "evaluate", "key", "quiet", "over", "payoffs"])
def test_what_a_game_raises_comes_out_as_it_is(method, name):
    """At the root or deep in the search, and the next search is as good as ever."""
    attribute = property(raise_sick) if name in ("quiet", "over", "payoffs") else raise_sick
    kind = type("Ill", (ChangingNim,), {name: attribute})
    agent = paiyou.agent(f"{method}:depth=4,table=on", OpenGame("ill", kind, seats=2))
    with pytest.raises(SickError, match="the game is ill"):
        agent.choose(kind(4 if name == "payoffs" else 12))
    assert agent.choose(Nim(4)) == 1


def test_an_interrupt_comes_through():
    def interrupt(_):
        raise KeyboardInterrupt

    kind = type("Stopped", (ChangingNim,), {"evaluate": interrupt})
    with pytest.raises(KeyboardInterrupt):
        paiyou.agent("alphabeta:depth=2", OpenGame("stopped", kind, seats=2)).choose(kind(9))


def test_there_is_nothing_to_search_where_the_game_is_over_or_chance_moves():
    agent = paiyou.agent("minimax", OpenGame("nim", Nim, seats=2))
    with pytest.raises(ValueError, match="the game is over"):
        agent.choose(Nim(0))
    with pytest.raises(ValueError, match="chance's turn"):
        agent.choose(Nim(3, None))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: OpenGame("nim", Nim(), 2), "start must be a function"),
        (lambda: OpenGame("nim", Nim, 5), "seats must be 1 to 4, not 5"),
        (lambda: OpenGame("nim", Nim, "2"), "seats must be 1 to 4, not '2'"),
        (lambda: paiyou.agent("rules", OpenGame("nim", Nim, 2)), "nim can be played by minimax, alphabeta"),
        (lambda: paiyou.agent("minimax:weights=w.json", OpenGame("nim", Nim, 2)), "nim has no weights"),
    ],
)
def test_games_that_cannot_be_are_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
