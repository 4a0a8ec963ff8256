"""The page of a ladder: well-formed, complete, and alone."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from paiyou.arena.statistics import Estimate
from paiyou.ladder.chart import rating_chart
from paiyou.ladder.page import ladder_page
from paiyou.ladder.standing import Ladder, Pair, Place


def a_ladder():
    names = ["rules", "<dmc> & sons", "random"]
    places = tuple(
        Place(name, name, Estimate(1000 - 250 * number, 950 - 250 * number, 1060 - 250 * number),
              anchor=name == "rules", nash_weight=float(number == 0), nash_share=Estimate(0.5 - number / 5, 0.1, 0.5))
        for number, name in enumerate(names)
    )  # fmt: skip
    pairs = [
        Pair(a, b, 100, Estimate(0.8, 0.7, 0.9), Estimate(1.5, 1, 2), Estimate(-1.5, -2, -1))
        for a, b in ((names[0], names[1]), (names[0], names[2]))
    ]
    return Ladder(
        game="doudizhu", game_version=1, paiyou="0", seed=1, deals=100, measure="adp", unit="points", places=places,
        pairs=tuple(pairs), anchors={"rules": 1000.0}, drift={"rules": 0.0}, command="paiyou ladder doudizhu",
        seconds=1.0, left_out={"isuct": "it <is> slow"},
    )  # fmt: skip


class Checker(HTMLParser):
    """Counts what is open; every tag must be closed where it was opened."""

    VOID = {"meta", "br"}  # noqa: RUF012

    def __init__(self):
        super().__init__()
        self.open, self.tags = [], []

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_loads_nothing():
    page = ladder_page(a_ladder())
    checker = Checker()
    checker.feed(page)
    assert not checker.open
    assert not any({"src", "href"} & set(attributes) for _, attributes in checker.tags)
    assert "url(" not in page
    assert not any(tag == "script" for tag, _ in checker.tags)
    assert "<dmc>" not in page
    assert "&lt;dmc&gt; &amp; sons" in page
    assert "it &lt;is&gt; slow" in page
    # Each of the two pairs is in both tables, from both sides; the third has not met.
    assert len(re.findall(r'<td class="(?:better|worse)', page)) == 8


def test_the_chart_is_svg_with_everyone_in_his_place():
    drawing = ElementTree.fromstring(rating_chart(a_ladder()))
    circles = drawing.findall(".//{*}circle")
    across = [float(circle.get("cx")) for circle in circles]
    assert len(across) == 3
    assert across[0] - across[1] == pytest.approx(across[1] - across[2], abs=0.2)  # 250 points each
    assert [circle.get("class") for circle in circles] == ["anchor", "dot", "dot"]


def test_a_ladder_without_an_equilibrium_and_of_equals_can_be_drawn():
    ladder = a_ladder()
    even = tuple(replace(place, nash_share=None, rating=Estimate(1000, 1000, 1000)) for place in ladder.places)
    page = ladder_page(replace(ladder, places=even))
    assert "clones" not in page
    assert "nan" not in rating_chart(replace(ladder, places=even))
