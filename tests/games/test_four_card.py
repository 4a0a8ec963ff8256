"""The four-card hand: its values as the lecture has them, by plain search written here."""

import paiyou


def value(state, seat=0):
    """What best play gives seat 0 with all cards in the open."""
    if state.over:
        return state.payoffs[0]
    values = []
    for move in state.moves():
        after = state.copy()
        after.play(move)
        values.append(value(after))
    return max(values) if state.turn == seat else min(values)


def after(state, move):
    state = state.copy()
    state.play(move)
    return state


def deals():
    game = paiyou.game("four-card")
    by_four = {}
    for seed in range(40):
        state = game.deal(seed)
        four = (set(state.hands[1]) & {"H4", "D4"}).pop()
        by_four.setdefault(four, state)
        assert state.hands[0] == ["H6", "C7", "C8", "D6"]
        assert set(state.hands[1]) == {"S2", "C3", "C9", four}
        assert set(state.bottom) == {"H4", "D4"} - {four}
        assert state.turn == 0
    assert set(by_four) == {"H4", "D4"}
    return by_four


def test_open_hands_are_worth_nothing_to_either_and_a_club_lead_keeps_that():
    for state in deals().values():
        assert value(state) == 0
        assert value(after(state, "C8")) == 0


def test_payoffs_are_tricks_counted_from_two():
    state = deals()["H4"]
    while not state.over:
        state.play(state.moves()[0])
    assert state.payoffs == [tricks - 2 for tricks in state.tricks]
    assert sum(state.payoffs) == 0


def test_not_knowing_the_four_costs_half_a_trick_after_a_club_lead_and_nothing_after_a_six():
    """MAX must make the same move in both deals while he cannot tell them apart."""
    by_four = deals()

    def best(states):
        """The value for MAX of several deals at once, equally likely, when he may only act on what he sees."""
        if all(state.over for state in states):
            return sum(state.payoffs[0] for state in states) / len(states)
        mover = states[0].turn
        if mover == 1:
            # MIN knows his own hand: in each deal he has replies of his own; MAX then sees the card.
            def split(rest, seen):
                if not rest:
                    return sum(len(group) * best(group) for group in seen.values()) / len(states)
                state, *others = rest
                results = []
                for move in state.moves():
                    groups = {card: list(group) for card, group in seen.items()}
                    groups.setdefault(move, []).append(after(state, move))
                    results.append(split(others, groups))
                return min(results)

            return split(list(states), {})
        legal = set(states[0].moves())
        assert all(set(state.moves()) == legal for state in states)
        return max(best([after(state, move) for state in states]) for move in legal)

    states = list(by_four.values())
    assert best([after(state, "C8") for state in states]) == -0.5
    assert best([after(state, "H6") for state in states]) == 0
    assert best([after(state, "D6") for state in states]) == 0


def test_max_does_not_know_which_four():
    state = deals()["H4"]
    drawn = {tuple(state.view(0).sample(seed).hands[1]) for seed in range(50)}
    assert len(drawn) == 2
    assert state.view(1).sample(3).hands == state.hands
