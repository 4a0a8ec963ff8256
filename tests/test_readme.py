"""The Python of both READMEs runs as it stands, its links lead somewhere, and its picture is not too large."""

import re
from pathlib import Path

import pytest

from pages import programs, run

ROOT = Path(__file__).parent.parent
READMES = [ROOT / "README.md", ROOT / "README.zh.md"]


@pytest.mark.parametrize("page", READMES, ids=lambda page: page.name)
def test_the_examples_run(page, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (program,) = programs(page)
    run(page, program)
    assert "[" in capsys.readouterr().out


def test_what_the_example_saves_and_prints(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(READMES[0], programs(READMES[0])[0])
    printed = capsys.readouterr().out
    assert "landlord's base 2" in printed
    assert printed.endswith("['6789T']\n")
    assert len((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()) == 2 * 20


@pytest.mark.parametrize("page", READMES, ids=lambda page: page.name)
def test_the_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert len(links) > 15
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_moving_picture_is_small():
    assert (ROOT / "docs" / "images" / "game.webp").stat().st_size < 1_500_000


def test_the_figures_are_those_of_the_pages():
    """Strength is copied from docs/training.md and docs/players.md, and nothing else."""
    pages = " ".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("training.md", "players.md"))
    for page in READMES:
        figures = re.findall(r"\d\.\d{3} \[\d\.\d{3}, \d\.\d{3}\]", page.read_text(encoding="utf-8"))
        assert len(figures) >= 2
        assert [figure for figure in figures if figure not in pages] == []


def test_the_chinese_one_is_the_english_one():
    """The same program, commands and figures, and as many words on each of the same subjects."""
    english, chinese = (page.read_text(encoding="utf-8") for page in READMES)

    def code(page):
        [program] = programs(page)
        return re.sub(r'#.*|""".*?"""', "", program)

    assert code(READMES[0]) == code(READMES[1])
    parts = (r"^- \*\*", r"^## ", r"`paiyou [^`]+`", r"\d\.\d{3}", r"^make \w+", r"docs/(?!tutorials|zh)\S+?(?=\))")
    for part in parts:
        first, second = (re.findall(part, page, re.MULTILINE) for page in (english, chinese))
        assert first == second, part
