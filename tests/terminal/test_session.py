"""Games in the terminal, with a person who types."""

import io
import random

import pytest
from rich.console import Console

import paiyou
from paiyou.terminal.climbing import ClimbingScreen
from paiyou.terminal.session import play_in_terminal
from paiyou.terminal.trick import TrickScreen


class Typist(Console):
    """A console whose person types what `think` says; it stops after a number of lines."""

    def __init__(self, think, lines=500):
        super().__init__(file=io.StringIO(), width=2000, force_terminal=False)
        self.think, self.left = think, lines
        self.prompts = []

    def input(self, prompt="", **_):
        self.prompts.append(prompt)
        self.left -= 1
        if self.left < 0:
            raise EOFError
        return self.think(prompt, self.text())

    def text(self):
        return self.file.getvalue()


def first_legal_move(prompt, shown):
    """Asks for the list of moves, then plays the last one of it."""
    if prompt.startswith("Another"):
        return "n"
    lines = shown.rstrip().splitlines()
    listed = lines[-2] if lines[-1].strip().startswith("and ") else lines[-1]
    words = listed.split()
    if any(sign in listed for sign in "♠♥♦♣(?") or not listed.startswith("  "):
        return "?"
    if words[0] == "expose":
        return "none"
    if words[0] in ("bid", "decline"):
        return "bid 3" if "bid" in words else "call" if "call" in words else "rob"
    return words[-1]


@pytest.mark.parametrize(
    "game",
    [
        "doudizhu",
        "doudizhu:bidding=123",
        "doudizhu:bidding=call-rob",
        "mini-doudizhu",
        "zhengshangyou",
        "paodekuai",
        "gongzhu",
        "gongzhu:expose=off,must_lead_c2=on",
        "four-card",
    ],
)
def test_a_whole_game(game):
    console = Typist(first_legal_move)
    play_in_terminal(game, "random", seat=0, seed=5, console=console)
    shown = console.text()
    assert "You win" in shown or "You lose" in shown or "A tie" in shown
    assert "scores so far" in shown
    assert "Goodbye" in shown


def test_a_wrong_move_says_why_and_is_asked_again():
    answers = iter(["zzz", "pass", "quit"])
    console = Typist(lambda *_: next(answers))
    play_in_terminal("doudizhu", "random", seat=0, seed=5, console=console)
    shown = console.text()
    assert "a card that does not exist" in shown
    assert "may not pass" in shown
    assert len(console.prompts) == 3


def test_people_write_ten_small_letters_and_spaces():
    answers = iter(["10", "quit"])
    console = Typist(lambda *_: next(answers))
    play_in_terminal("doudizhu", "random", seat=0, seed=1, console=console)
    assert "you (landlord): T" in console.text()


def test_suits_are_shown_and_the_end_of_input_leaves():
    console = Typist(lambda *_: "", lines=0)
    play_in_terminal("zhengshangyou", "random", seat=0, seed=1, console=console)
    assert any(sign in console.text() for sign in "♠♥♦♣")
    assert "Goodbye" in console.text()


def test_the_winner_is_told_so_even_when_bombs_cost_him_more():
    """Pao De Kuai, seed 26: the first to go out pays for the bombs of others."""
    lost_points = 0
    for seed in range(200):
        game = paiyou.game("paodekuai")
        state = game.deal(seed)
        rng = random.Random(seed)
        while not state.over:
            state.play(rng.choice(state.moves()))
        for seat in range(3):
            console = Typist(lambda *_: "")
            ClimbingScreen(game, seat, console).show_result(state, [0, 0, 0])
            assert ("You win" in console.text()) == (seat == state.winner)
        lost_points += state.payoffs[state.winner] < 0
    assert lost_points > 5


def test_the_next_game_follows():
    def think(prompt, shown):
        if prompt.startswith("Another"):
            return "y" if shown.count("You ") < 3 else "n"
        return first_legal_move(prompt, shown)

    console = Typist(think)
    play_in_terminal("mini-doudizhu", "random", seat=1, seed=2, console=console)
    assert "game 3" in console.text()


def test_cards_of_tricks_are_read_as_people_write_them():
    view = paiyou.game("gongzhu:expose=off").deal(1).view(0)
    screen = TrickScreen(paiyou.game("gongzhu"), 0, Typist(lambda *_: ""))
    for text in ("SQ", "sq", "qs", "♠Q", " s q"):
        assert screen.read(text, view) == "SQ"
    for text in ("HT", "h10", "10h", "♥10"):
        assert screen.read(text, view) == "HT"
    exposing = paiyou.game("gongzhu").deal(1).view(0)
    for text in ("SQ HA", "expose sq ha", "qs ♥a"):
        assert screen.read(text, exposing) == "expose SQ HA"
    assert screen.read("none", exposing) == screen.read("expose none", exposing) == "expose none"


def test_the_taker_of_every_trick_is_told():
    console = Typist(first_legal_move)
    play_in_terminal("gongzhu", "random", seat=2, seed=3, console=console)
    shown = console.text()
    assert shown.count("took the trick") == 13
    assert "trick 13" in shown
    assert shown.count("exposed ") >= 4


def test_a_pair_wins_together_though_another_has_most_points():
    game = paiyou.game("gongzhu:partners=on")
    told = 0
    for seed in range(40):
        state = game.deal(seed)
        rng = random.Random(seed)
        while not state.over:
            state.play(rng.choice(state.moves()))
        pairs = [state.payoffs[0] + state.payoffs[2], state.payoffs[1] + state.payoffs[3]]
        for seat in range(4):
            console = Typist(lambda *_: "")
            TrickScreen(game, seat, console).show_result(state, [0] * 4)
            wanted = "A tie" if pairs[0] == pairs[1] else "You win" if pairs[seat % 2] == max(pairs) else "You lose"
            assert wanted in console.text()
        told += (state.payoffs.index(max(state.payoffs)) % 2) != pairs.index(max(pairs))
    assert told
