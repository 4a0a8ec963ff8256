"""Families are objects: parts are supplied by layers and loaded when asked for; one from outside is as good as ours."""

import copy
import io
import pickle
import subprocess
import sys
from dataclasses import replace

import pytest
from rich.console import Console

import paiyou
from duel_family import DUEL, INFO, DuelSpec
from paiyou.advice import advise
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import ARENA, ENGINE, NEURAL, RULES, SEARCH, TERMINAL, Family, Layer, find_family
from paiyou.games.game import Game
from paiyou.games.trick_family import TRICK
from paiyou.plugins import Plugins
from paiyou.records import read_records
from paiyou.terminal.session import play_in_terminal
from patience import PATIENCE


@pytest.fixture
def duel():
    paiyou.register_game(INFO)
    yield paiyou.game("duel")
    Plugins.known["game"].remove("duel")


@pytest.fixture
def fresh(monkeypatch):
    """A family that nobody knows, and that is forgotten again."""
    monkeypatch.setattr(Family, "known", dict(Family.known))
    return Family("fresh", "fresh games")


def test_families_are_known_by_name_and_travel_by_it():
    for family in (CLIMBING, TRICK, DUEL):
        assert find_family(family.name, "anywhere") is family
        assert pickle.loads(pickle.dumps(family)) is family
        assert copy.deepcopy(family) is family
        assert repr(family) == f"<family {family.name}>"
    with pytest.raises(ValueError, match="there is a family 'climbing' already"):
        Family("climbing", "other games")
    with pytest.raises(ValueError, match="the family 'nowhere' is not made by duel_family here"):
        find_family("nowhere", "duel_family")


