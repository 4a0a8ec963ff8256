from itertools import product

import pytest

import paiyou
from paiyou.games.auctions import bids, call_rob


def lines(auction):
    """Every way an auction can go: the calls, and the last step."""

    def walk(node, said):
        for call, step in auction.steps[node].items():
            if step.next is None:
                yield (*said, auction.calls[call]), step
            else:
                yield from walk(step.next, (*said, auction.calls[call]))

    return dict(walk(0, ()))


def test_call_and_rob_has_every_line_of_the_rules():
    outcomes = lines(call_rob())
    assert len(outcomes) == 1 + 3 + 4 * 2  # nobody; one; two or three, and the first caller's last word
    for said in product((0, 1), repeat=3):
        names, called = [], False
        for yes in said:
            names.append("decline" if not yes else "rob" if called else "call")
            called = called or yes
        wanting = [seat for seat, yes in enumerate(said) if yes]
        if len(wanting) < 2:
            step = outcomes[tuple(names)]
            assert (step.landlord, step.stake) == ((wanting[0], 1) if wanting else (0, 0))
            continue
        keeps, yields = outcomes[(*names, "rob")], outcomes[(*names, "decline")]
        assert (keeps.landlord, keeps.stake) == (wanting[0], 2 ** sum(said))
        assert (yields.landlord, yields.stake) == (wanting[-1], 2 ** (sum(said) - 1))


def test_bids_rise_and_three_ends():
    outcomes = lines(bids())
    assert outcomes["bid 0", "bid 0", "bid 0"].stake == 0
    assert (outcomes["bid 3",].landlord, outcomes["bid 3",].stake) == (0, 3)
    assert outcomes["bid 1", "bid 2", "bid 0"].landlord == 1
    assert outcomes["bid 0", "bid 1", "bid 3"].landlord == 2
    # 1 after a 3; 10 after a 0; 6 after a 1; 3 after a 2.
    assert len(outcomes) == 20
    for said in outcomes:
        spoken = [int(call[-1]) for call in said if call != "bid 0"]
        assert spoken == sorted(set(spoken))
        assert len(said) == 3 or spoken[-1] == 3


def test_many_rounds_end_after_two_passes():
    outcomes = lines(bids(multi_round=True))
    assert outcomes["bid 1", "bid 0", "bid 0"].landlord == 0
    assert outcomes["bid 1", "bid 2", "bid 0", "bid 0"].landlord == 1
    assert outcomes["bid 1", "bid 2", "bid 0", "bid 3"].landlord == 0


def test_the_landlord_takes_the_pile_and_leads():
    game = paiyou.game("doudizhu:bidding=123")
    for seed in range(50):
        state = game.deal(seed)
        opener = state.turn
        assert state.bidding
        assert [len(hand) for hand in state.hands] == [17, 17, 17]
        assert state.view(0).public == ""
        assert state.landlord is None
        for call in ("bid 0", "bid 2", "bid 0"):
            state.play(call)
        landlord = (opener + 1) % 3
        assert (state.landlord, state.turn, state.stake) == (landlord, landlord, 2)
        assert len(state.hands[landlord]) == 20
        assert state.view(0).public == state.bottom
        assert len(state.bottom) == 3


def test_everybody_may_open_and_all_declining_is_a_redeal():
    game = paiyou.game("doudizhu:bidding=call-rob")
    assert {game.deal(seed).turn for seed in range(30)} == {0, 1, 2}
    state = game.deal(1)
    for _ in range(3):
        assert state.moves() == ["decline", "call"]
        state.play("decline")
    assert state.over
    assert state.redeal
    assert state.payoffs == [0, 0, 0]
    assert state.moves() == []


def test_the_bid_and_the_robs_are_the_stake():
    game = paiyou.game("doudizhu:bidding=call-rob")
    state = game.deal(2)
    opener = state.turn
    for call in ("call", "rob", "rob", "rob"):
        state.play(call)
    assert (state.landlord, state.stake) == (opener, 8)
    assert state.history[:2] == [(opener, "call"), ((opener + 1) % 3, "rob")]


def test_botzone_makes_seat_0_landlord_when_nobody_bids():
    game = paiyou.game("doudizhu:botzone2,bidding=123")
    for seed in range(5):
        state = game.deal(seed)
        assert state.turn == 0
        for _ in range(3):
            state.play("bid 0")
        assert (state.landlord, state.stake, state.redeal) == (0, 1, False)


def test_a_start_with_full_hands_begins_with_the_auction():
    game = paiyou.game("doudizhu:bidding=123")
    dealt = game.deal(5)
    state = game.start(dealt.hands, turn=2, bottom=dealt.bottom)
    assert state.bidding
    assert state.turn == 2
    state.play("bid 3")
    assert state.landlord == 2
    with pytest.raises(ValueError, match="nobody was dealt"):
        game.start(dealt.hands, bottom="3")
    with pytest.raises(ValueError, match="multi_round"):
        paiyou.game("doudizhu:multi_round=on")


@pytest.mark.parametrize("auction", [call_rob(), bids(), bids(multi_round=True), bids(all_pass="first")])
def test_every_line_leads_from_node_to_node_and_a_claim_makes_sure_of_a_landlord(auction):
    outcomes = lines(auction)
    before = {said[:length] for said in outcomes for length in range(len(said))}
    for said in before:
        node = auction.node_after(said)
        ends = {call: [step for line, step in outcomes.items() if line[: len(said) + 1] == (*said, call)]
                for call in (auction.calls[number] for number in auction.steps[node])}  # fmt: skip
        redeals = {call for call, steps in ends.items() if any(step.stake == 0 for step in steps)}
        assert auction.claims(node) == (ends.keys() - redeals if redeals else set())
    for ended in outcomes:
        with pytest.raises(ValueError, match="no auction goes on"):
            auction.node_after(ended)
    with pytest.raises(ValueError, match="was not open"):
        auction.node_after(("bid 7",))


def test_who_can_bid_in_one_game_can_in_another_with_the_same_auction_and_score():
    key = paiyou.game("doudizhu:bidding=123").spec.bidding_key
    assert paiyou.game("doudizhu:pagat,bidding=123").spec.bidding_key == key
    others = ("call-rob", "123,multi_round=on", "none")
    assert all(paiyou.game(f"doudizhu:bidding={other}").spec.bidding_key != key for other in others)
    assert paiyou.game("doudizhu:douzero,bidding=123").spec.bidding_key != key
