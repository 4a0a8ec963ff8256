import sys
import time

import pytest

import paiyou
from paiyou.agents.base import Agent
from paiyou.arena.play_game import play_game
from paiyou.games.dealing import random_word
from paiyou.records.record import Record
from patience import PATIENCE


class Shy(Agent):
    """Never wants to be landlord on the deals it is told to refuse."""

    def __init__(self, game, refuse):
        super().__init__(game)
        self.refuse = refuse

    def choose(self, view):
        moves = view.moves()
        if view.bidding:
            return moves[0] if self.refuse else moves[-1]
        return moves[-1]


def test_the_deal_follows_from_the_seed_and_the_moves_from_both():
    game = paiyou.game("doudizhu")
    agents = [paiyou.agent("random", game) for _ in range(3)]
    one, same, other = (play_game(game, agents, 5, stream) for stream in (0, 0, 1))
    one, same, other = one.state, same.state, other.state
    assert one == same
    assert one.history != other.history
    assert sorted("".join(one.hands) + "".join(one.played)) == sorted("".join(other.hands) + "".join(other.played))


def test_when_all_decline_the_cards_are_dealt_again():
    game = paiyou.game("doudizhu:bidding=123")

    class Once(Shy):
        def choose(self, view):
            if view.bidding and view.hand == first.hands[view.seat]:
                return "bid 0"
            return super().choose(view)

    first = game.deal(8)
    outcome = play_game(game, [Once(game, refuse=False) for _ in range(3)], 8)
    state = outcome.state
    assert not state.redeal
    assert outcome.seed == random_word(8, 1_000_001)
    assert len(outcome.times) == len(state.history)
    assert state.history[0][1] == "bid 3"
    again = game.deal(random_word(8, 1_000_001))
    assert again.hands[again.turn] != first.hands[again.turn]
    assert state.landlord == again.turn


def test_a_table_where_nobody_ever_bids_ends():
    game = paiyou.game("doudizhu:bidding=call-rob")
    outcome = play_game(game, [Shy(game, refuse=True) for _ in range(3)], 1)
    assert outcome.state.redeal
    assert outcome.payoffs == [0, 0, 0]


class SpeechlessError(Exception):
    def __str__(self):
        raise RuntimeError("no words")


class Touchy(str):
    """A text that will not be looked up."""

    def __hash__(self):
        raise RuntimeError("do not touch")


class Broken(Agent):
    """Fails in some way at its second move."""

    def __init__(self, game, how):
        super().__init__(game)
        self.how, self.moves = how, 0

    def begin(self, seed):  # noqa: ARG002
        if self.how == "begin":
            raise RuntimeError("no\nmodel")
        if self.how == "slow to begin":
            time.sleep(PATIENCE)

    def choose(self, view):
        self.moves += 1
        if self.moves < 2:
            return view.moves()[0]
        if self.how == "error":
            raise KeyError("lost")
        if self.how == "exit":
            sys.exit(3)
        if self.how == "loop":
            while True:
                time.sleep(0.001)
        if self.how == "deaf":
            try:
                while True:
                    time.sleep(0.001)
            except BaseException:
                return view.moves()[0]
        if self.how == "stubborn":
            try:
                while True:
                    time.sleep(0.001)
            except BaseException:
                while True:
                    time.sleep(0.001)
        if self.how == "speechless":
            raise SpeechlessError
        if self.how == "base":
            raise GeneratorExit
        if self.how == "touchy":
            return Touchy("3333")
        return {"illegal": "3333", "rubbish": "zzz", "number": 7, "nothing": None}[self.how]


def play_with_little_time(clock, loser, play):
    """A game on a short clock that one seat cannot keep: where a busy machine took the others' time, a longer one."""
    while True:
        outcome = play(clock)
        if outcome.forfeit.seat == loser or clock > PATIENCE:
            return outcome
        clock *= 4


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ("begin", "failed to begin: RuntimeError: no model"),
        ("error", "failed: KeyError: 'lost'"),
        ("exit", "failed: SystemExit: 3"),
        ("loop", "overran its clock"),
        ("deaf", "overran its clock"),
        ("slow to begin", "overran its clock"),
        ("stubborn", "overran its clock"),
        ("speechless", "failed: SpeechlessError"),
        ("base", "failed: GeneratorExit"),
        ("touchy", "played an illegal move: '3333' "),
        ("illegal", "played an illegal move: '3333' "),
        ("rubbish", "played an illegal move: 'zzz' has a card that does not exist"),
        ("number", "played an illegal move: a move is a string such as '33' or 'pass', not int"),
        ("nothing", "played an illegal move: a move is a string"),
    ],
)
def test_an_agent_that_fails_forfeits_the_game(how, reason):
    game = paiyou.game("doudizhu")

    def play(clock):
        agents = [paiyou.agent("random", game), Broken(game, how), paiyou.agent("random", game)]
        return play_game(game, agents, 5, clock=clock)

    outcome = play_with_little_time(0.2, 1, play) if "clock" in reason else play(PATIENCE)
    assert outcome.forfeit.seat == 1
    assert outcome.forfeit.reason.startswith(reason)
    assert not outcome.state.over
    assert outcome.payoffs[1] < 0 < outcome.payoffs[0]
    assert len(outcome.times) == (0 if "begin" in how else len(outcome.state.history) + 1)
    record = Record.of(
        game,
        outcome.state,
        seed=outcome.seed,
        times=outcome.times,
        forfeit=outcome.forfeit,
        payoffs=outcome.payoffs,
    )
    assert Record.from_line(record.to_line()).replay().state == outcome.state


def test_the_clock_is_for_the_whole_game():
    class Slow(Agent):
        def __init__(self, game, pause):
            super().__init__(game)
            self.pause = pause

        def choose(self, view):
            time.sleep(self.pause)
            return view.moves()[-1]

    game = paiyou.game("mini-doudizhu")
    quick = paiyou.agent("random", game)
    assert play_game(game, [Slow(game, 0.001), quick], 3, clock=PATIENCE).forfeit is None
    clocks = []

    def play(clock):
        clocks.append(clock)
        return play_game(game, [Slow(game, 0.4 * clock), quick], 3, clock=clock)

    outcome = play_with_little_time(0.25, 0, play)
    assert outcome.forfeit.seat == 0
    assert sum(outcome.times) >= clocks[-1]
    assert len(outcome.times[::2]) <= 3  # his third move is too late on any machine


def test_an_agent_that_sees_all_cannot_touch_the_game():
    class Meddler(Agent):
        clairvoyant = True

        def choose(self, state):
            move = state.moves()[0]
            state.play(move)  # on a state of its own
            return move

    game = paiyou.game("mini-doudizhu")
    outcome = play_game(game, [Meddler(game), Meddler(game)], 1)
    assert outcome.forfeit is None
    assert outcome.state.over
