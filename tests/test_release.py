"""What a release is made of agrees with itself: versions, Pythons, systems, and files that others' machines read."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

import paiyou
from patience import PATIENCE

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PROJECT["project"]["version"]
YAML = sorted([*(ROOT / ".github").rglob("*.yml"), ROOT / "compose.yaml", ROOT / "CITATION.cff"])


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def load(name):
    return yaml.safe_load(read(name))


def pythons():
    """The Python versions that the package says it is for, such as 3.11."""
    classifier = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    return [found[1] for line in PROJECT["project"]["classifiers"] if (found := classifier.fullmatch(line))]


def test_the_version_is_the_same_everywhere():
    assert paiyou.__version__ == VERSION
    assert load("CITATION.cff")["version"] == VERSION
    newest = re.search(r"^## (\S+)", read("CHANGELOG.md"), re.MULTILINE)
    assert newest is not None
    assert newest[1] == VERSION


def test_a_wheel_is_built_for_every_python_that_is_named():
    assert PROJECT["tool"]["cibuildwheel"]["build"] == [f"cp{one.replace('.', '')}-*" for one in pythons()]
    assert PROJECT["project"]["requires-python"] == f">={pythons()[0]}"
    assert f"find_package(Python {pythons()[0]} " in read("CMakeLists.txt")


def test_the_image_has_a_python_that_wheels_are_built_for():
    images = re.findall(r"^FROM python:(3\.\d+)-", read("Dockerfile"), re.MULTILINE)
    assert len(images) == 2
    assert len(set(images)) == 1
    assert images[0] in pythons()


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_yaml_is_well_formed(path):
    assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict)


def test_continuous_integration_is_one_script():
    steps = load(".github/workflows/ci.yml")["jobs"]["check"]["steps"]
    assert steps[-1]["run"] == ".ci/run"
    for path in (".ci/run", ".ci/smoke"):
        assert (ROOT / path).stat().st_mode & 0o111, f"{path} cannot be run"


def test_wheels_are_built_on_every_system_and_published_from_there_alone():
    jobs = load(".github/workflows/wheels.yml")["jobs"]
    systems = jobs["wheels"]["strategy"]["matrix"]["system"]
    assert {one.partition("-")[0] for one in systems} == {"ubuntu", "macos", "windows"}
    assert any(one.endswith("-arm") for one in systems)
    assert set(jobs["release"]["needs"]) == {"wheels", "sdist"}
    assert jobs["release"]["if"] == "startsWith(github.ref, 'refs/tags/')"
    assert all(jobs[one]["needs"] == "version" for one in ("wheels", "sdist"))


def test_issue_forms_ask_for_what_we_need():
    for name in ("bug", "rules", "idea"):
        form = load(f".github/ISSUE_TEMPLATE/{name}.yml")
        assert {"name", "description", "body"} <= set(form)
        asked = [field["id"] for field in form["body"]]
        assert len(asked) == len(set(asked))
        assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_the_image_takes_all_that_builds_the_package_and_no_more():
    let_in = {line[1:] for line in read(".dockerignore").splitlines() if line.startswith("!")}
    copied = set(" ".join(re.findall(r"^COPY (?!--from)(.+) \S+$", read("Dockerfile"), re.MULTILINE)).split())
    assert copied == let_in
    needed = {"pyproject.toml", "CMakeLists.txt", "core", "src"}
    needed |= {PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]}
    assert copied == needed


def test_the_server_takes_the_commands_of_the_image_and_of_compose():
    own = json.loads(re.search(r"^CMD (\[.+\])$", read("Dockerfile"), re.MULTILINE)[1])
    composed = load("compose.yaml")["services"]["table"]["command"]
    done = subprocess.run(
        [sys.executable, "-m", "paiyou", "serve", "--help"],
        capture_output=True, encoding="utf-8", check=True, timeout=PATIENCE,
    )  # fmt: skip
    options = {word.partition("=")[0] for command in (own, composed) for word in command if word.startswith("--")}
    assert own[0] == composed[0] == "serve"
    assert options == {"--host", "--port", "--database", "--key-file"}
    assert all(option in done.stdout for option in options)


def test_what_wheels_are_tested_with_works_here():
    done = subprocess.run(
        [sys.executable, str(ROOT / ".ci" / "smoke")],
        capture_output=True, encoding="utf-8", check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(": works\n")
