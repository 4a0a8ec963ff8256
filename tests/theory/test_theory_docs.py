"""What docs/theory.md says is so: its programs run and print its numbers, its figures are those of the program."""

import re
from pathlib import Path

import pytest

from pages import programs, run
from paiyou.theory import figures

PAGE = Path(__file__).parents[2] / "docs" / "theory.md"
TEXT = PAGE.read_text(encoding="utf-8")
PROGRAMS = programs(PAGE)


def printed_by(number, capsys):
    run(PAGE, PROGRAMS[number])
    return capsys.readouterr().out


def test_there_are_seven_programs():
    assert len(PROGRAMS) == 7


def test_matrix_games(capsys):
    printed = printed_by(0, capsys).splitlines()
    assert printed[:5] == ["[-1. -1.]", "[1. 1.]", "[('D', 'D')]", "[]", "(1,)"]
    assert printed[5].startswith("[0.33333333 0.33333333 0.33333333]")


def test_what_support_enumeration_loses(capsys):
    """How many is a matter of rounding, so of the machine."""
    every, some = map(int, re.findall(r"\d+", printed_by(1, capsys)))
    assert every == 166
    assert some <= every


def test_stochastic_games(capsys):
    printed = printed_by(2, capsys).splitlines()
    assert [line.split()[-1] for line in printed[:3]] == ["False", "True", "True"]
    assert printed[3:] == ["(0, 1)", "[('C', 'C'), ('D', 'D')]"]


def test_the_four_card_hand(capsys):
    """The page's table, number by number; the second hand counts in quarters of a trick."""
    printed = printed_by(3, capsys)
    assert "right is ('H6', 'D6')" in printed
    fours = [re.findall(r"[HD]4", line) for line in printed.splitlines() if "S2" in line]
    lines = re.findall(r"^(\w\d) \((\S+), (\S+)\) (\S+) (\S+)$", printed, re.MULTILINE)
    assert len(lines) == 8
    for place, (card, *numbers) in enumerate(lines):
        one, other, average, value = (float(number) / (1 if place < 4 else 4) for number in numbers)
        hearts, diamonds = (one, other) if fours[place // 4] == ["H4", "D4"] else (other, one)
        expected = [f"{number:g}" for number in (hearts, diamonds, average, value)]
        [row] = [row for row in TEXT.splitlines() if row.startswith(f"| {figures.SUITS[card[0]]}{card[1]} ")]
        cells = [cell.strip(" *") for cell in row.split("|")]
        assert (cells[2:6] if place < 4 else cells[8:12]) == expected


def test_who_leads_clubs(capsys):
    printed = printed_by(4, capsys).splitlines()
    assert len(printed) == 7
    for line in printed:
        spec, plain, lured = line.split()
        assert re.search(rf"^\| `{spec}`[^|]*\| {plain} \| {lured} \|$", TEXT, re.MULTILINE), line


def test_a_six_asks_which_four(capsys):
    assert re.findall(r"(\w\d) leaves (\d)", printed_by(5, capsys)) == [("C8", "2"), ("H6", "1")]


def test_what_a_signal_is_worth(capsys):
    assert printed_by(6, capsys).split() == ["3.0", "2.5"]


def test_the_figures_are_drawn_and_shown(tmp_path):
    pytest.importorskip("matplotlib")
    for path in figures.draw(tmp_path):
        drawn = path.read_text(encoding="utf-8")
        assert drawn.startswith("<?xml")
        assert f"figures/{path.name})" in TEXT
        assert (PAGE.parent / "figures" / path.name).stat().st_size < 100_000
    assert len(list(tmp_path.iterdir())) == TEXT.count("](figures/") == len(figures.FIGURES)
