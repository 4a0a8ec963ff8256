"""Pictures of positions: well-formed, complete, on their own, and a view's without a hidden card."""

import random
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import duel_family
import paiyou
from paiyou.games.family import PICTURES
from paiyou.pictures import cards, svg
from paiyou.pictures.drawing import draw_cards
from positions import GAMES, TRICK_GAMES, reach

SVG = "{http://www.w3.org/2000/svg}"
WEB = Path(paiyou.__file__).parent / "server" / "web"


def faces(picture):
    """All cards that are seen on a picture."""
    return [
        group.get("data-card") for group in ElementTree.fromstring(picture).iter(f"{SVG}g") if group.get("data-card")
    ]


def backs(picture):
    return picture.count('class="back"')


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 60))
def test_a_state_shows_every_card_in_hand(name, seed, plies):
    state = reach(paiyou.game(name), seed, plies)
    shown = Counter(faces(state.svg()))
    held = Counter(card for seat in range(len(state.hands)) for card in state.cards(seat))
    assert held - shown == Counter()
    assert backs(state.svg()) == 0


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
@given(seed=st.integers(0, 2**32), plies=st.integers(0, 60))
def test_a_view_is_drawn_from_the_view_alone(name, seed, plies):
    """Another deal that agrees with all the seat knows gives the same picture, whoever is to move."""
    state = reach(paiyou.game(name), seed, plies)
    seat = random.Random(seed).randrange(len(state.hands))
    view = state.view(seat)
    picture = view.svg()
    assert picture == view.sample(seed=1).view(seat).svg() == view._repr_svg_()
    own = Counter(view.hand)
    assert own - Counter(card[-1] if isinstance(view.hand, str) else card for card in faces(picture)) == Counter()
    known = [len(view.known[other]) for other in range(len(view.counts))]
    assert backs(picture) == sum(count - known[other] for other, count in enumerate(view.counts) if other != seat)


@pytest.mark.parametrize("name", ["doudizhu", "zhengshangyou", "gongzhu"])
def test_hidden_cards_are_not_on_it(name):
    """In a fresh deal a view shows the own hand, and what everybody has seen."""
    state = paiyou.game(name).deal(seed=7)
    for seat in range(len(state.hands)):
        view = state.view(seat)
        seen = Counter(view.hand) + Counter(view.public) + Counter(card for hand in view.known for card in hand)
        assert Counter(faces(view.svg())) <= seen


@pytest.mark.parametrize("name", [*GAMES, *TRICK_GAMES])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_they_need_nothing_from_elsewhere(name, language):
    state = reach(paiyou.game(name), 3, 9)
    for position in (state, state.view(0)):
        root = ElementTree.fromstring(svg(position, language))
        names = {part.get("id") for part in root.iter() if part.get("id")}
        assert {part.tag for part in root.iter()}.isdisjoint({f"{SVG}{tag}" for tag in ("style", "script", "image")})
        assert {part.get("href").removeprefix("#") for part in root.iter(f"{SVG}use")} <= names
        assert "url(" not in svg(position, language)
        assert all(name.startswith("paiyou-") for name in names)


def test_what_was_played_is_on_the_table():
    state = paiyou.game("doudizhu").start(["344456", "5556", "789"], turn=1, last=(0, "3"))
    assert Counter(faces(state.view(1).svg())) == Counter(["3", "5", "5", "5", "6"])
    state.play("5")
    shown = faces(state.svg())
    assert sum(card.endswith("5") for card in shown) == 4, "one of seat 0, three of seat 1, one of them on the table"
    assert "pass" in _after(state, "pass").svg()


def _after(state, move):
    state.play(move)
    return state


def test_bids_and_exposures_are_said():
    assert "bid 2" in _after(paiyou.game("doudizhu:bidding=123").deal(seed=1), "bid 2").svg()
    state = paiyou.game("gongzhu").deal(seed=7)
    assert "exposes CT" in _after(state, "expose CT").svg()
    assert "CT" in faces(state.view((state.turn + 1) % 4).svg()), "all have seen it"


def test_a_game_that_is_over():
    for name in ("doudizhu", "gongzhu"):
        state = reach(paiyou.game(name), 5, 1000)
        assert state.over
        assert "to move" not in state.svg()
        assert "to move" not in state.view(1).svg()


def test_families_from_outside_are_drawn():
    state = duel_family.DuelGame(duel_family.DuelSpec()).deal(seed=1)
    assert sorted(faces(svg(state))) == [str(card) for card in range(1, 9)]
    view = state.view(1)
    assert sorted(faces(svg(view))) == sorted(view.hand)
    assert backs(svg(view)) == 4
    state.play(state.moves()[0])
    assert f">{state.history[0][1]}</text>" in svg(state)
    assert duel_family.DUEL.has(PICTURES)


def test_a_wrong_language_is_refused():
    with pytest.raises(ValueError, match="en or zh"):
        svg(paiyou.game("four-card").deal(seed=1), "fr")


@pytest.mark.parametrize("hand", [["3"], ["SQ", "HA"], ["B", "R"], ["joker<1>"]])
def test_cards_alone(hand):
    assert faces(draw_cards(hand)) == hand


def test_the_colours_are_those_of_the_page():
    styles = (WEB / "cards.css").read_text(encoding="utf-8")
    used = [*cards.INK.values(), cards.PAPER, cards.FIELD]
    for attributes in [*cards.SHARED.values(), *(each for joker in cards.JESTER.values() for each in joker.values())]:
        used += re.findall(r"#\w+", attributes)
    assert [colour for colour in used if colour not in styles] == []
