"""The hand for a signal: what the best joint plan makes, from both sides."""

from paiyou.theory.signalling import PARTNERS, joint_value, red_aces, signalling_hand, small_clubs_alike

GAME = signalling_hand()
DEALS = red_aces(GAME)


def sure_of(lead, answer, state):
    """The partners' tricks against every defence; North knows all and plays best after his lead.

    South leads to the second trick what `answer` says of the card he saw first; his other cards are forced.
    """
    if state.over:
        return sum(state.payoffs[seat] for seat in PARTNERS)
    moves = state.moves()
    if not state.history:
        moves = [lead]
    elif state.turn == 2 and len(state.history) == 4:
        moves = [answer[state.history[0][1]]]
    elif state.turn == 2:
        assert len(moves) == 1 or state.history[0][1][1] == "A", "South has no other choice after a club"
    results = []
    for move in moves:
        after = state.copy()
        after.play(move)
        results.append(sure_of(lead, answer, after))
    return max(results) if state.turn == 0 else min(results)


def test_the_two_deals_differ_in_the_red_aces_alone():
    assert [sorted(set(deal.hands[0]) & {"HA", "DA"}) for deal in DEALS] == [["HA"], ["DA"]]
    assert DEALS[0].hands[2] == DEALS[1].hands[2]


def test_with_open_hands_all_three_tricks_are_made():
    assert [joint_value([deal]) for deal in DEALS] == [3, 3]


def test_the_signal_makes_all_three_tricks():
    """There are no more; and the plan that makes them is sure of them."""
    assert joint_value(DEALS) == 3
    assert [sure_of(lead, {"C3": "H2", "C2": "D2"}, deal) for lead, deal in zip(("C3", "C2"), DEALS, strict=True)] == [
        3,
        3,
    ]


def test_who_does_not_look_at_the_small_clubs_can_still_be_told_by_an_ace():
    """A club then means hearts; with the ace of diamonds North leads it, for two tricks."""
    assert joint_value(DEALS, small_clubs_alike) == 2.5
    leads, answer = ("C2", "DA"), {"C2": "H2", "DA": "H2"}
    assert [sure_of(lead, answer, deal) for lead, deal in zip(leads, DEALS, strict=True)] == [3, 2]
    assert [sure_of("C2", answer, deal) for deal in DEALS] == [3, 1], "and without any telling it would be two"
