"""The rule player of trick games knows its partner."""

import paiyou

PARTNERS = paiyou.game("gongzhu:partners=on")
ALONE = paiyou.game("gongzhu")

HANDS = ["H2 H3", "SA S3", "SQ D2", "D4 D5"]


def choice(game, leader):
    """What seat 2, out of hearts, throws when a heart of seat `leader` is winning."""
    hands = [hand.split() for hand in HANDS]
    if leader == 1:
        hands[0], hands[1] = ["C2", "C3"], ["HK"]
        state = game.start(hands, turn=2, last=(1, "H9"), exposed=[])
    else:
        hands[0], hands[1] = ["HK"], ["C2", "C3"]
        state = game.start(hands, turn=1, last=(0, "HA"), exposed=[])
        state.play("C2")
    assert state.turn == 2
    return paiyou.agent("rules", game).choose(state.view(2))


def test_the_pig_goes_to_an_enemy_and_not_to_the_partner():
    assert choice(ALONE, 0) == choice(ALONE, 1) == "SQ"
    assert choice(PARTNERS, 1) == "SQ"
    assert choice(PARTNERS, 0) == "D2"
