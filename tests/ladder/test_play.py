"""Whole ladders: who plays, what is kept, what the anchors do."""

import json
from dataclasses import replace

import pytest

from commands import paiyou
from paiyou.arena.statistics import Estimate
from paiyou.games.registry import game as find_game
from paiyou.ladder import play, shipped
from paiyou.ladder.contenders import ANCHORS, usual_agents
from paiyou.ladder.duels import Games
from paiyou.ladder.play import play_ladder
from paiyou.ladder.shipped import agent_rating, file_of
from paiyou.ladder.standing import Ladder

GAME = "mini-doudizhu"
SEARCH = "isuct:iterations=20"


def small(tmp_path, *agents, **said):
    return play_ladder(GAME, agents or (SEARCH,), **{"deals": 40, "into": tmp_path, "resamples": 50, "cores": 1} | said)


def without_time(ladder):
    return replace(ladder, seconds=0.0)


def test_all_pairs_meet_and_json_tells_all(tmp_path):
    ladder = small(tmp_path, new_anchors=True)
    assert {place.agent for place in ladder.places} == {"random", "rules", SEARCH}
    assert len(ladder.pairs) == 3
    assert {pair.deals for pair in ladder.pairs} == {40, 4}  # a tenth with the slow one
    assert ladder.anchors == {"rules": 1000.0}
    ratings = [place.rating.mean for place in ladder.places]
    assert ratings == sorted(ratings, reverse=True)
    for place in ladder.places:
        assert place.rating.low <= place.rating.mean <= place.rating.high
    assert Ladder.from_json(json.loads(json.dumps(ladder.to_json()))) == ladder
    one, other = ladder.pair("random", "rules"), ladder.pair("rules", "random")
    assert one.wp.mean == pytest.approx(1 - other.wp.mean)
    assert (one.points, one.points_of_b) == (other.points_of_b, other.points)
    assert ladder.pair("random", "nobody") is None


def test_what_is_kept_is_not_played_again(tmp_path, monkeypatch):
    first = small(tmp_path)
    more = small(tmp_path / "all", deals=60)

    def refuse(_):
        raise AssertionError("played again")

    monkeypatch.setattr(Games, "run", refuse)
    assert without_time(small(tmp_path)) == without_time(first)
    monkeypatch.undo()
    # A larger ladder begins with the smaller one, and is what it would have been.
    assert without_time(small(tmp_path, deals=60)) == without_time(more)


def test_a_killed_ladder_goes_on(tmp_path):
    whole = small(tmp_path)
    kept = next(tmp_path.glob("*.jsonl"))
    lines = kept.read_bytes().splitlines(keepends=True)
    kept.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    assert without_time(small(tmp_path)) == without_time(whole)


def test_the_same_on_any_number_of_cores(tmp_path):
    assert without_time(small(tmp_path / "1")) == without_time(small(tmp_path / "2", cores=2))


@pytest.fixture
def shipped_folder(tmp_path, monkeypatch):
    folder = tmp_path / "shipped"
    folder.mkdir()
    monkeypatch.setattr(shipped, "SHIPPED", folder)
    shipped.shipped_ladder.cache_clear()
    shipped.later_ladders.cache_clear()
    yield folder
    shipped.shipped_ladder.cache_clear()
    shipped.later_ladders.cache_clear()


def ship(ladder, folder):
    (folder / file_of(ladder.game)).write_text(json.dumps(ladder.to_json()))
    shipped.shipped_ladder.cache_clear()


def certain(ladder):
    """The same with narrow intervals."""
    places = [
        replace(place, rating=Estimate(mean, mean - 9, mean + 9)) if (mean := place.rating.mean) != 1000 else place
        for place in ladder.places
    ]
    return replace(ladder, places=tuple(places))


def test_an_uncertain_rating_is_not_held(tmp_path, shipped_folder):
    old = certain(small(tmp_path / "old"))
    low = old.place("random").rating
    guess = replace(old.place("random"), rating=Estimate(low.mean, low.mean - 80, low.mean + 20))
    ship(replace(old, places=tuple(guess if one.agent == "random" else one for one in old.places)), shipped_folder)
    assert small(tmp_path / "new").anchors == {"rules": 1000.0}
    ship(old, shipped_folder)
    assert small(tmp_path / "new").anchors == {"rules": 1000.0, "random": low.mean}


