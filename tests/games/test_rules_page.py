"""The pages in docs/rules are those of the games."""

from pathlib import Path

import pytest

from paiyou.games.registry import game_infos
from paiyou.games.rules_page import rules_page, write_rules_pages

FOLDER = Path(__file__).parents[2] / "docs" / "rules"


@pytest.mark.parametrize("name", list(game_infos()))
def test_the_page_is_what_the_game_says(name):
    assert (FOLDER / f"{name}.md").read_text(encoding="utf-8") == rules_page(game_infos()[name])


def test_there_is_a_page_for_every_game_and_no_other(tmp_path):
    written = {path.name for path in write_rules_pages(tmp_path)}
    assert written == {path.name for path in FOLDER.glob("*.md")} == {f"{name}.md" for name in game_infos()}
