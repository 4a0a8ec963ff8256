"""The lecture's four-card hand: averaging over clairvoyance is wrong about it, the information-set search is right."""

import itertools

import pytest

import paiyou
from paiyou.theory.averaging import clairvoyance, sweetened_four_card

HANDS = {"H4": ["H6 D6 C8 C7", "H4 S2 C9 C3"], "D4": ["H6 D6 C8 C7", "D4 S2 C9 C3"]}


def looked_at(game):
    return clairvoyance(game, game.deal(seed=0).view(0))


def four(state):
    """Which four MIN holds."""
    [card] = set(state.hands[1]) & {"H4", "D4"}
    return card


def at_most(states):
    """What equally likely deals are worth to MAX, who must act alike in all he cannot tell apart, but knows MIN's plan.

    MIN sees everything and chooses a reply for each deal; MAX then sees the card. So MIN has a plan that gives no more.
    """
    if states[0].over:
        return sum(state.payoffs[0] for state in states) / len(states)
    if states[0].turn == 0:
        return max(at_most([after(state, move) for state in states]) for move in states[0].moves())
    values = []
    for replies in itertools.product(*(state.moves() for state in states)):
        groups = {}
        for state, reply in zip(states, replies, strict=True):
            groups.setdefault(reply, []).append(after(state, reply))
        values.append(sum(len(group) * at_most(group) for group in groups.values()) / len(states))
    return min(values)


def plans(states):
    """For every plan of MAX, what he gets in each deal from a MIN who knows the plan; `states` by deal."""
    first = next(iter(states.values()))
    if first.over:
        return [{deal: state.payoffs[0] for deal, state in states.items()}]
    later = {}
    for move in {move for state in states.values() for move in state.moves()}:
        later[move] = plans({deal: after(state, move) for deal, state in states.items() if move in state.moves()})
    if first.turn == 0:
        return undominated([plan for move in later for plan in later[move]])
    return undominated(
        [
            {deal: min(plan[deal] for plan in combined if deal in plan) for deal in states}
            for combined in itertools.product(*later.values())
        ]
    )


def undominated(table):
    """Without the plans that another is as good as in every deal."""
    kept = []
    for plan in table:
        if not any(all(other[deal] >= plan[deal] for deal in plan) for other in kept):
            kept = [other for other in kept if not all(plan[deal] >= other[deal] for deal in plan)] + [plan]
    return kept


def at_least(states):
    """What MAX is sure of by his best plan."""
    return max(sum(plan.values()) / len(plan) for plan in plans(dict(enumerate(states))))


def after(state, move):
    state = state.copy()
    state.play(move)
    return state


def started(game, card):
    bottom = "D4" if card == "H4" else "H4"
    return game.start(HANDS[card], bottom=bottom)


@pytest.mark.parametrize("game", [paiyou.game("four-card"), sweetened_four_card()])
def test_every_number_by_plain_search(game):
    """Open hands by minimax; the truth by bounds from both sides that meet."""
    table = looked_at(game)
    assert table.chances == (0.5, 0.5)
    assert {four(deal) for deal in table.deals} == {"H4", "D4"}
    assert [move.move for move in table.moves] == game.deal(0).moves()
    for move in table.moves:
        alone = [at_most([after(started(game, four(deal)), move.move)]) for deal in table.deals]
        assert move.open == tuple(alone)
        assert move.average == sum(alone) / 2
        both = [after(started(game, card), move.move) for card in HANDS]
        assert at_least(both) == move.value == at_most(both)  # so no plans, mixed ones neither, change it
        assert move.value <= move.average  # who knows more does no worse


def test_the_lecture_s_numbers():
    """0 if the four of hearts is known, 0 if that of diamonds, so 0 on average; -0.5 if it is not known."""
    table = looked_at(paiyou.game("four-card"))
    numbers = {move.move: (*move.open, move.average, move.value) for move in table.moves}
    assert numbers["C8"] == numbers["C7"] == (0, 0, 0, -0.5)
    assert numbers["H6"] == numbers["D6"] == (0, 0, 0, 0)
    assert set(table.tempting) == {"C7", "C8", "H6", "D6"}  # averaging sees no difference
    assert set(table.right) == {"H6", "D6"}


def test_with_a_lure_averaging_prefers_the_wrong_move():
    table = looked_at(sweetened_four_card())
    numbers = {move.move: (move.average, move.value) for move in table.moves}
    assert numbers == {"C8": (1, -1), "C7": (0, -2), "H6": (0.5, 0.5), "D6": (0.5, 0.5)}
    assert table.tempting == ("C8",)
    assert set(table.right) == {"H6", "D6"}


class TestThePlayers:
    def choices(self, spec, game, seeds):
        view = game.deal(seed=0).view(0)
        colon = "," if ":" in spec else ":"
        return [paiyou.agent(f"{spec}{colon}seed={seed}", game).choose(view) for seed in range(seeds)]

    @pytest.mark.parametrize("spec", ["det-minimax", "det-minimax:vote=split", "det-minimax:vote=value"])
    def test_those_who_average_take_the_lure(self, spec):
        assert self.choices(spec, sweetened_four_card(), 1) == ["C8"]

    def test_determinized_uct_takes_it_too(self):
        assert self.choices("uct:trees=40,iterations=2000", sweetened_four_card(), 3) == ["C8"] * 3

    @pytest.mark.parametrize("spec", ["expectimax", "isuct:iterations=10000", "rave:iterations=5000"])
    @pytest.mark.parametrize("game", [paiyou.game("four-card"), sweetened_four_card()])
    def test_those_who_search_information_sets_lead_a_six(self, spec, game):
        assert set(self.choices(spec, game, 5)) <= {"H6", "D6"}

    def test_in_the_lecture_s_hand_averaging_leads_a_club_by_lot(self):
        """All four leads are the same to it; where lots decide, some are clubs."""
        game = paiyou.game("four-card")
        chosen = self.choices("det-minimax:ties=random", game, 40)
        assert 10 <= sum(move in ("C7", "C8") for move in chosen) <= 30
        evaluated = paiyou.agent("det-minimax:ties=random", game).evaluate(game.deal(0).view(0))
        assert {value for _, value, _ in evaluated} == {0}


def test_other_games_and_positions():
    """Mini Dou Dizhu, where deals differ in weight: the average is that of det-minimax."""
    game = paiyou.game("mini-doudizhu:hand=4")
    fused = 0
    for seed in range(20):
        view = game.deal(seed).view(0)
        table = clairvoyance(game, view)
        assert sum(table.chances) == pytest.approx(1)
        means = {move: value for move, value, _ in paiyou.agent("det-minimax:vote=value", game).evaluate(view)}
        for move in table.moves:
            assert move.average == pytest.approx(means[move.move])
            fused += move.value < move.average - 1e-9
    assert fused > 10


def test_bad_input():
    game = paiyou.game("four-card")
    with pytest.raises(ValueError, match="to move"):
        clairvoyance(game, game.deal(0).view(1))
    big = paiyou.game("doudizhu")
    with pytest.raises(ValueError, match="1000"):
        clairvoyance(big, big.deal(0).view(0))
    with pytest.raises(ValueError, match="sees what one seat sees"):
        clairvoyance(game, game.deal(0))
    with pytest.raises(ValueError, match="mini-doudizhu"):
        clairvoyance(paiyou.game("mini-doudizhu"), game.deal(0).view(0))
