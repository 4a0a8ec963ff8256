"""What a game tells about itself is whole, and true of the game."""

import pickle
from dataclasses import replace

import pytest

import paiyou
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.info import LEVELS, GameInfo, Variant, info_of_spec
from paiyou.games.registry import game_infos, game_spec
from paiyou.games.text import Text
from paiyou.games.zhengshangyou import INFO
from paiyou.options import Option

NAMES = list(game_infos())


def games_of(info):
    """The game as it is, in every preset and in every variant."""
    texts = [info.name, *(f"{info.name}:{preset}" for preset in info.presets), *(one.game for one in info.variants)]
    return [paiyou.game(text) for text in dict.fromkeys(texts)]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_whole_and_agrees_with_the_game(name):
    info = game_infos()[name]
    assert info.trouble() is None
    for game in games_of(info):
        assert game.info is info
        assert game.family is info.family
        assert game.seats == info.seats
        assert game.spec.version == info.version
        assert info.title.en in game.title
        assert info.title.zh in game.title or not info.levels
    assert (info.teams or tuple(range(info.seats))) == paiyou.game(name).teams
    told = info.to_json()
    assert told["teams"] == list(paiyou.game(name).teams)
    assert [variant["name"] for variant in told["variants"]] == [one.game for one in info.variants] or [name]


@pytest.mark.parametrize("name", NAMES)
def test_its_emblem_is_of_its_own_cards(name):
    info = game_infos()[name]
    game = paiyou.game(name)
    cards = {card for seed in range(40) for seat in range(game.seats) for card in game.deal(seed).cards(seat)}
    assert set(info.emblem) <= cards
    assert info.emblem or not info.levels


@pytest.mark.parametrize("name", NAMES)
def test_every_combo_has_words_in_both_languages(name):
    info = game_infos()[name]
    words = {**info.family.words, **info.words}
    for game in games_of(info):
        named = {game.family.combo_of(game.spec, move) for move in game.actions} - {None, "solo"}
        for combo in named:
            assert words[f"combo.{combo}"].zh
            assert combo == "pair" or words[f"caption.{combo}"].zh


@pytest.mark.parametrize("name", NAMES)
def test_its_levels_can_play_and_its_strongest_player_can_advise(name):
    info = game_infos()[name]
    assert list(info.levels) == [level for level in LEVELS if level in info.levels]
    for game in games_of(info):
        for agent in info.levels.values():
            assert paiyou.agent(agent, game).interactive is False
    game = paiyou.game(name)
    strongest = paiyou.agent(info.strongest, game)
    assert strongest.opinion
    assert not type(strongest).clairvoyant
    state = game.deal(7)
    view = state.view(state.turn)
    told = strongest.evaluate(view)
    assert {move for move, _, _ in told} <= set(view.moves())
    assert [value for _, value, _ in told] == sorted((value for _, value, _ in told), reverse=True)


@pytest.mark.parametrize("name", NAMES)
def test_it_can_be_sent_elsewhere(name):
    again = pickle.loads(pickle.dumps(game_infos()[name]))
    assert again.to_json() == game_infos()[name].to_json()
    assert again.family is game_infos()[name].family
    assert again.trouble() is None


