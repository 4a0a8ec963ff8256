"""The exact searchers straight from their formulas, with Python States and nothing of the core's search.

`result` minimax; `equation_1` Whitehouse et al. 2011, III.A; `votes` III.C; `expectimax` III.E; `posterior` III.H.
"""

from paiyou.agents.base import what_it_sees


def after(state, move):
    state = state.copy()
    state.play(move)
    return state


def allied(game, state, seat, other):
    """Whether two seats win and lose together: peasants, once there is a landlord."""
    if seat == other:
        return True
    score = getattr(game.spec, "score", None)
    if getattr(score, "kind", None) != "stake" or state.bidding:
        return False
    landlord = state.landlord or 0
    return landlord not in (seat, other)


def place(state):
    """All that matters for what is still to come."""
    passes = 0
    while passes < len(state.history) and state.history[-1 - passes][1] == "pass":
        passes += 1
    taken = tuple(map(tuple, getattr(state, "taken", ())))
    hands = tuple(hand if isinstance(hand, str) else tuple(hand) for hand in state.hands)
    trick = tuple(getattr(state, "trick", ()))
    plays = tuple(sum(who == seat and move != "pass" for who, move in state.history) for seat in range(len(hands)))
    return state.turn, state.last, passes, hands, taken, trick, plays, getattr(state, "bombs", 0)


def value_1(game, state, seat, epsilon, how, known):
    """Equation 1 from the side of a seat: the best move's value, plus epsilon times the mean or sum over all moves."""
    if state.over:
        return state.payoffs[seat]
    key = place(state)
    if key not in known:
        values = [value_1(game, after(state, move), seat, epsilon, how, known) for move in state.moves()]
        best = max if allied(game, state, state.turn, seat) else min
        known[key] = best(values) + epsilon * (sum(values) / len(values) if how == "mean" else sum(values))
    return known[key]


def equation_1(game, state, epsilon=1e-3, how="mean"):
    """Every move of the seat to move with its value by equation 1."""
    known = {}
    return {move: value_1(game, after(state, move), state.turn, epsilon, how, known) for move in state.moves()}


def results(game, state):
    """Every move with its result against perfect play."""
    return equation_1(game, state, epsilon=0)


def best_of(values, tolerance=1e-13):
    """All keys with the greatest value, in their order."""
    most = max(values.values())
    return [key for key, value in values.items() if value >= most - tolerance]


def votes(game, deals, ties, vote):
    """The mean result of every move, and its votes; `ties` is mean, sum or first."""
    total = sum(weight for _, weight in deals)
    means, votes = {}, {}
    for state, weight in deals:
        plain = results(game, state)
        ranked = plain if ties == "first" else equation_1(game, state, how=ties)
        best = best_of(ranked)
        for move, value in plain.items():
            means[move] = means.get(move, 0) + weight / total * value
            votes.setdefault(move, 0)
        if vote == "split":
            for move in best:
                votes[move] += weight / total / len(best)
        else:
            votes[best[0]] += weight / total
    return means, votes


def expectimax(game, deals, seat, known=None):
    """The value of a set of states to a seat that cannot tell them apart: section III.E, word for word."""
    first = deals[0][0]
    total = sum(weight for _, weight in deals)
    if first.over:
        return sum(weight / total * state.payoffs[seat] for state, weight in deals)
    key = None
    if known is not None:
        key = (seat, tuple((place(state), weight / total) for state, weight in deals))
        if key in known:
            return known[key]

    def move_made(move):
        """The information sets after a move, by what the seat sees then: every state in which the move is legal."""
        sets = {}
        for state, weight in deals:
            if move in state.moves():
                later = after(state, move)
                sets.setdefault(later.view(seat).key, []).append((later, weight))
        return {seen: (expectimax(game, sets[seen], seat, known), sum(w for _, w in sets[seen])) for seen in sets}

    if first.turn == seat:
        values = []
        for move in first.moves():
            sets = move_made(move).values()
            values.append(sum(value * weight for value, weight in sets) / total)
        result = max(values)
    else:
        best = max if allied(game, first, first.turn, seat) else min
        sets = {move: move_made(move) for move in {move for state, _ in deals for move in state.moves()}}
        result = sum(
            weight / total * best(sets[move][after(state, move).view(seat).key][0] for move in state.moves())
            for state, weight in deals
        )
    if key is not None:
        known[key] = result
    return result


def expectimax_moves(game, view, known=None, deals=None):
    """Every move of the seat to move with its value."""
    deals = deals or view.deals()
    total = sum(weight for _, weight in deals)
    values = {}
    for move in view.moves():
        sets = {}
        for state, weight in deals:
            later = after(state, move)
            sets.setdefault(later.view(view.seat).key, []).append((later, weight))
        values[move] = sum(
            expectimax(game, states, view.seat, known) * sum(weight for _, weight in states) for states in sets.values()
        )
        values[move] /= total
    return values


def posterior(game, view, model, noise, dealt):
    """The probability of every deal: that of its being dealt, times the model's of every move of the others.

    `dealt` counts the ways of the hands at the beginning.
    """
    weights = []
    for state, _ in view.deals():
        hands = [list(hand) for hand in state.hands]
        for seat, move in state.history:
            if move != "pass":
                hands[seat] += list(move)
        weight = dealt(["".join(sorted(hand)) for hand in hands])
        replay = game.start(["".join(hand) for hand in hands], turn=state.history[0][0] if state.history else view.turn)
        for seat, move in state.history:
            if seat != view.seat:
                chosen = model.choose(what_it_sees(model, replay))
                weight *= (1 - noise) * (chosen == move) + noise / len(replay.moves())
            replay.play(move)
        assert replay.hands == state.hands
        weights.append(weight)
    total = sum(weights)
    return [weight / total for weight in weights] if total else None
