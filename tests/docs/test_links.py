"""Links of the documentation lead to files that are there, for those who read it in the repository; `make docs` checks
the site, anchors included."""

import re
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    text = re.sub(r"```.*?```|`[^`\n]*`", "", (DOCS / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)\s#]+)(?:#[^)]*)?\)", text)
    inside = [link for link in links if "://" not in link]
    assert [link for link in inside if not (DOCS / page).parent.joinpath(link).exists()] == []


def test_there_are_links():
    assert len(PAGES) > 40


def test_pictures_of_positions_are_those_of_the_games(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS / "building"))
    from game_pages import game_files, still_pictures

    try:
        for path, picture in still_pictures().items():
            assert (DOCS / path).read_text(encoding="utf-8") == picture, (
                "python docs/building/game_pages.py writes them"
            )
        nav = (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8")
        assert [path for path in game_files() if path.endswith(".md") and path not in nav] == []
    finally:
        del sys.modules["game_pages"]
