"""The facts of decisions in trick games beside a plain reading of the state."""

import random

import numpy as np
import pytest

import paiyou
from paiyou.agents.neural.trick_facts import NAMES, OF_A_MOVE, OF_A_STATE, TrickFactsReader
from positions import TRICK_GAMES, reach

GAMES = [*TRICK_GAMES, "gongzhu:partners=on"]


def reader_of(game):
    return TrickFactsReader(game.spec, [exposure.card for exposure in game.spec.exposures])


def expected(game, state, opener, before=(), led_before=""):
    """The table of the module's docstring from the full state, card by card.

    `before` are cards played before the history begins, with their seats; `led_before` suits led before that.
    """
    spec, me, seats, view = game.spec, state.turn, game.seats, state.view(state.turn)
    around = [(me + step) % seats for step in range(seats)]
    led, followed, thrown, trick = ({seat: [] for seat in around} for _ in range(4))
    led_suits, down = set(led_before), []
    played = [*before, *((seat, move) for seat, move in state.history if move in spec.cards)]
    mine = sum(seat == me for seat, _ in played)
    tricks = [[0] * seats for _ in range(spec.hand_size - len(state.hands[me]) - mine)]
    for seat, card in played:
        how = led if not down else followed if card[0] == down[0][1][0] else thrown
        how[seat].append(card)
        if not down:
            tricks.append([0] * seats)
        tricks[-1][around.index(seat)] = spec.cards.index(card) + 1
        down.append((seat, card))
        if len(down) == seats:
            led_suits.add(down[0][1][0])
            down = []
    for seat, card in down:
        trick[seat] = [card]
    tricks += [[0] * seats for _ in range(spec.hand_size - len(tricks))]

    def may(seat, card):
        if seat == me:
            return card in state.hands[me]
        if card in view.known[seat]:
            return True
        known_elsewhere = any(card in view.known[other] for other in around if other != seat)
        return card in view.unseen and not known_elsewhere and card[0] not in view.voids[seat]

    def row(cards):
        return [int(card in cards) for card in spec.cards]

    def rows(by_seat):
        return [[row(by_seat[seat]) for seat in around]]

    moves = state.moves()
    shown = [spec.cards[exposure.card] for exposure in spec.exposures] or ["no card"]
    return {
        "hand": [row(state.hands[me])],
        "may_hold": [[[int(may(seat, card)) for card in spec.cards] for seat in around]],
        "holds": rows(view.known),
        "taken": rows(state.taken),
        "led": rows(led),
        "followed": rows(followed),
        "thrown": rows(thrown),
        "trick": rows(trick),
        "exposed": [row(state.exposed)],
        "led_suits": [[int(suit in led_suits) for suit in spec.suits]],
        "left": [[len(state.hands[seat]) for seat in around]],
        "place": [(me - opener) % seats],
        "exposing": [int(state.exposing)],
        "history": [tricks],
        "move_card": [row([move]) for move in moves],
        "move_exposes": [[int(move.startswith("expose") and card in move) for card in shown] for move in moves],
    }


def compare(game, state, opener, **more):
    found = reader_of(game).read(state.view(state.turn), state.moves())
    assert tuple(found) == NAMES
    for fact, value in expected(game, state, opener, **more).items():
        assert found[fact].dtype == np.int64
        assert found[fact].flags.c_contiguous
        assert found[fact].tolist() == value, fact
    assert reader_of(game).position(state.view(state.turn)) == found["place"][0]
    return found


@pytest.mark.parametrize("name", GAMES)
def test_they_are_what_the_state_says(name):
    game = paiyou.game(name)
    seen = set()
    for seed in range(6):
        rng, state = random.Random(seed), game.deal(seed)
        opener = state.turn
        while not state.over:
            if rng.random() < 0.4:
                found = compare(game, state, opener)
                assert all((found["may_hold"] >= found["holds"]).ravel())
                for seat, hand in enumerate(state.hands):  # nobody holds what he may not
                    may = found["may_hold"][0, (seat - state.turn) % game.seats]
                    assert all(may[game.spec.cards.index(card)] for card in hand)
                seen |= {fact for fact in NAMES if found[fact].any()}
            state.play(rng.choice(state.moves()))
    never = set() if game.spec.exposures else {"exposed", "exposing", "move_exposes"}
    assert seen == set(NAMES) - never


