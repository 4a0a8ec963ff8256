"""Playing records again: what was played by the rules passes, and nothing else does."""

import random
from dataclasses import replace

import pytest

import paiyou
from paiyou.games.game import Game
from paiyou.games.registry import game_spec
from paiyou.records import Forfeit, Record, Result
from positions import GAMES, TRICK_GAMES, reach

EVERY_GAME = [*GAMES, *TRICK_GAMES]


def finished(name, seed=7):
    game = paiyou.game(name)
    state = reach(game, seed, 1000)
    while state.redeal:
        seed += 1
        state = reach(game, seed, 1000)
    agents = [f"agent {seat}" for seat in range(game.seats)]
    return Record.of(game, state, seed=seed, agents=agents, times=[0.001] * len(state.history))


def refused(record, words):
    with pytest.raises(ValueError, match=words) as caught:
        record.replay()
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_missing_move(name):
    record = finished(name)
    refused(replace(record, moves=record.moves[:-1], times=None), "the game is not over after move")
    refused(replace(record, moves=record.moves[1:], times=None), "^move [1-9], ")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_move_too_many(name):
    record = finished(name)
    number = sum(1 for _ in record.decisions()) + 1
    more = (*record.moves, record.moves[-1])
    refused(replace(record, moves=more, times=None), f"move {number}, '{more[-1]}': .* the game is over")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_move_is_checked(name):
    """A move that is not legal is refused wherever it stands, with its number."""
    record = finished(name)
    game = paiyou.game(name)
    rng = random.Random(name)
    for step in record.replay().steps():
        legal = set(step.state.moves())
        place = step.number - 1 - len(record.auction) - len(record.exposures)
        if place < 0:
            continue
        other = next(move for move in iter(lambda: rng.choice(game.actions), None) if move not in legal)
        moves = (*record.moves[:place], other, *record.moves[place + 1 :])
        refused(replace(record, moves=moves), f"^move {step.number}, '{other[:40]}")


def test_the_engines_own_reason_is_told():
    record = finished("doudizhu:douzero")
    refused(replace(record, moves=("pass", *record.moves[1:])), "move 1, 'pass': seat 0 leads and may not pass")
    refused(replace(record, moves=("3X", *record.moves[1:])), "move 1, '3X': .* has a card that does not exist")


def test_the_auction_is_checked():
    record = finished("doudizhu:bidding=123,multi_round=on")
    refused(replace(record, auction=(*record.auction, "bid 0"), times=None), "belongs to the auction, which is over")
    refused(replace(record, auction=("bid 7", *record.auction[1:])), "'bid 7', stands under auction, but belongs under")
    refused(replace(record, auction=record.auction[:-1], times=None), "before the auction is over|not in the hand")
    swapped = replace(record, auction=(), moves=(*record.auction, *record.moves))
    refused(swapped, "move 1, 'bid .', stands under moves, but belongs under auction")


def test_the_exposures_are_checked():
    record = finished("gongzhu")
    refused(replace(record, exposures=record.exposures[:-1], times=None), "move 4, ")
    refused(replace(record, exposures=("expose S2", *record.exposures[1:])), "move 1, 'expose S2': ")
    swapped = replace(record, exposures=(), moves=(*record.exposures, *record.moves))
    refused(swapped, "move 1, 'expose .*', stands under moves, but belongs under exposures")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_result_that_is_not_the_moves(name):
    record = finished(name)
    wrong = tuple(payoff + 1 for payoff in record.result.payoffs)
    refused(replace(record, result=Result(wrong)), "the result differs from that of the moves, which is payoffs")
    refused(replace(record, result=Result((*record.result.payoffs, 0))), "payoffs must be one for each of the")
    refused(replace(record, result=Result(record.result.payoffs, redeal=True)), "the result differs")
    refused(replace(record, result=None), "the game is over after move .*, but result is null; it is payoffs")


def test_a_redeal_is_recorded_as_one():
    game = paiyou.game("doudizhu:bidding=123")
    state = game.deal(3)
    for _ in range(3):
        state.play("bid 0")
    record = Record.of(game, state, seed=3)
    assert record.result == Result((0, 0, 0), redeal=True)
    assert record.replay().state == state
    refused(replace(record, result=Result((0, 0, 0))), "which is payoffs .* and a redeal")


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_wrong_number_of_agents(name):
    record = finished(name)
    refused(replace(record, agents=record.agents[:-1]), "agents must be one for each of the")
    refused(replace(record, agents=(*record.agents, "one more")), "agents must be one for each of the")


def test_another_deal():
    record = finished("doudizhu")
    refused(replace(record, seed=record.seed + 1), "move")
    refused(replace(record, game="dodizhu"), "did you mean doudizhu")
    refused(replace(record, seed=None, hands=("3", "4")), "hands must be a list of 3")
    refused(replace(record, seed=None, hands=(("S3",), ("S4",), ("S5",))), "hands are strings")
    refused(replace(record, seed=None, hands=("3", "4", "5"), turn=2**63), "turn")


def test_a_forfeit_leaves_the_payoffs_to_the_arena_but_not_the_moves():
    record = finished("doudizhu")
    forfeit = replace(record, moves=record.moves[:6], times=None, result=Result((9, 9, 9), forfeit=Forfeit(2, "slow")))
    assert not forfeit.replay().state.over
    refused(replace(record, times=None, result=Result((9, 9, 9), forfeit=Forfeit(2, "slow"))), "nobody can forfeit it")
    refused(replace(forfeit, moves=("pass", *forfeit.moves[1:])), "move 1, 'pass'")
    refused(replace(forfeit, result=Result((9, 9), forfeit=Forfeit(2, "slow"))), "payoffs must be one for each")
    refused(replace(forfeit, result=Result((9, 9, 9), forfeit=Forfeit(3, "slow"))), "there is no seat 3")


def test_steps_show_the_state_before_each_move():
    record = finished("doudizhu:bidding=call-rob")
    replay = record.replay()
    steps = list(replay.steps())
    assert [step.number for step in steps] == list(range(1, len(steps) + 1))
    assert [(step.state.turn, step.move) for step in steps] == replay.state.history
    assert all(step.move in step.state.moves() for step in steps)
    assert all(len(step.state.history) == step.number - 1 for step in steps)
    assert {step.seconds for step in steps} == {0.001}


def test_a_game_of_ones_own():
    """Its name says nothing to `paiyou.game`, so the game itself is handed in."""
    game = Game(replace(game_spec("zhengshangyou"), name="mine"))
    record = Record.of(game, reach(game, 7, 1000), seed=7)
    refused(record, "unknown game 'mine'")
    assert record.replay(game).game is game
    assert [step.move for step in record.replay(game).steps()] == list(record.moves)
    with pytest.raises(ValueError, match="the record is of 'mine', not of 'doudizhu'"):
        record.replay(paiyou.game("doudizhu"))


def test_a_record_of_another_version_of_the_rules_is_refused():
    game = paiyou.game("mini-doudizhu")
    record = replace(Record.of(game, game.deal(1), seed=1), version=2)
    with pytest.raises(ValueError, match="version 2 of mini-doudizhu; the rules here are version 1"):
        record.replay()
    line = record.to_line().replace('"version": 2, ', "")
    assert Record.from_line(line).version == 1
