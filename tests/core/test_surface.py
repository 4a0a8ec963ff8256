"""What the core offers, as a stranger finds it: names, docstrings, signatures and the stub."""

import ast
import importlib.util
import json
import os
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import paiyou
import paiyou._core as core
from paiyou.games.protocol import State, View

MAKER = Path(__file__).parents[2] / "core" / "bindings" / "stub.py"

OFFERED = {name: value for name, value in vars(core).items() if getattr(value, "__module__", None) == core.__name__}
CLASSES = {name: value for name, value in OFFERED.items() if isinstance(value, type)}

OF_PYTHON = {"__module__", "__doc__", "__new__", "__weakref__", "__weaklistoffset__", "__nb_signature__"}
"""In every class, and nothing of ours."""


def members():
    """Every method, property and function of the core by its full name."""
    for name, value in OFFERED.items():
        if not isinstance(value, type):
            yield name, value
            continue
        for member, inside in vars(value).items():
            constructor = member == "__init__" and not hasattr(inside, "__nb_signature__")  # there is none
            if member not in OF_PYTHON and not constructor and inside is not None:
                yield f"{name}.{member}", inside


def signatures(value):
    function = value.fget if isinstance(value, property) else value
    return function.__nb_signature__


def test_types_are_named_after_the_package():
    assert {"ClimbingGame", "ClimbingState", "ClimbingView", "TrickGame", "TrickState", "TrickView"} <= set(CLASSES)
    for name, value in CLASSES.items():
        assert (value.__module__, value.__qualname__) == ("paiyou._core", name)
        assert str(value) == f"<class 'paiyou._core.{name}'>"
    assert type(paiyou.game("doudizhu").deal(1)) is core.ClimbingState
    assert type(paiyou.game("gongzhu").deal(1).view(0)) is core.TrickView


@pytest.mark.parametrize(("name", "value"), list(CLASSES.items()))
def test_every_class_has_a_docstring(name, value):
    assert re.fullmatch(r"[A-Z].+\.", value.__doc__), name


@pytest.mark.parametrize(("name", "value"), list(members()))
def test_everything_has_a_docstring_and_a_signature(name, value):
    overloads = signatures(value)
    assert len(overloads) == 1, "one signature is enough for everybody"
    text, said, _ = overloads[0]
    assert said, "no docstring"
    assert re.fullmatch(r"[A-Z].+\.", said), said
    assert not re.search(r"arg\d|capsule|::|std\b|nanobind|handle|ndarray", text), text
    definition = ast.parse(re.sub(r"= \\\d+", "= 0", text).replace("def (", "def getter(") + ": ...").body[0]
    named = [argument for argument in definition.args.args if argument.arg != "self"]
    assert definition.returns is not None
    for annotation in [definition.returns, *(argument.annotation for argument in named)]:
        assert annotation is not None, text
        written = ast.unparse(annotation)
        assert written not in {"list", "tuple", "dict"}, "says nothing of what is inside"
        assert written != "object" or name.rpartition(".")[2] in {"__eq__", "__deepcopy__"}, text


@pytest.mark.parametrize("name", [name for name, value in members() if not isinstance(value, property)])
def test_help_shows_the_signature(name):
    owner, _, method = name.rpartition(".")
    value = getattr(getattr(core, owner), method) if owner else getattr(core, method)
    shown = pydoc.plain(pydoc.render_doc(value))
    assert re.search(rf"\b{method}\((self, )?\w*", shown)
    assert "->" in shown
    assert signatures(value)[0][1].splitlines()[0] in shown


@pytest.mark.parametrize(("protocol", "kind"), [(State, "State"), (View, "View")])
@pytest.mark.parametrize("family", ["Climbing", "Trick"])
def test_states_and_views_keep_to_the_protocol(protocol, kind, family):
    wanted = {name for name in vars(protocol) if not name.startswith("_")}
    assert wanted <= set(dir(getattr(core, family + kind)))


def test_both_builds_offer_the_same():
    asked = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); import test_surface as t; import paiyou._core as c;"
        "print(json.dumps([[name, t.signatures(value)[0][:2]] for name, value in t.members()]))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", asked, str(Path(__file__).parent)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PAIYOU_CORE": "portable"},
        check=True,
    ).stdout
    assert json.loads(answer) == [[name, list(signatures(value)[0][:2])] for name, value in members()]


def without_docstrings(text):
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:] or [ast.Expr(ast.Constant(...))]
    return ast.unparse(tree)


def test_the_stub_agrees_with_the_core():
    pytest.importorskip("nanobind")
    spec = importlib.util.spec_from_file_location("stub", MAKER)
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    said = "run core/bindings/stub.py, which makes the stub"
    assert without_docstrings(maker.STUB.read_text()) == without_docstrings(maker.make_stub()), said
