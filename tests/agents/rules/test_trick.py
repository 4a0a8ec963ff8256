import random
from types import SimpleNamespace

import pytest

import paiyou
from paiyou.agents.rules.trick.counting import Pack, Situation
from paiyou.agents.rules.trick.player import TrickRules

GAMES = [
    "gongzhu",
    "gongzhu:must_lead_c2=on",
    "gongzhu:ha_doubles=card",
    "gongzhu:pig_flip=full",
    "gongzhu:pig_flip=never",
    "gongzhu:expose=off",
    "four-card",
]


@pytest.fixture(scope="module")
def game():
    return paiyou.game("gongzhu")


@pytest.fixture(scope="module")
def player(game):
    return TrickRules(game)


def moves_along(game, seed, rng):
    """Positions of a deal played half by the player and half at random, with what the player would do."""
    player = TrickRules(game)
    state = game.deal(seed)
    while not state.over:
        view = state.view(state.turn)
        chosen = player.choose(view)
        yield view, chosen
        state.play(chosen if rng.random() < 0.5 else rng.choice(state.moves()))


@pytest.mark.parametrize("name", GAMES)
def test_always_a_legal_move(name):
    game = paiyou.game(name)
    player = TrickRules(game)
    for seed in range(15):
        for view, chosen in moves_along(game, seed, random.Random(seed)):
            evaluation = player.evaluate(view)
            values = [value for _, value, _ in evaluation]
            assert sorted(move for move, _, _ in evaluation) == sorted(view.moves())
            assert values == sorted(values, reverse=True)
            assert chosen in view.moves()
            assert len(view.moves()) == 1 or chosen == evaluation[0][0]


@pytest.mark.parametrize("name", ["gongzhu", "four-card"])
def test_hidden_cards_make_no_difference(name):
    game = paiyou.game(name)
    player = TrickRules(game)
    for seed in range(15):
        for view, _ in moves_along(game, seed, random.Random(seed)):
            for sample in range(2):
                other = view.sample(sample).view(view.seat)
                assert player.evaluate(other) == player.evaluate(view)


def test_only_the_seat_to_move_can_be_asked(game, player):
    view = game.deal(1).view((game.deal(1).turn + 1) % 4)
    for ask in (player.choose, player.evaluate):
        with pytest.raises(ValueError, match="not to move"):
            ask(view)


def test_it_refuses_other_games():
    with pytest.raises(ValueError, match="in trick games only"):
        TrickRules(paiyou.game("doudizhu"))


def chosen_by(game, hands, turn, last=None, exposed=(), then=()):
    """The player's move for the seat to move in a game from given hands, after some more moves."""
    state = game.start(hands, turn=turn, last=last, exposed=list(exposed))
    for move in then:
        state.play(move)
    return TrickRules(game).choose(state.view(state.turn))


def test_ducks_with_the_highest_card_that_does_not_win(game):
    hands = ["C2 C3", "HT H8 H2", "HJ C4 C5", "H4 C6 C7"]
    assert chosen_by(game, hands, 1, (0, "H9")) == "H8"


def test_throws_the_pig_when_out_of_the_suit(game):
    hands = ["C2 H3", "SQ HA D3", "CT S2 S3", "CJ S4 S5"]
    assert chosen_by(game, hands, 1, (0, "C9")) == "SQ"


def test_throws_the_highest_heart_when_the_pig_is_gone(game):
    hands = ["C2 H3", "S3 HK H6", "CT S2 H7", "CJ S4 S5"]
    assert chosen_by(game, hands, 1, (0, "C9")) == "HK"


def test_throws_the_ace_of_spades_while_the_pig_is_out(game):
    hands = ["C2 C3", "SA D2 D3", "SQ S2 S3", "CJ S4 S5"]
    assert chosen_by(game, hands, 1, (0, "C9")) == "SA"


def test_puts_the_pig_under_a_higher_spade(game):
    hands = ["S2 H3", "SQ S3 D3", "S4 C2 C3", "S5 C4 C5"]
    assert chosen_by(game, hands, 1, (0, "SK")) == "SQ"


def test_keeps_the_pig_back_while_a_small_spade_guards_it(game):
    hands = ["SA H3 H4 H5", "SQ S2 S3 D3 D4", "S7 S8 C2 C3 C4", "S5 S6 C5 C6 C7"]
    assert chosen_by(game, hands, 1, (0, "S9")) in ("S2", "S3")


def test_keeps_the_ace_of_spades_back_while_the_pig_is_out(game):
    hands = ["S6 H3", "SA S3 D3", "SQ C2 C3", "S5 C4 C5"]
    assert chosen_by(game, hands, 1, (0, "S4")) == "S3"


def test_plays_the_ace_of_spades_last_when_the_trick_is_harmless(game):
    hands = ["SQ S4 C3", "SJ C5 C6 C4", "S5 C7 C8 C9", "SA S3 D3 D4"]
    assert chosen_by(game, hands, 1, (0, "S9"), then=["SJ", "S5"]) == "SA"


def test_takes_the_sheep_last(game):
    hands = ["D3 H3 H4", "DJ C5 C6 C2", "D5 C7 C8 C9", "DQ D2 S2 S3"]
    assert chosen_by(game, hands, 1, (0, "D9"), then=["DJ", "D5"]) == "DQ"


def test_does_not_give_the_sheep_away(game):
    hands = ["D3 H3 H4", "DJ D4 C5 C6", "D5 C7 C8 C9", "D2 S2 S3 S4"]
    assert chosen_by(game, hands, 1, (0, "DA")) == "D4"


def test_cashes_the_sheep_when_nothing_above_it_is_out(game):
    hands = ["DJ H2 S2", "D3 C2 C3", "D4 C4 C5", "D5 C6 C7"]
    assert chosen_by(game, hands, 0) == "DJ"