def test_a_family_is_found_in_another_process():
    """By the module that makes it, whatever class it is of."""
    sent = pickle.dumps((DUEL, CLIMBING))
    program = (
        f"import pickle, sys; sys.path[:] = {sys.path!r}; duel, climbing = pickle.loads({sent!r}); "
        "print(duel, climbing, 'duel_family' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert done.stdout == "<family duel> <family climbing> True\n"


def test_a_part_is_an_object_or_where_to_find_it(fresh, tmp_path, monkeypatch):
    (tmp_path / "late_part.py").write_text("PART = object()")
    monkeypatch.syspath_prepend(str(tmp_path))
    layer = Layer("late", "be late", "paiyou.games.text")
    assert not fresh.has(layer)
    fresh.supply(layer, "late_part:PART")
    assert fresh.has(layer)
    assert "late_part" not in sys.modules
    part = fresh.part(layer)
    assert sys.modules["late_part"].PART is part
    assert fresh.part(layer) is part
    here = object()
    fresh.supply(layer, here)
    assert fresh.part(layer) is here


def test_what_a_family_cannot_is_one_sentence_that_names_those_that_can(fresh):
    with pytest.raises(ValueError, match=r"^fresh games cannot be searched yet; climbing games and trick games can$"):
        fresh.part(SEARCH)
    with pytest.raises(
        ValueError, match=r"^fresh games cannot be played by networks yet; climbing games and trick games can$"
    ):
        fresh.part(NEURAL)
    with pytest.raises(ValueError, match=r"^fresh games cannot be early yet$"):
        fresh.part(Layer("early", "be early", "paiyou.games.text"))
    game = Game(DuelSpec())
    with pytest.raises(ValueError, match="in climbing games only, and duel is none of them"):
        CLIMBING.spec_of(game, "bombs are counted")


def test_who_is_allied(fresh):
    """With teams of seats, and with teams counted from the landlord."""
    pairs = replace(DuelSpec(), seats=4, teams=(0, 1, 0, 1))
    assert [fresh.allied(pairs, 1, other) for other in range(4)] == [False, True, False, True]
    peasants = replace(DuelSpec(), seats=3, teams=(0, 1, 1))
    for landlord in range(3):
        for seat in range(3):
            for other in range(3):
                same = seat == other or landlord not in (seat, other)
                assert fresh.allied(peasants, seat, other, landlord) is same


@pytest.mark.parametrize("family", [CLIMBING, TRICK])
def test_our_families_have_every_part_that_play_needs(family):
    for layer in (ENGINE, SEARCH, RULES, ARENA, TERMINAL):
        assert family.has(layer)
        assert family.part(layer) is family.part(layer)


@pytest.mark.usefixtures("duel")
def test_a_family_from_outside_is_matched_recorded_and_replayed(tmp_path):
    played = [
        paiyou.match("duel", "random", "random:seed=2", deals=6, seed=4, cores=cores, save=tmp_path / f"{cores}.jsonl")
        for cores in (1, 2)
    ]
    assert played[0].points == played[1].points
    assert played[0].unit == "points per seat and game"
    assert not played[0].forfeits
    records = [list(read_records(tmp_path / f"{cores}.jsonl")) for cores in (1, 2)]
    assert [record.moves for record in records[0]] == [record.moves for record in records[1]]
    for record in records[0]:
        assert tuple(record.replay().state.payoffs) == record.result.payoffs
        assert paiyou.Record.from_line(record.to_line()) == record
    other = replace(records[0][0], version=2)
    with pytest.raises(ValueError, match="version"):
        other.replay()


@pytest.mark.parametrize("game", [Game(DuelSpec()), paiyou.game("mini-doudizhu"), paiyou.game("gongzhu")], ids=str)
def test_states_and_views_are_instances_of_what_the_package_exports(game):
    state = game.deal(1)
    view = state.view(0)
    assert [isinstance(state, paiyou.State), isinstance(state, paiyou.View)] == [True, False]
    assert [isinstance(view, paiyou.State), isinstance(view, paiyou.View)] == [False, True]
    assert not isinstance(game, paiyou.State | paiyou.View)


def test_an_agent_that_fails_in_it_has_lost(duel):
    class Stubborn(paiyou.Agent):
        def choose(self, view):  # noqa: ARG002
            return "99"

    result = paiyou.match(duel, Stubborn, "random", deals=2, cores=1)
    assert len(result.forfeits) == result.games
    assert result.wp.mean == 0.0


class Typist(Console):
    """Types the first move of the list, and leaves after one game."""

    def __init__(self):
        super().__init__(file=io.StringIO(), width=200, force_terminal=False)

    def input(self, prompt="", **_):
        if prompt.startswith("Another"):
            return "n"
        lines = self.file.getvalue().rstrip().splitlines()
        return "?" if "your hand" in lines[-1] else lines[-1].split()[0]


@pytest.mark.usefixtures("duel")
def test_it_is_played_on_the_plain_screen():
    console = Typist()
    play_in_terminal("duel", None, seat=0, seed=3, console=console)
    shown = console.file.getvalue()
    assert "you are seat 0, the others are random" in shown
    assert "your hand: " in shown
    assert any(verdict in shown for verdict in ("You win", "You lose", "A tie"))
    assert (shown.count("you: "), shown.count("seat 1: ")) == (4, 4)


def test_what_it_has_no_part_for_is_refused_in_one_sentence(duel):
    for agent in paiyou.list_agents():
        if agent not in ("random", "human", "openspiel"):
            with pytest.raises(ValueError, match="duel"):
                paiyou.agent(agent, duel)
    with pytest.raises(ValueError, match="not a DuelState"):
        paiyou.solve(duel.deal(1))
    with pytest.raises(ValueError, match="duel games cannot be continued from a hand and a history yet"):
        advise(duel, "random", seat=0, hand="1 2 3 4", history=[], bottom="")


def test_games_and_infos_travel(duel):
    assert pickle.loads(pickle.dumps(duel)) is duel
    own = Game(replace(DuelSpec(), cards=4, name="small-duel"))
    again = pickle.loads(pickle.dumps(own))
    assert (again.name, again.spec) == (own.name, own.spec)
    odd = Game(replace(DuelSpec(), name="duel:own=rules"))  # a listed name with options that are not
    assert pickle.loads(pickle.dumps(odd)).spec == odd.spec


@pytest.mark.parametrize("make", [lambda: None, lambda: "duel", lambda: DuelSpec])
def test_a_make_that_makes_no_spec_is_one_sentence(make):
    paiyou.register_game(replace(INFO, name="hollow", make=make))
    try:
        with pytest.raises(ValueError, match="the game hollow has no spec: its make gave"):
            paiyou.game("hollow")
    finally:
        Plugins.known["game"].remove("hollow")


def test_a_spec_of_another_kind_than_was_told_is_one_sentence():
    for changes in ({"seats": 3, "teams": ()}, {"family": CLIMBING}):
        paiyou.register_game(replace(INFO, name="other", **changes))
        try:
            with pytest.raises(ValueError, match="the game other is listed as one of"):
                paiyou.game("other")
        finally:
            Plugins.known["game"].remove("other")


@pytest.mark.parametrize(
    ("listed", "played", "agree"),
    [
        ((), (0, 1, 2, 3), True),
        ((0, 1, 2, 3), (3, 1, 2, 0), True),
        ((1, 0, 1, 0), (0, 1, 0, 1), True),
        ((), (0, 1, 0, 1), False),
        ((0, 1, 0, 1), (0, 0, 1, 1), False),
        ((0, 1, 0, 1), (0, 1, 2, 3), False),
    ],
)
def test_a_game_is_listed_with_the_teams_of_its_spec(listed, played, agree):
    spec = replace(paiyou.game("gongzhu").spec, name="other", teams=played)
    info = replace(
        paiyou.game_info("gongzhu"), name="other", teams=listed, variants=(), lesson=(), options={}, apart=()
    )
    paiyou.register_game(replace(info, make=lambda: spec))
    try:
        if agree:
            assert paiyou.game("other").teams == played
        else:
            with pytest.raises(ValueError, match=r"the game other is listed with the teams .*, but its spec has \("):
                paiyou.game("other")
    finally:
        Plugins.known["game"].remove("other")