TEXT = Text("words", "词")
STEP = INFO.lesson[0]
WRONG = [
    ({"name": "Daifugo"}, "fine name"),
    ({"name": "dai fugo"}, "fine name"),
    ({"name": ""}, "fine name"),
    ({"name": 7}, "fine name"),
    ({"family": "climbing"}, "family"),
    ({"family": None}, "family"),
    ({"make": None}, "make"),
    ({"seats": 0}, "seats"),
    ({"seats": True}, "seats"),
    ({"seats": "3"}, "seats"),
    ({"teams": (0, 1)}, "fine teams"),
    ({"teams": None}, "fine teams"),
    ({"version": 0}, "version"),
    ({"version": None}, "version"),
    ({"version": True}, "version"),
    ({"title": "Zheng Shangyou"}, "title"),
    ({"title": None}, "title"),
    ({"title": Text("Zheng Shangyou", " ")}, "title"),
    ({"about": Text("", "各自为战")}, "about"),
    ({"rules": Text("", "")}, "rules"),
    ({"rules": None}, "rules"),
    ({"presets": "zsy3_simple"}, "fine presets"),
    ({"presets": None}, "fine presets"),
    ({"options": None}, "fine options"),
    ({"options": {"jokers": bool}}, "fine options"),
    ({"options": {"jokers": Option(bool, "two jokers")}}, "fine options"),
    ({"apart": None}, "fine apart"),
    ({"apart": ("partners",)}, "fine apart"),
    ({"levels": None}, "fine levels"),
    ({"levels": {"unbeatable": "rules"}}, "fine levels"),
    ({"levels": {"strong": "rules", "beginner": "random"}}, "fine levels"),
    ({"levels": {"strong": None}}, "fine levels"),
    ({"levels": {"strong": ""}}, "strongest player"),
    ({"strongest": None}, "strongest player"),
    ({"judge": 7}, "strongest player"),
    ({"points_judge": None}, "strongest player"),
    ({"words": None}, "fine words"),
    ({"words": {"combo.quad": "four alike"}}, "fine words"),
    ({"words": {"combo.quad": Text("four alike", "")}}, "fine words"),
    ({"words": {7: TEXT}}, "fine words"),
    ({"variants": None}, "fine variants"),
    ({"variants": [Variant("none", "zhengshangyou", TEXT)]}, "fine variants"),
    ({"variants": ("zhengshangyou",)}, "fine variants"),
    ({"variants": (Variant("none", "gongzhu", TEXT),)}, "fine variants"),
    ({"variants": (Variant("none", "zhengshangyou", Text("", "")),)}, "fine variants"),
    ({"variants": (Variant("none", None, TEXT),)}, "fine variants"),
    ({"variants_title": "which"}, "fine variants_title"),
    ({"emblem": "SQ"}, "fine emblem"),
    ({"emblem": ("SQ",) * 4}, "fine emblem"),
    ({"emblem": ("",)}, "fine emblem"),
    ({"emblem": None}, "fine emblem"),
    ({"examples": ("55",)}, "fine examples"),
    ({"effects": None}, "fine effects"),
    ({"effects": {"bomb": "boom"}}, "fine effects"),
    ({"lesson": ("55",)}, "fine lesson"),
    ({"lesson": [STEP]}, "fine lesson"),
    ({"lesson": (replace(STEP, task=Text("", "")),)}, "fine lesson"),
    ({"lesson": (replace(STEP, game="gongzhu"),)}, "fine lesson"),
    ({"mistakes": 3.0}, "fine mistakes"),
    ({"measures": None}, "fine measures"),
]


@pytest.mark.parametrize(("changes", "field"), WRONG)
def test_what_is_missing_is_one_sentence_and_nothing_is_listed(changes, field):
    before = dict(game_infos())
    wrong = replace(INFO, **changes)
    trouble = wrong.trouble()
    assert trouble is not None
    assert trouble.startswith(f"the game {str(wrong.name)!r} has no {field}: ")
    assert trouble.isprintable()
    with pytest.raises(ValueError, match="has no "):
        paiyou.register_game(wrong)
    assert dict(game_infos()) == before


def test_every_field_is_looked_at():
    """A field of a new kind that nobody checks would be found by a visitor of the page."""
    assert {name for changes, _ in WRONG for name in changes} == set(GameInfo.__dataclass_fields__)


@pytest.mark.parametrize("name", NAMES)
def test_a_bare_spec_is_enough(name):
    spec = replace(game_spec(name), name="bare", version=4)
    info = info_of_spec(spec)
    assert info.trouble() is None
    assert (info.seats, info.version, info.family) == (spec.seats, 4, spec.family)
    game = paiyou.game(name)
    for agent in (*info.levels.values(), info.strongest):
        paiyou.agent(agent, game)
    if spec.family is not CLIMBING:  # the tables of a large game are not sent without need
        assert pickle.loads(pickle.dumps(info)).make().name == "bare"


@pytest.mark.parametrize("name", ["doudizhu", "zhengshangyou", "paodekuai", "mini-doudizhu"])
def test_examples_are_what_they_are_called(name):
    game = paiyou.game(name)
    assert game.info.examples
    for combo, move in game.info.examples.items():
        assert game.family.combo_of(game.spec, move) == combo


def test_the_rules_of_gongzhu_show_every_card_that_counts():
    game = paiyou.game("gongzhu")
    shown = {card for cards in game.info.examples.values() for card in cards.split()}
    counting = {game.spec.cards[card] for card, points in enumerate(game.spec.score.points) if points}
    assert shown == counting | {game.spec.cards[game.spec.score.multiplier]}
    assert all(f"combo.{name}" in game.info.words for name in game.info.examples)
