"""Where a bot's move is chosen: what an event loop waits for is instant, and the move that a worker would find."""

from __future__ import annotations

from dataclasses import replace

import pytest

from duel_family import DuelSpec
from paiyou.agents.bidders import in_auction
from paiyou.agents.rules import RulesAgent
from paiyou.games.game import Game
from paiyou.games.registry import game as find_game
from paiyou.server.bots.choosing import answers_instantly, choose_move
from paiyou.server.bots.worker import choose
from paiyou.server.rooms.room import BOT, Chair, Room


@pytest.mark.parametrize("name", ["mini-doudizhu", "doudizhu:bidding=call-rob", "gongzhu"])
@pytest.mark.parametrize("agent", ["rules", "random:seed=3"])
def test_here_and_in_a_worker_the_move_is_the_same(name: str, agent: str) -> None:
    game = find_game(name)
    room = Room("r", game, b"secret", [Chair(BOT, agent=agent)] * game.seats)
    while not room.over:
        # A learnt bidder that calls for a bot may take its time.
        assert answers_instantly(agent, game, room.state) is not in_auction(game, room.state.view(room.state.turn))
        move = choose_move(agent, game, room.state, room.word)
        assert choose(room.question(agent)) == {"move": move}
        room.play(move)


def test_nobody_else_is_asked_here() -> None:
    mini = find_game("mini-doudizhu")
    asked = {
        agent: answers_instantly(agent, mini, mini.deal(1))
        for agent in ("rules", "isuct:iterations=1", "dmc", "nobody")
    }
    assert asked == {"rules": True, "isuct:iterations=1": False, "dmc": False, "nobody": False}
    # A game in Python may take any time for anything.
    duel = Game(DuelSpec(8))
    assert not answers_instantly("random", duel, duel.deal(1))


def test_in_a_game_of_somebody_else_s_a_worker_is_asked() -> None:
    own = Game(replace(find_game("zhengshangyou").spec, name="own-game", hand_size=17, seats=2, teams=(0, 1)))
    assert not answers_instantly("rules", own, own.deal(1))


def test_who_is_made_of_an_instant_player_is_not_one_for_that() -> None:
    class Slower(RulesAgent):
        name = "slower"

    assert RulesAgent.instant
    assert not Slower.instant