def test_does_not_lead_high_spades_while_the_pig_is_out(game):
    hands = ["SA SK C4 D4", "SQ S2 S3 S4", "C5 C6 C7 S5", "D5 D6 D7 S6"]
    assert chosen_by(game, hands, 0) in ("C4", "D4")


def test_does_not_lead_the_pig(game):
    hands = ["SQ S4 C4 D4", "SA S2 S3 SK", "C5 C6 C7 S5", "D5 D6 D7 S6"]
    assert chosen_by(game, hands, 0) in ("C4", "D4")


def test_leads_low_hearts_rather_than_high_ones(game):
    hands = ["HK H2", "H3 H4", "H5 H6", "H7 HA"]
    assert chosen_by(game, hands, 0) == "H2"


def exposes(game, hand):
    """What the first seat to speak exposes from a hand; the rest of the pack is shared out."""
    rest = [card for card in game.actions if card not in hand.split()]
    state = game.start([hand.split(), rest[0::3], rest[1::3], rest[2::3]], turn=0)
    assert state.exposing
    return TrickRules(game).choose(state.view(0))


def test_exposes_a_guarded_pig(game):
    assert "SQ" in exposes(game, "C2 C3 C4 S2 S3 S4 S5 S6 SQ D2 D3 H2 H3")


def test_does_not_expose_a_bare_pig(game):
    assert "SQ" not in exposes(game, "C2 C3 C4 C5 C6 C7 SQ SK D2 D3 D4 H2 H3")


def test_does_not_expose_the_ace_of_hearts_with_high_hearts_only(game):
    assert "HA" not in exposes(game, "C2 C3 C4 C5 HA HK HQ S2 S3 S4 D2 D3 D4")


def test_wins_tricks_where_tricks_count():
    game = paiyou.game("four-card")
    state = game.start(["H6", "C3 C9"], turn=1, last=(0, "C8"))
    assert TrickRules(game).choose(state.view(1)) == "C9"


def table(taken, hand="H2 C2", unseen="H3 H4 D2 D3 S2 S3", trick=()):
    """A table with given cards taken by the four seats, as seat 0 sees it."""
    pack = Pack(paiyou.game("gongzhu").spec)
    view = SimpleNamespace(
        seat=0,
        counts=[2, 2, 2, 2],
        hand=hand.split(),
        unseen=unseen.split(),
        taken=[cards.split() for cards in taken],
        exposed=[],
        known=[[], [], [], []],
        voids=["", "", "", ""],
        trick=list(trick),
    )
    return Situation(pack, view)


def worth_of(player, card, taken, **others):
    return player.worth.to_me(table(taken, **others))[player.pack.number[card]]


def test_a_heart_is_worth_taking_when_another_has_all_the_rest(player):
    hearts = "H5 H6 H7 H8 H9 HT HJ HQ HK HA"
    assert worth_of(player, "H4", ["", hearts, "", ""]) > 50
    assert worth_of(player, "H4", ["", hearts[3:], "H5", ""]) <= 0


def test_the_last_hearts_are_worth_taking_when_the_rest_is_mine(player):
    hearts = "H5 H6 H7 H8 H9 HT HJ HQ HK"
    assert worth_of(player, "H4", [hearts, "", "", ""], hand="HA CA") > 50
    assert worth_of(player, "H4", [hearts, "", "HA", ""], hand="C2 S2", unseen="H3 H4 D2 D3 CA CK") <= 0


def test_the_transformer_is_worth_what_it_multiplies(player):
    assert worth_of(player, "CT", ["DJ", "", "", ""], unseen="CT D2 D3 S2 S3 S4", hand="S5 S6") == 100
    assert worth_of(player, "CT", ["SQ", "", "", ""], unseen="CT D2 D3 S2 S3 S4", hand="S5 S6") == -100
    assert worth_of(player, "CT", ["", "SQ", "DJ", ""], unseen="CT D2 D3 S2 S3 S4", hand="S5 S6") == 50


def test_chances_fit_the_hands():
    seen = table(["", "", "", ""], unseen="H3 H4 D2 D3 S2 S3")
    seen.voids[1] = [True, True, False, False]
    # Seat 1 has room for two cards and only diamonds to put there.
    share = seen.share
    assert share[1] == pytest.approx([0, 0, 1, 1], abs=0.1)
    assert share[2][0] == pytest.approx(0.5, abs=0.1)
    assert share[0] == [0, 0, 0, 0]


def test_it_beats_random_play_by_far(game):
    player, opponent = TrickRules(game), paiyou.agent("random:seed=1", game)
    difference = 0
    for seed in range(40):
        for mine in (0, 1):
            state = game.deal(seed)
            opponent.begin(seed)
            while not state.over:
                seat = state.turn
                agent = player if seat % 2 == mine else opponent
                state.play(agent.choose(state.view(seat)))
            difference += sum(points if seat % 2 == mine else -points for seat, points in enumerate(state.payoffs))
    assert difference / 80 / 2 > 100


def test_of_cards_that_are_alike_the_worst_goes_first(game):
    """Under the ace of spades, last to play: the pig, however safe it looked to keep."""
    hands = ["S2 H3 H4", "SK C5 C6 C2", "HQ C7 C8 C9", "S4 S5 SQ D4"]
    assert chosen_by(game, hands, 1, (0, "SJ"), exposed=["SQ"], then=["SK", "HQ"]) == "SQ"


def test_does_not_lead_the_sheep_below_a_higher_diamond(game):
    hands = ["S3 C9 DJ", "DQ H2 H3", "D2 H4 H5", "D3 H6 H7"]
    assert chosen_by(game, hands, 0) != "DJ"
