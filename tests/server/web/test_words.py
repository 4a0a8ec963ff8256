"""The words of the page: both languages have the same ones, and the page asks for none that is missing.

The words of games are the games' own; the page knows neither games nor families.
"""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

import paiyou.server
from paiyou.games.climbing_family import CLIMBING
from paiyou.games.family import Family
from paiyou.games.registry import game_infos, game_spec
from server.rooms.test_refusals import CODES

WEB = Path(paiyou.server.__file__).parent / "web"
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in WEB.glob("*.js")}


def words() -> dict[str, dict[str, str]]:
    entry = re.compile(r'^ {2}"([\w.-]+)":\s+"((?:[^"\\]|\\.)*)",$', re.MULTILINE)
    return {language: dict(entry.findall(SCRIPTS[f"words_{language}.js"])) for language in ("en", "zh")}


def test_both_languages_have_the_same_words_with_the_same_places() -> None:
    english, chinese = words().values()
    assert len(english) > 200
    assert english.keys() == chinese.keys()
    for key in english:
        # Chinese may say a name twice.
        assert set(re.findall(r"\{\w+\}", english[key])) == set(re.findall(r"\{\w+\}", chinese[key])), key


def test_what_the_page_says_is_there() -> None:
    known = words()["en"]
    asked = {
        (name, key)
        for name, text in SCRIPTS.items()
        if not name.startswith("words")
        for key in re.findall(r'\bt\(\s*"([^"]+)"', text) + re.findall(r'\? "([a-z]+\.[\w.]+)"', text)
    }
    assert len(asked) > 80
    assert [(name, key) for name, key in asked if key not in known] == []
    begun = {(name, key) for name, text in SCRIPTS.items() for key in re.findall(r"\bt\(`([\w.-]+\.)\$\{", text)}
    assert [(name, key) for name, key in begun if not any(one.startswith(key) for one in known)] == []


def test_the_page_knows_no_games_and_no_families() -> None:
    infos = game_infos().values()
    names = {name for info in infos for name in (info.name, info.title.en, info.title.zh)} | set(Family.known)
    assert {"doudizhu", "Gongzhu", "拱猪", "climbing", "trick"} <= names
    for name, text in {**SCRIPTS, "index.html": (WEB / "index.html").read_text(encoding="utf-8")}.items():
        # That a trick lies in the middle of a table is a word of cards, not the family.
        quoted = set(re.findall(r'"([^"]*)"|`([^`$]*)`', text)) if name.endswith(".js") else {(text, "")}
        texts = {one or other for one, other in quoted}
        assert not {known for known in names - {"trick"} for words in texts if known in words}, name
        assert not re.search(r"\bfamily\b(?! of| that)", re.sub(r"//.*", "", text)), name
        assert not re.search(r"game_name\W+(startsWith|includes|===)", text), name


@pytest.mark.parametrize("game", [name for name, info in game_infos().items() if info.family is CLIMBING])
def test_every_combo_has_words(game: str) -> None:
    words = game_infos()[game].to_json()["words"]
    categories = set(game_spec(game).table.count_by_category()) - {"pass", "solo"}  # type: ignore[attr-defined]
    assert categories
    assert [one for one in categories if f"combo.{one}" not in words] == []
    # A pair needs no caption.
    assert [one for one in categories - {"pair"} if not words[f"caption.{one}"]["zh"]] == []


def test_the_page_names_no_combo() -> None:
    """What combos there are, and what they are called, is the games' own."""
    tables = [game_spec(name).table for name, info in game_infos().items() if info.family is CLIMBING]  # type: ignore[attr-defined]
    categories = {category for table in tables for category in table.count_by_category()} - {"pass"}
    assert {"bomb", "rocket", "solo chain"} <= categories
    for name, text in SCRIPTS.items():
        # Pictures of what is felt have names of their own: a rocket rises in games that have none.
        if name != "effects.js":
            assert not set(re.findall(r'"([^"]*)"', text)) & categories, name


def test_every_refusal_has_words() -> None:
    known = words()["en"]
    codes = set()
    for path in WEB.parent.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        codes |= set(re.findall(r'(?:Refusal|RefusedError)\(\s*"(\w+)"', text))
    assert {"late", "bad_invite", "full"} <= codes
    assert [code for code in codes if f"error.{code}" not in known] == []


def test_the_engines_reasons_have_words() -> None:
    assert [code for code in CODES if f"error.{code}" not in words()["en"]] == []


def test_the_page_needs_nothing_from_elsewhere() -> None:
    for path in WEB.iterdir():
        if path.suffix == ".png":
            continue
        text = path.read_text(encoding="utf-8")
        addresses = set(re.findall(r"https?://[^\s\"'`)]+", text)) - {"http://www.w3.org/2000/svg"}
        assert not addresses, path.name
    page = (WEB / "index.html").read_text(encoding="utf-8")
    assert " style=" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"\son\w+=", page)


def fetched(*views: str) -> list[Path]:
    """What a browser fetches: the page, what it links to, some views, and the scripts that these import."""
    page = (WEB / "index.html").read_text(encoding="utf-8")
    found = ["index.html", *re.findall(r'<(?:link|script)[^>]*(?:href|src)="([^"]+)"', page), *views]
    for name in found:
        imported = re.findall(r'^(?:import|export) [^"]*"\./([\w.]+)";', SCRIPTS.get(name, ""), re.MULTILINE)
        found += [one for one in imported if one not in found]
    return [WEB / name for name in dict.fromkeys(found)]


def test_the_first_page_is_light() -> None:
    files = fetched()
    assert {"lobby.js", "words_zh.js", "base.css", "manifest.webmanifest"} <= {path.name for path in files}
    # Views other than the lobby come when they are asked for.
    assert "table.js" not in {path.name for path in files}
    assert sum(path.stat().st_size for path in files) < 400_000
    assert sum(packed(path) for path in files) < 150_000


def test_whoever_is_sent_to_a_table_waits_for_no_more() -> None:
    files = fetched("table.js")
    assert {"hand.js", "sounds.js", "result.js"} <= {path.name for path in files}
    assert sum(path.stat().st_size for path in files) < 400_000
    assert sum(packed(path) for path in files) < 150_000


def packed(path: Path) -> int:
    """The bytes of a file as the server sends it."""
    return len(gzip.compress(path.read_bytes(), 6))
