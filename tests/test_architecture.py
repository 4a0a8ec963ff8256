"""The house as `docs/design.md` draws it: who may import whom, and who knows which game he is playing.

Nothing is run to find out: the source is read. The one exception is what an import loads, which a fresh Python tells.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import paiyou

SOURCE = Path(paiyou.__file__).parents[1]
PACKAGE = SOURCE / "paiyou"
CORE = "_core"

NEEDS = {
    "version": "",
    "options": "",
    "plugins": "options",
    "games": "options plugins",
    "engine": f"games {CORE}",
    "pictures": "games",
    "records": "games options",
    "endgames": "games options",
    "models": "games options plugins records",
    "agents": "games models options plugins records",
    "advice": "agents games",
    "beliefs": "agents games",
    "opinion": "agents games",
    "review": "agents games opinion records",
    "puzzles": "agents endgames games",
    "arena": "agents games options plugins records",
    "calibration": "agents arena games models",
    "theory": f"agents games options {CORE} paiyou",
    "reproduce": "agents arena endgames games models options version",
    "ladder": "agents arena games models options reproduce theory version",
    "dataset": "agents arena games options records version",
    "learn": "games",
    "terminal": "agents games",
    "server": "advice agents arena beliefs endgames games ladder opinion options plugins puzzles records review",
    "interop": "agents games models options paiyou plugins theory",
    "bench": f"agents endgames games options server {CORE}",
    "cli": "agents arena endgames games ladder models options plugins puzzles review theory version",
    "__main__": "cli",
    "paiyou": "agents arena endgames games pictures records version",
}
"""What the modules of a room import when they are imported; `paiyou` is `paiyou/__init__.py`."""

ASKS_FOR = {
    "agents": CORE,
    "arena": CORE,
    "endgames": CORE,
    "learn": "agents arena models records",
    "interop": "learn",
    "reproduce": "learn",
    "bench": "interop learn",
    "cli": "advice bench calibration dataset interop learn records reproduce server terminal",
}
"""What functions import besides, when they are called; and types, which are read and never loaded."""

TYPES_OF_THE_CORE = ("games", "interop", "pictures", "reproduce", "terminal")
"""Rooms that name the core's types, and never load it."""

TORCH = ("learn",)
"""Rooms that load torch when they are imported."""


def files() -> dict[str, Path]:
    """Every module of the package, by its name."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


@cache
def modules() -> dict[str, ast.Module]:
    """The same as trees."""
    return {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in files().items()}


def room_of(module: str) -> str:
    """The first part of a module's name below `paiyou`."""
    return module.split(".")[1] if "." in module else module


def imports(tree: ast.AST, *, at_once: bool = True) -> Iterator[tuple[str, bool]]:
    """The names of all that a module imports, and whether that is when it is imported itself."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((name.name, at_once) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports name the whole way"
            module = node.module or ""
            # `from paiyou import review` is the module review.
            yield from ((f"{module}.{name.name}" if module == "paiyou" else module, at_once) for name in node.names)
        later = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
            isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        )
        yield from imports(node, at_once=at_once and not later)


def arrows(*, at_once: bool) -> set[tuple[str, str, str]]:
    """Room, room it imports, and the module that does it."""
    rooms = {room_of(name) for name in modules()}
    found = set()
    for module, tree in modules().items():
        for name, now in imports(tree):
            if name.partition(".")[0] == "paiyou" and now == at_once:
                wanted = room_of(name) if room_of(name) in rooms else "paiyou"
                if wanted != room_of(module):
                    found.add((room_of(module), wanted, module))
    return found


def test_every_room_has_its_place() -> None:
    assert {room_of(name) for name in modules()} - {CORE} == NEEDS.keys()
    below = {room: {*NEEDS[room].split(), *ASKS_FOR.get(room, "").split()} for room in NEEDS}
    below["paiyou"] = set()  # its version is asked for by those it loads
    assert [*TopologicalSorter(below).static_order()], "arrows point one way"


def test_arrows_point_one_way() -> None:
    wrong = [
        f"{module} imports {wanted}"
        for room, wanted, module in sorted(arrows(at_once=True))
        if room != CORE and wanted not in NEEDS[room].split()
    ]
    assert wrong == []


def test_what_is_asked_for_later_is_named() -> None:
    wrong = [
        f"{module} asks for {wanted}"
        for room, wanted, module in sorted(arrows(at_once=False))
        if wanted not in f"{NEEDS[room]} {ASKS_FOR.get(room, '')}".split()
        and not (wanted == CORE and room in TYPES_OF_THE_CORE)
    ]
    assert wrong == []


@pytest.mark.parametrize("needs", [NEEDS, ASKS_FOR])
def test_no_arrow_is_named_that_nobody_goes(needs: dict[str, str]) -> None:
    gone = {(room, wanted) for room, wanted, _ in arrows(at_once=needs is NEEDS)}
    assert [(room, wanted) for room in needs for wanted in needs[room].split() if (room, wanted) not in gone] == []


def test_only_the_learner_loads_torch() -> None:
    loading = {
        room_of(module)
        for module, tree in modules().items()
        for name, now in imports(tree)
        if now and name.partition(".")[0] in ("torch", "triton")
    }
    assert loading <= set(TORCH)


GAMES_MODULES = [name for name in files() if room_of(name) == "games"]


@pytest.mark.parametrize("program", ["import paiyou", "\n".join(f"import {name}" for name in GAMES_MODULES)])
def test_games_load_neither_torch_nor_the_core(program: str) -> None:
    """Nor does a look at all games there are."""
    look = "paiyou.list_games(); [paiyou.game_info(name) for name in paiyou.list_games()]; import sys"
    say = "print(*(name for name in sys.modules if name.split('.')[0] == 'torch' or name.startswith('paiyou._core')))"
    done = subprocess.run(
        [sys.executable, "-c", f"{program}\n{look}\n{say}"], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


# --- nobody but the games knows which game is played

MAY = {"endgames.py": "isinstance(state, ClimbingState)"}
"""The solver exists for one family alone, and whoever calls it may give it anything."""

FAMILY_CLASS = re.compile(r"(Climbing|Trick)\w*|\w*Spec")
"""Types of one family: a spec's, and the core's states and views."""

GAMES = sorted(paiyou.list_games(), key=len, reverse=True)


def is_a_games_name(node: ast.AST) -> bool:
    """Whether it is a text such as "gongzhu", or "doudizhu:bidding=123"."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.partition(":")[0] in GAMES