def other_hands(state, seed):
    """The same game with the hidden cards of the others lying otherwise, where that is possible."""
    return state.view(state.turn).sample(seed)


@pytest.mark.parametrize("name", GAMES)
def test_hidden_hands_change_nothing(name):
    game = paiyou.game(name)
    reader, swapped = reader_of(game), 0
    for seed in range(12):
        state = reach(game, seed, seed * 4)
        if state.over:
            continue
        other = other_hands(state, seed)
        swapped += other.hands != state.hands
        first, second = (reader.read(one.view(one.turn), one.moves()) for one in (state, other))
        assert all(np.array_equal(first[fact], second[fact]) for fact in NAMES)
    assert swapped > (0 if game.seats == 2 else 5)


HANDS = ["SQ S2 H3", "S3 H5 D2", "SA H7 D3", "SK H9 C4"]


def play_on(state, plies, seed=0):
    rng = random.Random(seed)
    for _ in range(plies):
        state.play(rng.choice(state.moves()))
    return state


@pytest.mark.parametrize("plies", range(12))
def test_a_game_from_given_hands(plies):
    """Whoever moves first there opens, and all suits were led before."""
    game = paiyou.game("gongzhu")
    state = play_on(game.start(HANDS, turn=2, exposed=["SQ"]), plies)
    compare(game, state, 2, led_before="HSCD")


@pytest.mark.parametrize("plies", range(11))
def test_a_game_that_begins_with_a_card_to_answer(plies):
    game = paiyou.game("gongzhu")
    hands = [hand.removesuffix(" D3") for hand in HANDS]
    for seed in range(3):
        state = play_on(game.start(hands, turn=3, last=(2, "D3")), plies, seed)
        compare(game, state, 2, before=[(2, "D3")], led_before="HSCD")


def test_full_hands_from_the_beginning():
    """They are a deal like any other; with a card to answer nothing has been led before it."""
    game = paiyou.game("gongzhu")
    deal = game.deal(5)
    hands, opener = deal.hands, deal.turn
    compare(game, game.start(hands, turn=opener), opener)
    compare(game, game.start(hands, turn=opener, exposed=[]), opener)
    hands[opener].remove("C2")
    state = game.start(hands, turn=(opener + 1) % 4, last=(opener, "C2"))
    for _ in range(9):
        compare(game, state, opener, before=[(opener, "C2")])
        state.play(state.moves()[0])


def test_exposures_are_told_by_the_models_own_list():
    game = paiyou.game("gongzhu:expose=off")
    reader = TrickFactsReader(game.spec, [5, 7, 9])
    state = game.deal(1)
    assert reader.read(state.view(state.turn), state.moves())["move_exposes"].tolist() == [[0, 0, 0]] * 13


@pytest.mark.parametrize("name", [*GAMES, "two", "three", "open", "pairs", "opened"])
def test_they_are_what_a_network_was_trained_on(name):
    """The batched game and the player's View tell the same, number for number, and the same of every legal move."""
    pytest.importorskip("torch")
    batches = pytest.importorskip("trick_batches")
    odd = {game.name: game for game in batches.ODD_GAMES}
    game = odd.get(name) or paiyou.game(name)
    spec, number = game.spec, 6
    games = batches.TrickBatch(spec, number, seed=3)
    states = [game.deal(3 + row) for row in range(number)]
    reader, names, compared = reader_of(game), [*spec.cards, *spec.exposure_moves], 0
    steps = batches.steps_beside_the_engine(game, games, states, seed=1)
    for _ in range(120):
        next(steps)
        row, action = games.legal()
        facts, moves = games.network_inputs(games.at, games.seat, row, action)
        for place in games.active.nonzero()[:, 0].tolist():
            mine, view = moves.decision == place, states[place].view(states[place].turn)
            found = reader.read(view, [names[number] for number in action[mine].tolist()])
            for fact in OF_A_STATE:
                assert found[fact][0].tolist() == getattr(facts, fact)[place].tolist(), fact
            for fact in OF_A_MOVE:
                assert found[fact].tolist() == getattr(moves, fact.removeprefix("move_"))[mine].tolist(), fact
            compared += 1
    assert compared > 100
