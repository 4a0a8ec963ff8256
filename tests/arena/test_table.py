import paiyou
from paiyou.agents.base import Agent
from paiyou.arena.table import play_game
from paiyou.games.dealing import random_word


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
    assert one == same
    assert one.history != other.history
    assert one.cards(0) is not None
    assert sorted("".join(one.hands) + "".join(one.played)) == sorted("".join(other.hands) + "".join(other.played))


def test_when_all_decline_the_cards_are_dealt_again():
    game = paiyou.game("doudizhu:bidding=123")

    class Once(Shy):
        def choose(self, view):
            if view.bidding and view.hand == first.hands[view.seat]:
                return "bid 0"
            return super().choose(view)

    first = game.deal(8)
    state = play_game(game, [Once(game, refuse=False) for _ in range(3)], 8)
    assert not state.redeal
    assert state.history[0][1] == "bid 3"
    again = game.deal(random_word(8, 1_000_001))
    assert again.hands[again.turn] != first.hands[again.turn]
    assert state.landlord == again.turn


def test_a_table_where_nobody_ever_bids_ends():
    game = paiyou.game("doudizhu:bidding=call-rob")
    state = play_game(game, [Shy(game, refuse=True) for _ in range(3)], 1)
    assert state.redeal
    assert state.payoffs == [0, 0, 0]