def tells_apart(node: ast.AST) -> bool:
    """Whether this piece of a program asks which family or which game it has before it."""
    if isinstance(node, ast.Call):
        function = ast.unparse(node.func).rpartition(".")[2]
        if function in ("isinstance", "issubclass"):
            names = [ast.unparse(part).rpartition(".")[2] for part in ast.walk(node.args[1])]
            return any(FAMILY_CLASS.fullmatch(name) for name in names)
        return function in ("startswith", "endswith") and any(
            getattr(name, function)(part.value)
            for part in ast.walk(ast.Tuple(node.args))
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and len(part.value) > 2
            for name in GAMES
        )
    if isinstance(node, ast.Compare):
        return any(asks_family(part) or is_a_games_name(part) for part in ast.walk(node))
    if isinstance(node, ast.Match):
        return any(
            asks_family(part)
            or is_a_games_name(part)
            or (isinstance(part, ast.MatchClass) and FAMILY_CLASS.fullmatch(ast.unparse(part.cls)) is not None)
            for part in [node.subject, *(inner for case in node.cases for inner in ast.walk(case.pattern))]
        )
    # A list of games by their names is another way to tell them apart.
    return isinstance(node, ast.Dict) and any(key is not None and is_a_games_name(key) for key in node.keys)


def asks_family(node: ast.AST) -> bool:
    """Whether it is `x.family`, `family` or `x["family"]`."""
    return (
        (isinstance(node, ast.Attribute) and node.attr == "family")
        or (isinstance(node, ast.Name) and node.id == "family")
        or (isinstance(node, ast.Constant) and node.value == "family")
    )


def python_places() -> Iterator[tuple[str, int, str]]:
    """File, line and text of every place that tells games or families apart."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.is_relative_to(PACKAGE / "games"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if tells_apart(node):
                yield path.relative_to(PACKAGE).as_posix(), node.lineno, ast.unparse(node)[:100]


IN_THE_PAGE = re.compile(rf"\bfamily\b|(?<![\w-])(?:{'|'.join(map(re.escape, GAMES))})(?![\w-])|startsWith\(.mini")


def page_places() -> Iterator[tuple[str, int, str]]:
    """The same in the page's programs: they are told what a game is like, and never ask for its name."""
    for path in sorted(PACKAGE.rglob("web/*.js")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if IN_THE_PAGE.search(line.replace("font-family", "")):
                yield path.relative_to(PACKAGE).as_posix(), number, line.strip()[:100]


@pytest.mark.parametrize("find", [python_places, page_places])
def test_only_the_games_know_which_game_is_played(find: Callable[[], Iterator[tuple[str, int, str]]]) -> None:
    wrong = [f"{file}:{line}: {text}" for file, line, text in find() if MAY.get(file) != text]
    assert wrong == [], "ask the game or its family instead"


@pytest.mark.parametrize(
    ("program", "tells"),
    [
        ("isinstance(game.spec, ClimbingSpec)", True),
        ("isinstance(x, (int, specs.TrickSpec))", True),
        ("isinstance(view, TrickView | None)", True),
        ("spec.family is CLIMBING", True),
        ("table['family'] == 'trick'", True),
        ("game.name == 'gongzhu'", True),
        ("name in ('doudizhu:bidding=123', 'paodekuai')", True),
        ("name.startswith('mini')", True),
        ("{'doudizhu': 3, 'gongzhu': 4}", True),
        ("match spec:\n    case ClimbingSpec(): pass", True),
        ("match name:\n    case 'gongzhu': pass", True),
        ("game('doudizhu')", False),
        ("spec.family.part(ARENA).unit(game)", False),
        ("isinstance(x, int)", False),
        ("name.startswith('expose')", False),
        ("{'game': 'doudizhu'}", False),
    ],
)
def test_what_tells_games_apart_is_noticed(program: str, tells: bool) -> None:
    assert any(map(tells_apart, ast.walk(ast.parse(program)))) == tells


def test_the_design_names_folders_and_files_that_are_there() -> None:
    """In every row of the table of folders: what the row is about, and what it names inside."""
    house = SOURCE.parent
    checked = 0
    for where, what in re.findall(r"^\| (`.*?`) \| (.*) \|$", (house / "docs/design.md").read_text("utf-8"), re.M):
        first, *others = re.findall(r"`(\S+)`", where)
        rooms = [house / first, *((house / first).parent / other for other in others)]
        assert all(room.exists() for room in rooms), where
        for name in re.findall(r"`(\w+/|\w+\.(?:py|js|hpp))`", what):
            assert any(found for room in rooms for found in room.rglob(name)), f"{name} of {where}"
            checked += 1
    assert checked > 30