def test_the_shipped_ladder_holds_the_anchors_of_later_ones(tmp_path, shipped_folder):
    old = certain(small(tmp_path / "old"))
    assert agent_rating(GAME, "random") is None
    ship(old, shipped_folder)
    assert agent_rating(GAME, "random") == round(old.place("random").rating.mean)
    assert agent_rating(GAME, SEARCH) == round(old.place(SEARCH).rating.mean)
    assert agent_rating(GAME, "isuct:iterations=21") is None
    assert agent_rating(f"{GAME}:hand=5", "random") is None  # another game

    # Another day: other deals, another agent. Whoever is an anchor stays where it was, and what differs is told.
    new = small(tmp_path / "new", "isuct:iterations=40", seed=7)
    held = {agent: old.place(agent).rating.mean for agent in ("random", "rules")}
    assert new.anchors == held
    for agent, rating in held.items():
        place = new.place(agent)
        assert place.anchor
        assert (place.rating.mean, place.rating.low, place.rating.high) == (rating, rating, rating)
    assert new.drift["rules"] == 0
    assert new.drift["random"] != 0
    assert not new.place("isuct:iterations=40").anchor
    # The same games rated anew, and anchors of nobody here.
    again = small(tmp_path / "new", "isuct:iterations=40", seed=7, new_anchors=True)
    assert again.anchors == {"rules": 1000.0}


def test_a_network_trained_anew_is_no_anchor(tmp_path, shipped_folder):
    old = certain(small(tmp_path / "old"))
    places = [replace(place, known_as="random (of yore)") if place.agent == "random" else place for place in old.places]
    ship(replace(old, places=tuple(places)), shipped_folder)
    assert small(tmp_path / "new").anchors == {"rules": 1000.0}
    assert agent_rating(GAME, "random") is None
    ship(replace(old, game_version=old.game_version + 1), shipped_folder)
    assert agent_rating(GAME, "rules") is None
    assert play._pins(find_game(GAME)) is None


@pytest.mark.parametrize("name", ["doudizhu", "doudizhu:bidding=123", "mini-doudizhu", "zhengshangyou", "gongzhu"])
def test_every_game_says_who_is_in_its_ladder(name):
    game = find_game(name)
    able, left_out = usual_agents(game)
    assert set(ANCHORS) == {agent for agent in (*able, *left_out) if agent in ANCHORS}
    assert {*game.info.levels.values(), game.info.strongest} <= set(able)
    assert all(reason and "\n" not in reason for reason in left_out.values())


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"deals": 0}, "deals must be 1"),
        ({"at_most": {"isuct": 5}}, "unknown agent of this ladder"),
        ({"at_most": {"rules": 0}}, "at most rules must be 1"),
        ({"on": "mars"}, "local or ray"),
        ({"agents": ("nobody",)}, "unknown agent"),
        ({"agents": ("human",)}, "a person cannot play"),
    ],
)
def test_bad_input(tmp_path, said, message):
    with pytest.raises(ValueError, match=message):
        small(tmp_path, *said.pop("agents", ()), **said)


def test_the_command(tmp_path):
    arguments = ("ladder", GAME, SEARCH, "--deals", "40", "--at-most", f"{SEARCH}=6", "--into", str(tmp_path))
    shown = paiyou(*arguments)
    assert shown.returncode == 0
    assert "against the equilibrium" in shown.stdout
    told = json.loads(paiyou(*arguments, "--json").stdout)
    assert Ladder.from_json(told) == Ladder.from_json(json.loads((tmp_path / f"{GAME}.json").read_text()))
    assert told["command"] == f"paiyou ladder {GAME} {SEARCH} --deals 40 --at-most {SEARCH}=6 --seed 1"
    assert (tmp_path / f"{GAME}.html").read_text().startswith("<!doctype html>")
    wrong = paiyou("ladder", GAME, "--at-most", "isuct", "--into", str(tmp_path))
    assert wrong.returncode == 2
    assert "such as isuct=100" in wrong.stderr
